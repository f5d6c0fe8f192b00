# What the screen of a run shows.

screen-engine = Engine: { $name }.
screen-limits = Limits: { $iterations ->
    [one] { $iterations } iteration
   *[other] { $iterations } iterations
}, { $budget }.
screen-fewer = The budget pays for fewer Explorers than usual: { $explorers } instead of { $wanted } (--parallel).
screen-stopping-it = Ctrl-C ends at the next safe point, a second one at once; `pathfinder resume` goes on.
screen-next-steps = `pathfinder thesis` writes what is known, `pathfinder report --judge` how far to believe it.
screen-next-steps-nothing = For an answer with verdicts, in other languages too, set ANTHROPIC_API_KEY and ask again, or name a model with --model.
screen-files = Documents: { $count ->
    [one] { $count } file
   *[other] { $count } files
} in { $folder }.
screen-next-steps-unjudged = `pathfinder show obs_1` shows a passage with its page. For an answer with verdicts, set ANTHROPIC_API_KEY and ask again, or name a model with --model.
screen-begins = Researching: { $question }
screen-goes-on = Going on after iteration { $number }: { $question }
screen-iteration = iteration { $number } of { $most }
phase-LOAD = loading
phase-SELECT = choosing where to look
phase-EXPLORE = exploring
phase-MERGE = merging what came back
phase-AUDIT = comparing all facts side by side
phase-JUDGE = judging what came back
phase-VERDICT = giving verdicts
phase-IDEATE = thinking of a hypothesis of its own
phase-FINALIZE = closing the iteration
phase-CHECK = checking the health of the graph
phase-SAVE = saving
phase-OUTPUT = writing the answer
screen-explorers = Explorers
screen-explorers-again = Explorers, sent out again by the Judge
screen-explorers-idle = nobody is out
screen-hypotheses = Hypotheses
screen-hypotheses-none = none yet
screen-conflict = Conflict
screen-settling = being settled: { $one } against { $other }
screen-settled = settled: { $one } and { $other }, { $type }: { $resolution }
screen-split = The question in { $count } parts:
screen-starting = setting out
doing-searching = searching “{ $what }”
doing-choosing = choosing pages
doing-fetching = fetching { $what }
doing-reading = reading { $what }
doing-concluding = concluding
screen-done = done: { $quotes ->
    [one] { $quotes } quote
   *[other] { $quotes } quotes
}, { $claims ->
    [one] { $claims } claim
   *[other] { $claims } claims
}
screen-done-empty = done: nothing to quote
screen-failed = failed: { $why }
screen-sent = is sent out: { $about } ({ $reason })
screen-raised = { $name } is new: { $summary }
screen-moved = { $name } moved from { $before } to { $after }
screen-became = { $name } is { $after } now, it was { $before }
screen-verdict = { $name } is called { $called }
screen-failure = did not work ({ $kind }): { $what }: { $reason }
screen-waiting = waiting { $seconds } s: { $reason }
screen-engine-waiting = no answer from { $engine }; asked again in { $seconds } s ({ $reason })
screen-engine-again = no answer from { $engine }; being asked again ({ $reason })
screen-engine-resting = left out until the next iteration: { $engine } ({ $reason })
screen-engine-back = { $engine } answers again
screen-schema-refused = the server refused the schema of { $call }; from now on the prompt tells it ({ $reason })
screen-thinking = thinks with { $tool }: { $because }
screen-turned = goes in circles: { $reason }; so { $change }
screen-by-rule = (learned: { $rule })
screen-lesson = lesson: { $reason }. { $lesson } { $adjustment }
screen-learned = learned: { $rule } (confidence { $confidence })
screen-followed = followed { $applied } times, { $success } of them with success: { $rule }
screen-new = new
screen-parts = sub-questions { $answered }/{ $parts }
screen-cost = cost { $spent } of { $budget }
screen-free = free, no model
screen-elapsed = time { $elapsed }
screen-failures = failures: { $count }, the last: { $last }
screen-no-failures = no failures
screen-closed = In all { $observations ->
    [one] { $observations } observation
   *[other] { $observations } observations
}, { $hypotheses ->
    [one] { $hypotheses } hypothesis
   *[other] { $hypotheses } hypotheses
}, { $cost }
screen-brought = { $explorers ->
    [one] { $explorers } Explorer
   *[other] { $explorers } Explorers
} finished: { $facts ->
    [one] { $facts } new fact
   *[other] { $facts } new facts
}, { $claims ->
    [one] { $claims } new claim
   *[other] { $claims } new claims
}
screen-judged = New verdicts: { $verdicts }
screen-keys = s pause · q stop · t thesis · n note · ? help · Ctrl-C twice ends at once
screen-keys-short = s q t n ?
screen-help-1 = s pause: calls in flight come home, then it ends; `pathfinder resume` goes on
screen-help-2 = q stop: the same, and the session is marked as stopped
screen-help-3 = t thesis now, written from the last closed iteration; the research goes on
screen-help-4 = n a note for the next iteration; Enter sends it, Esc throws it away
screen-help-5 = Ctrl-C once is like s, twice ends at once; ? closes this
screen-note = note>{ " " }
screen-note-keys = Enter sends, Esc cancels
screen-noted = Noted for the next iteration: { $text }
screen-pausing = pausing: calls in flight come home first
screen-stopping = stopping: calls in flight come home first
screen-thesis-early = there is no closed iteration yet to write from
screen-thesis-begun = writing the thesis
screen-thesis-done = The thesis as things stand: { $path }
run-status-completed = Finished
run-status-paused = Paused
run-status-stopped_by_user = Stopped
run-status-budget_exceeded = The budget is used up
run-status-running = Running
run-status-initialized = Not begun
batch-screen-totals = { $done } of { $total } done, { $running } running, { $failed } failed · { $cost }
batch-screen-cost-of = { $spent } of { $budget }
batch-screen-forecast = about { $minutes } min and { $cost } to go
batch-screen-question = question
batch-screen-iteration = iteration
batch-screen-phase = doing
batch-screen-cost = cost
batch-screen-more = ... and { $count } more
batch-screen-keys = Ctrl-C: finish the calls in flight and stop; the same command goes on.
batch-screen-stopping = Stopping when the calls in flight are home; Ctrl-C again ends at once.
reading-begins = Looking for passages on: { $question }
reading-indexing-reading = indexing { $done } of { $total }
reading-indexing-vectors = indexing { $done } of { $total }, vectors
reading-first = First passages:

screen-budget-changed = the budget is { $budget } now
