// Keeps the live screen up to date, opens quotes, joins conflicts by lines. Pages read without it.
"use strict";
(() => {
  const at = (id) => document.getElementById(id);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];

  // The one way markup of this server, escaped there, becomes elements.
  const rules = { createHTML: (text) => text };
  const policy = window.trustedTypes ? window.trustedTypes.createPolicy("pathfinder", rules) : rules;
  const put = (element, markup) => { element.innerHTML = policy.createHTML(markup); };

  // The token stands behind the # of the address, which browsers send to nobody.
  const login = at("login");
  if (login && location.hash.length > 1) {
    const token = decodeURIComponent(location.hash.slice(1));
    history.replaceState(null, "", location.pathname);
    login.elements.token.value = token;
    login.submit();
  }

  const localized = (root) => {
    for (const one of all("time[datetime]", root)) {
      const when = new Date(one.dateTime);
      if (!Number.isNaN(when.valueOf())) {
        one.textContent = when.toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
      }
    }
  };
  localized(document);

  // On a narrow screen the bar scrolls.
  const here = document.querySelector(".bar [aria-current]");
  if (here) here.parentElement.scrollLeft = here.offsetLeft - here.parentElement.offsetLeft - 40;

  // A form is sent once.
  document.addEventListener("submit", (event) => {
    if (event.target.dataset.sent) event.preventDefault();
    event.target.dataset.sent = "yes";
    setTimeout(() => { delete event.target.dataset.sent; }, 5000);
  });

  // The live screen.
  const live = at("live");
  if (live) {
    const lost = at("lost");
    const shown = new Map();
    let last = live.dataset.position;
    let source = null;
    const take = (event) => {
      lost.hidden = true;
      last = event.lastEventId || last;
      live.dataset.position = last;
      for (const [name, markup] of Object.entries(JSON.parse(event.data))) {
        const piece = at(`piece-${name}`);
        if (!piece || shown.get(name) === markup) continue;
        shown.set(name, markup);
        // What somebody types into is left alone until they are done.
        if (piece.contains(document.activeElement) && document.activeElement.tagName === "INPUT") continue;
        put(piece, markup);
      }
      live.dataset.updates = String(Number(live.dataset.updates || 0) + 1);
    };
    const listen = () => {
      if (source) source.close();
      source = null;
      // A browser holds six connections to a server: only tabs that are seen keep one.
      if (document.hidden) return;
      source = new EventSource(`${live.dataset.events}?from=${encodeURIComponent(last)}`);
      source.addEventListener("pieces", take);
      source.addEventListener("open", () => { lost.hidden = true; });
      source.addEventListener("error", () => {
        lost.hidden = false;
        // A browser gives up after an answer that is no stream; we do not.
        if (source && source.readyState === EventSource.CLOSED) setTimeout(listen, 2000);
      });
    };
    listen();
    document.addEventListener("visibilitychange", listen);
    window.addEventListener("pagehide", () => source && source.close());
    window.addEventListener("pageshow", (event) => { if (event.persisted) listen(); });
  }

  // Quotes beside the answer.
  const panel = at("panel");
  if (panel) {
    let opener = null;
    const close = () => {
      panel.hidden = true;
      document.body.classList.remove("with-panel");
      if (opener) opener.focus();
    };
    const open = async (name, link) => {
      const got = await fetch(`${panel.dataset.quotes}${encodeURIComponent(name)}?piece=1`);
      if (!got.ok) return false;
      put(panel, await got.text());
      const button = document.createElement("button");
      button.type = "button";
      button.className = "plain close";
      button.textContent = panel.dataset.close;
      button.addEventListener("click", close);
      panel.prepend(button);
      panel.hidden = false;
      document.body.classList.add("with-panel");
      opener = link || opener;
      panel.scrollTop = 0;
      const mark = panel.querySelector("#quote");
      const stored = panel.querySelector(".stored");
      // The offset of the quote counts from the text that scrolls, which is positioned.
      if (mark && stored) stored.scrollTop = mark.offsetTop - stored.clientHeight / 3;
      button.focus({ preventScroll: true });
      return true;
    };
    document.addEventListener("click", async (event) => {
      const link = event.target.closest("a.cite");
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      // #quote-3a, #hyp_A1.obs_3, #obs_3, or an address that ends in obs_3.
      const name = link.getAttribute("href").replace(/^#(quote-)?/, "").split(/[./]/).pop();
      event.preventDefault();
      if (!(await open(name, link))) location.assign(link.href);
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !panel.hidden) close();
    });
  }

  // Lines between claims that conflict.
  const clusters = at("clusters");
  if (clusters) {
    const wires = at("wires");
    const draw = () => {
      const frame = clusters.getBoundingClientRect();
      wires.setAttribute("width", clusters.scrollWidth);
      wires.setAttribute("height", clusters.scrollHeight);
      wires.replaceChildren();
      const done = new Set();
      for (const rival of all("[data-rival]", clusters)) {
        const mine = rival.closest(".node");
        const other = at(rival.dataset.rival);
        if (!other || done.has(`${other.id} ${mine.id}`)) continue;
        done.add(`${mine.id} ${other.id}`);
        const [a, b] = [mine, other].map((one) => one.getBoundingClientRect());
        const point = (box, toward) => ({
          x: (toward.left > box.right ? box.right : toward.right < box.left ? box.left : box.left + 14) - frame.left,
          y: box.top + box.height / 2 - frame.top,
        });
        const [from, to] = [point(a, b), point(b, a)];
        const bend = from.x === to.x ? from.x - 30 : (from.x + to.x) / 2;
        const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
        path.setAttribute("d", `M${from.x},${from.y} C${bend},${from.y} ${bend},${to.y} ${to.x},${to.y}`);
        path.setAttribute("class", rival.classList.contains("settled") ? "wire settled" : "wire");
        wires.append(path);
      }
      clusters.dataset.wires = String(done.size);
    };
    draw();
    new ResizeObserver(draw).observe(clusters);
  }
})();
