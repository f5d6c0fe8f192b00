"use strict";
// What the page does by itself. It opens no connection and never turns a string into markup:
// every text goes through textContent. Without it the page can still be read whole.
(() => {
  const at = (id) => document.getElementById(id);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const told = JSON.parse(at("data").textContent);
  const words = told.words;
  const root = document.documentElement;
  // As the page itself rounds: a half goes up, whatever its binary form.
  const hundredths = (value) => (Math.round(Math.round(value * 1e6) / 1e4) / 100).toFixed(2);
  const fill = (template, count) => template.replace("{count}", () => String(count));

  // Dark and light.
  const system = matchMedia("(prefers-color-scheme: dark)");
  const dark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
  const repainted = [];
  const repaint = () => {
    at("theme").setAttribute("aria-pressed", String(dark()));
    for (const paint of repainted) paint();
  };
  at("theme").addEventListener("click", () => {
    root.dataset.theme = dark() ? "light" : "dark";
    repaint();
  });
  system.addEventListener("change", repaint);
  at("print").addEventListener("click", () => window.print());
  at("switches").hidden = false;
  at("finder").hidden = false;

  // A link into something closed opens it.
  const reveal = (id) => {
    const target = id && at(id);
    if (!target) return null;
    for (let one = target; one; one = one.parentElement) {
      if (one.tagName === "DETAILS") one.open = true;
      if (one.hidden && one.closest("#findings")) one.hidden = false;
    }
    target.scrollIntoView({ block: "start" });
    return target;
  };
  const byHash = () => reveal(decodeURIComponent(location.hash.slice(1)));
  window.addEventListener("hashchange", byHash);
  document.addEventListener("click", (event) => {
    const link = event.target.closest && event.target.closest('a[href^="#"]');
    if (link && link.getAttribute("href") === location.hash) byHash();
  });

  // The findings: search, verdicts, keys.
  const rows = all("#findings .finding");
  const find = at("find");
  const found = at("found");
  const choices = all(".choices button");
  const texts = new Map();
  const textOf = (row) => {
    if (!texts.has(row)) texts.set(row, row.textContent.toLowerCase());
    return texts.get(row);
  };
  let group = "";
  const sift = () => {
    const wanted = find.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const row of rows) {
      const belongs = !group || row.closest(".group").dataset.group === group;
      const fits = belongs && wanted.every((word) => textOf(row).includes(word));
      row.parentElement.hidden = !fits;
      count += fits ? 1 : 0;
    }
    for (const one of all("#findings .group")) {
      one.hidden = !all("ol > li", one).some((row) => !row.hidden);
    }
    found.textContent = group || wanted.length ? fill(words.shown, count) : "";
  };
  find.addEventListener("input", sift);
  for (const choice of choices) {
    choice.addEventListener("click", () => {
      group = choice.dataset.show;
      for (const one of choices) one.setAttribute("aria-pressed", String(one === choice));
      sift();
    });
  }
  const openAll = at("open-all");
  openAll.addEventListener("click", () => {
    const open = rows.some((row) => !row.open);
    for (const row of rows) row.open = open;
    openAll.textContent = open ? words.closeAll : words.openAll;
  });
  const heads = () => rows.filter((row) => !row.parentElement.hidden).map((row) => row.firstElementChild);
  at("findings").addEventListener("keydown", (event) => {
    const known = heads();
    const place = known.indexOf(event.target);
    if (place < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const moves = {
      ArrowDown: () => known[Math.min(place + 1, known.length - 1)].focus(),
      ArrowUp: () => (place ? known[place - 1] : find).focus(),
      Home: () => known[0].focus(),
      End: () => known[known.length - 1].focus(),
      ArrowRight: () => { event.target.parentElement.open = true; },
      ArrowLeft: () => { event.target.parentElement.open = false; },
    };
    if (!moves[event.key]) return;
    event.preventDefault();
    moves[event.key]();
  });
  find.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      find.value = "";
      sift();
    }
    if (event.key === "ArrowDown" && heads().length) {
      event.preventDefault();
      heads()[0].focus();
    }
  });
  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
    if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    reveal("find");
    find.focus();
    find.scrollIntoView({ block: "center" });
  });

  // Where one is, in the contents.
  const links = new Map(all(".contents a").map((link) => [link.getAttribute("href").slice(1), link]));
  const watch = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        if (!entry.isIntersecting) continue;
        for (const link of links.values()) link.removeAttribute("aria-current");
        const link = links.get(entry.target.id);
        if (link) link.setAttribute("aria-current", "location");
      }
    },
    { rootMargin: "-15% 0px -75% 0px" },
  );
  for (const section of all("main > section, main > details")) watch.observe(section);

  // The picture, on a page that has one.
  const canvas = at("picture-canvas");
  if (!canvas) {
    repaint();
    byHash();
    return;
  }
  const picked = at("picked");
  at("picture-frame").hidden = false;

  const color = (name) => {
    const probe = document.createElement("span");
    probe.style.color = `var(--${name})`;
    document.body.append(probe);
    const value = getComputedStyle(probe).color;
    probe.remove();
    return value;
  };
  const short = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

  // Places to begin with: claims on a spiral, each quote beside the first claim it bears on.
  const places = () => {
    const where = new Map();
    const claims = told.nodes.filter((one) => one.kind !== "observation");
    claims.forEach((one, number) => {
      const turn = number * 2.39996;
      const far = 95 * Math.sqrt(number + 0.5);
      where.set(one.id, { x: far * Math.cos(turn), y: far * Math.sin(turn) });
    });
    told.nodes.filter((one) => one.kind === "observation").forEach((one, number) => {
      const link = told.links.find((known) => known.source === one.id);
      const near = (link && where.get(link.target)) || { x: 0, y: 0 };
      const turn = number * 2.39996;
      where.set(one.id, { x: near.x + 45 * Math.cos(turn), y: near.y + 45 * Math.sin(turn) });
    });
    return where;
  };

  const styled = () => {
    const known = {};
    for (const name of ["ink", "soft", "card", "line", "accent", "confirmed", "rejected", "conflict",
      "dot-confirmed", "dot-likely", "dot-uncertain", "dot-rejected", "dot-unjudged"]) known[name] = color(name);
    known["dot-against"] = known["dot-rejected"];
    const verdict = (node) => known[`dot-${node.data("group")}`] || known["dot-unjudged"];
    return [
      { selector: "node", style: {
        "background-color": verdict, width: (node) => 20 + 40 * node.data("strength"),
        height: (node) => 20 + 40 * node.data("strength"), label: "data(name)", color: known.ink,
        "font-size": 18, "font-weight": 600, "text-valign": "bottom", "text-margin-y": 2,
        "text-outline-width": 2, "text-outline-color": known.card, "min-zoomed-font-size": 5, "border-width": 0 } },
      { selector: 'node[kind = "B"]', style: { shape: "diamond" } },
      { selector: 'node[kind = "observation"]', style: {
        "background-color": known.soft, width: (node) => 7 + 10 * node.data("strength"),
        height: (node) => 7 + 10 * node.data("strength"), label: "" } },
      { selector: 'node[group = "merged"]', style: { "background-opacity": 0.35 } },
      { selector: "edge", style: {
        width: (edge) => 1 + 2 * edge.data("weight"), "line-color": known.confirmed,
        "curve-style": "haystack", opacity: 0.75 } },
      { selector: 'edge[kind = "CONTRADICTS"]', style: {
        "line-color": known.rejected, "line-style": "dashed", "curve-style": "straight" } },
      { selector: 'edge[kind = "CONFLICTS"]', style: {
        "line-color": known.conflict, width: 3.5, "curve-style": "straight" } },
      { selector: 'edge[kind = "MERGED"]', style: {
        "line-color": known.soft, "line-style": "dotted", "curve-style": "straight" } },
      { selector: "edge[?settled]", style: { opacity: 0.35 } },
      { selector: ".faded", style: { opacity: 0.12 } },
      { selector: "node.hit, node:selected", style: {
        "border-width": 4, "border-color": known.accent, "z-index": 9 } },
    ];
  };

  let graph = null;
  const draw = () => {
    if (graph || !told.nodes.length) return;
    const where = places();
    graph = cytoscape({
      container: canvas,
      elements: [
        ...told.nodes.map((one) => ({
          data: { ...one, name: one.id.replace("hyp_", "") },
          position: where.get(one.id),
        })),
        ...told.links.filter((one) => where.has(one.source) && where.has(one.target)).map((one, number) => ({ data: { ...one, id: `link-${number}` } })),
      ],
      style: styled(),
      layout: { name: "preset" },
      minZoom: 0.03,
      maxZoom: 4,
      userZoomingEnabled: false,
      boxSelectionEnabled: false,
    });
    // Each round costs the square of the nodes: a large graph gets fewer, so that it is drawn in seconds.
    const rounds = Math.max(60, Math.min(900, Math.round(1.4e8 / told.nodes.length ** 2)));
    graph.layout({
      name: "cose", randomize: false, animate: false, padding: 24, idealEdgeLength: () => 38,
      nodeRepulsion: () => 7000, nodeOverlap: 12, gravity: 0.6, componentSpacing: 34, numIter: rounds, initialTemp: 200,
      coolingFactor: 0.005 ** (1 / rounds),
      nodeDimensionsIncludeLabels: true,
    }).run();
    graph.fit(undefined, 24);
    graph.on("select", "node", (event) => show(event.target));
    graph.on("unselect", "node", () => { if (!graph.$("node:selected").length) rest(); });
    repainted.push(() => graph.style(styled()));
    canvas.dataset.drawn = String(graph.nodes().length);
  };

  const line = (tag, text) => {
    const made = document.createElement(tag);
    made.textContent = text;
    return made;
  };
  const rest = () => {
    graph.elements().removeClass("faded");
    picked.replaceChildren(line("p", words.pickedNone));
  };
  const choose = (node) => {
    graph.elements().unselect();
    node.select();
    graph.animate({ center: { eles: node }, zoom: Math.max(graph.zoom(), 1), duration: 0 });
  };
  const show = (node) => {
    const one = node.data();
    const near = node.closedNeighborhood();
    graph.elements().addClass("faded");
    near.removeClass("faded");
    const measure = one.kind === "observation" ? words.authority : words.strength;
    const link = line("a", one.kind === "observation" ? words.openSource : words.openFinding);
    link.href = `#${one.id}`;
    const parts = [line("p", `${one.id} · ${one.told}`), line("p", one.text),
      line("p", `${measure} ${hundredths(one.strength)}`)];
    if (one.kind === "observation" || one.finding) parts.push(link);
    const others = node.connectedEdges(":visible");
    if (others.length) parts.push(line("h5", words.neighbours));
    others.forEach((edge) => {
      const other = edge.connectedNodes().not(node);
      if (!other.length) return;
      const label = `${words.links[edge.data("kind")]}: ${other.id()} ${short(other.data("text"), 70)}`;
      const button = line("button", label);
      button.type = "button";
      button.addEventListener("click", () => choose(other));
      parts.push(button);
    });
    picked.replaceChildren(...parts);
  };

  const boxes = all("[data-filter]");
  const filter = () => {
    if (!graph) return;
    const on = (name) => new Set(boxes.filter((box) => box.dataset.filter === name && box.checked)
      .map((box) => box.value));
    const [groups, kinds, kept] = [on("group"), on("kind"), on("link")];
    graph.batch(() => {
      graph.nodes().forEach((node) => {
        const shown = kinds.has(node.data("kind")) && (!node.data("group") || groups.has(node.data("group")));
        node.style("display", shown ? "element" : "none");
      });
      graph.edges().forEach((edge) => edge.style("display", kept.has(edge.data("kind")) ? "element" : "none"));
    });
    // A quote whose claims are all hidden says nothing.
    graph.batch(() => {
      graph.nodes('[kind = "observation"]').forEach((node) => {
        const bears = node.connectedEdges().some((edge) => edge.visible());
        const alone = node.degree() === 0;
        if (!bears && !alone) node.style("display", "none");
      });
    });
    canvas.dataset.visible = String(graph.nodes(":visible").length);
  };
  for (const box of boxes) box.addEventListener("change", filter);

  const seek = at("picture-find");
  const search = () => {
    draw();
    if (!graph) return;
    const wanted = seek.value.toLowerCase().trim();
    graph.elements().unselect().removeClass("hit faded");
    if (!wanted) return rest();
    const hits = graph.nodes(":visible").filter((node) =>
      `${node.id()} ${node.data("text")}`.toLowerCase().includes(wanted));
    graph.elements().addClass("faded");
    hits.removeClass("faded");
    hits.addClass("hit");
    const parts = [line("p", hits.length ? fill(words.matches, hits.length) : words.noMatch)];
    hits.slice(0, 12).forEach((node) => {
      const button = line("button", `${node.id()} ${short(node.data("text"), 70)}`);
      button.type = "button";
      button.addEventListener("click", () => choose(node));
      parts.push(button);
    });
    picked.replaceChildren(...parts);
    if (hits.length) graph.fit(hits, 90);
  };
  seek.addEventListener("input", search);
  seek.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      seek.value = "";
      search();
    }
  });

  const zoom = (factor) => graph && graph.zoom({
    level: graph.zoom() * factor,
    renderedPosition: { x: canvas.clientWidth / 2, y: canvas.clientHeight / 2 },
  });
  at("zoom-in").addEventListener("click", () => zoom(1.3));
  at("zoom-out").addEventListener("click", () => zoom(1 / 1.3));
  at("zoom-fit").addEventListener("click", () => graph && graph.fit(graph.elements(":visible"), 24));
  canvas.addEventListener("keydown", (event) => {
    if (!graph || event.ctrlKey || event.metaKey || event.altKey) return;
    const moves = {
      ArrowLeft: () => graph.panBy({ x: 60, y: 0 }),
      ArrowRight: () => graph.panBy({ x: -60, y: 0 }),
      ArrowUp: () => graph.panBy({ x: 0, y: 60 }),
      ArrowDown: () => graph.panBy({ x: 0, y: -60 }),
      "+": () => zoom(1.3),
      "=": () => zoom(1.3),
      "-": () => zoom(1 / 1.3),
      0: () => graph.fit(graph.elements(":visible"), 24),
      Escape: () => graph.elements().unselect(),
    };
    if (!moves[event.key]) return;
    event.preventDefault();
    moves[event.key]();
  });
  // The wheel scrolls the page until the picture was clicked.
  canvas.addEventListener("pointerdown", () => graph && graph.userZoomingEnabled(true));
  canvas.addEventListener("pointerleave", (event) => {
    if (graph && event.pointerType === "mouse") graph.userZoomingEnabled(false);
  });
  new IntersectionObserver((entries, seen) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    seen.disconnect();
    draw();
  }, { rootMargin: "300px" }).observe(canvas);

  repaint();
  byHash();
})();
