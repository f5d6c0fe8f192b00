"""The files of a batch: results.jsonl, results.csv, index.html, and the report of every question."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.files.pages import FilePages
from pathfinder.answering import stored_answer
from pathfinder.batch_state import Standing, load
from pathfinder.locales.catalogue import text_of
from pathfinder.protocols.answer.reading_list import is_reading_list
from pathfinder.protocols.answer.types import KeptAnswer
from pathfinder.protocols.calls.batch import Batch, Number, State, Twin
from pathfinder.protocols.errors import PathfinderError, StorageFailed
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import PageHash
from pathfinder.reading import list_of
from pathfinder.reports.content.judge_assembly import ReportContext, judge_report
from pathfinder.reports.export.batch import Result, answered, results_csv, results_jsonl
from pathfinder.reports.html import html_report
from pathfinder.reports.html.batch_page import batch_page
from pathfinder.reports.html.reading_list_page import list_html
from pathfinder.reports.markdown.summary import tongue_of
from pathfinder.writing import events_of


class Results:
    """The results of a batch so far. Everything here can be made again from the sessions."""

    def __init__(
        self, batch: Batch, known: Sequence[Standing], twins: Sequence[Twin], place: Session
    ) -> None:
        self._batch = batch
        self._place = place
        self._disk = Disk()
        self._sessions = {one.wanted.number: one.session for one in known}
        self.rows: dict[Number, Result] = {}
        by_number = {twin.number: twin for twin in twins}
        for one in known:
            twin = by_number.get(one.wanted.number)
            row = Result(
                number=one.wanted.number,
                label=one.wanted.label,
                question=one.wanted.question,
                state=one.state,
                reason=one.run.reason if one.run is not None and one.state != "done" else "",
                same_as=twin.of if twin is not None and twin.same else None,
                similar_to=twin.of if twin is not None and not twin.same else None,
            )
            self.rows[row.number] = self._read(row, one) if one.run is not None else row

    def session(self, number: Number) -> Session:
        """Where a question's session is."""
        return self._sessions[number]

    def take(self, number: Number, state: State, reason: str, graph: CogniGraph | None) -> Result:
        """How a question came out; its report is written beside its record."""
        told = {"state": state, "reason": "" if state == "done" else reason}
        row = self.rows[number].model_copy(update=told)
        if graph is not None:
            row = self._told(row, self._sessions[number], graph)
        self.rows[number] = row
        return row

    def write(self) -> Path:
        """All three files; the page, to be opened."""
        rows = list(self.rows.values())
        texts: Mapping[str, str] = {
            "results.jsonl": results_jsonl(rows),
            "results.csv": results_csv(rows),
            "index.html": batch_page(self._batch.id, rows),
        }
        for name, text in texts.items():
            self._disk.write(self._place.folder / name, text.encode(errors="replace"), durable=False)
        return self._place.folder / "index.html"

    def _read(self, row: Result, one: Standing) -> Result:
        try:
            wanted = one.state == "done" and not self._has_report(one.session)
            return self._told(row, one.session, load(one.session, self._disk), report=wanted)
        except PathfinderError as error:
            return row.model_copy(update={"state": "failed", "reason": text_of(error)})

    def _has_report(self, session: Session) -> bool:
        """Whether the report was written after the graph: a process may have died between a question's last
        save and its report, and a report from before a resume may still be there.
        """
        report, graph = self._disk.stat(session.folder / "report.html"), self._disk.stat(session.graph)
        return report is not None and graph is not None and report.st_mtime_ns >= graph.st_mtime_ns

    def _answer(self, session: Session, graph: CogniGraph) -> KeptAnswer | None:
        """The answer that the run wrote at its end, if it is about the graph as it is."""
        kept = stored_answer(session.folder, self._disk)
        return kept if kept is not None and kept.iteration == graph.iteration else None

    def _told(self, row: Result, session: Session, graph: CogniGraph, *, report: bool = True) -> Result:
        pages = FilePages(session, self._disk)

        def page_text(page: PageHash) -> str | None:
            try:
                return pages.text(page)
            except StorageFailed:
                return None

        events = events_of(session, graph, self._disk)[0] if report else {}
        around = ReportContext(
            session=session.id, page_text=page_text, events=events, answer=self._answer(session, graph)
        )
        content = judge_report(graph, around)
        if report:
            known = list_of(graph) if is_reading_list(graph) else None
            text = html_report(content) if known is None else list_html(known, tongue_of(graph))
            written = text.encode(errors="replace")
            self._disk.write(session.folder / "report.html", written, durable=False)
        return answered(row.model_copy(update={"session": session.id}), graph, content)
