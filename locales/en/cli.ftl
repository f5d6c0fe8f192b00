# Messages of the command line.

## cli/commands/ask

ask-question-empty = The question is empty; say what to find out.
ask-needs-model = A further question needs a language model: set ANTHROPIC_API_KEY, or name one with --model. `pathfinder recall WORDS` finds words in the stored pages without one.
no-answer-written = No answer was written: { $reason }
ask-further = To research what is missing, run one of these, then `pathfinder resume`:

## cli/commands/backup

session-not-shareable = Session { $session } cannot be shared: without notes and paths its record does not hold together ({ $reason }). Nothing was written; please report it.
with-texts-needs-share = --with-texts belongs to --share; a backup holds all texts anyway.
restored = Restored: { $session } ({ $iteration ->
    [one] { $iteration } iteration
   *[other] { $iteration } iterations
}: { $question })
restored-whole = Every file is as it was packed, and the record is whole.
migrated = Migrated from { $version }: { $session } ({ $question })
migrated-files = All { $files ->
    [one] { $files } file
   *[other] { $files } files
} are in { $kept }. Nothing counts until it is found again.
shared-without-texts = Quotes are in it, the pages they stand on are not; --with-texts adds them.
restored-without-texts = It was shared without the texts of its pages, so its quotes cannot be looked up here.
restored-with-problems = { $count ->
    [one] { $count } problem
   *[other] { $count } problems
}, which its backup had as well.
migrated-unknown = Not understood, and kept as it was: { $row }

## cli/commands/batch

batch-new-needs-file = --new needs the file of questions.
no-batch-yet = There is no batch yet; give a file of questions.
by-needs-overnight = --by says until when calls wait, and they do with --overnight only.
overnight-needs-provider = --overnight needs a provider with batches, Anthropic or OpenAI: leave it out, or name a model of theirs with --model.
by-is-over = --by { $time } is over; name a time to come.
batch-not-running = No batch is running here; nothing was asked of it.
asked-to-stop = Asked process { $pid } to stop; it finishes the calls in flight first.
batch-header = Batch { $batch }: { $count } questions, { $at_once } at a time.
batch-engine = Engine: { $engine }.
batch-questions-left = { $count } of { $all } questions are left; the same command goes on with them.
batch-file-too-large = { $path } is larger than { $most } MB; is it a file of questions?
not-utf8 = { $path } is not UTF-8 text; save it as UTF-8.
by-is-no-time = --by { $time } is no time; write 07:00, or 2026-11-30T07:00.
overnight-notice = Model calls wait for the provider's batches, at half the price.
batch-forecast = { $count } of { $all } to do: about { $amount }.
batch-nothing-failed = No question has failed; nothing is taken up again.
batch-ended-at-once = Ended at once; the same command goes on where it was.
batch-results = Results: { $folder }/results.jsonl, results.csv; { $index }
overnight-until = From { $time } on none waits.
overnight-forecast = That is without batches; a call that waits for one costs half.

## cli/commands/config

models-by-call = Models by call and preset; `now` has your own settings in it:
config-exists = { $path } is there already and was left as it is.

## cli/commands/demo

demo-documents = The { $count } documents of a fictional world are in { $folder }
demo-needs-files = The demo reads its documents from files; install Pathfinder with pip, pipx or uv.
demo-session = The session of this demo is in { $folder }
next-steps = What to do next:
step-passage = A passage with its source
step-list-as-page = The list as a web page
step-own-documents = Your own documents
step-delete-demo = Delete the session of this demo

## cli/commands/doctor

doctor-source-table = { $count } places, dated { $day }
doctor-no-terminal = { $terminal }; output is no terminal: plain lines
doctor-no-full-text = SQLite { $version } has no full-text search ({ $reason })
doctor-missing-files = missing: { $names }; install Pathfinder again
doctor-folder-not-writable = { $folder } cannot be written: { $reason }

## cli/commands/inspect

no-such-hypothesis = There is no hypothesis { $hypothesis } in session { $session }.
session-has-no-log = This session has no log yet.
session-of-first-plan = This session has the format of the first plan; `pathfinder migrate .` makes it one of ours.
no-such-item = There is no { $name } in session { $session }; ids look like obs_3, hyp_A1 or a page hash.
verified-with-leftovers = { $session }: whole; the next run clears away what an interrupted one left.

## cli/commands/mcp

budget-and-total-wrong = --budget and --total take an amount in dollars, such as 3.50.
docs-option-not-a-folder = --docs { $folder } is not a folder.
mcp-needs-packages = The MCP server needs more packages: pip install 'pathfinder-research[mcp]'.
port-unusable = Port { $port } of this machine cannot be used: { $reason }.
mcp-header = Clients send the header: Authorization: Bearer { $token }

## cli/commands/recall

no-such-iteration = Session { $session } has no iteration { $number }.
recall-nothing = Nothing in the archives or the pages of this session has these words.

## cli/commands/recheck

document-gone = { $url } is no longer among the documents.
recheck-documents-only = Only the documents were looked at; --allow-remote asks the web and Crossref as well.
recheck-quotes-lost = quotes lost

## cli/commands/rejudge

budget-wrong = --budget takes an amount in dollars, such as 3.50.
rejudge-claim = claim
rejudge-then = then

## cli/commands/report

stdout-one-format = --stdout takes one --format, and has no file to --open.
brief-without-json = --brief has no json; choose from md,html,docx,pdf.
appendix-needs-pdf = --appendix goes with --format pdf.
report-format-unknown = { $names } is no format of a report; choose from md,html,json,docx,pdf.
no-written-answer = This session has no written answer; `pathfinder report --judge` asks a model for one.
not-judged-formats = No model has judged this session; its reading list is md, html or json.
report-pages-unread = { $count } pages could not be read; their quotes are shown without the text around them.
report-cannot-open = Nothing here opens files; the report is { $path }
report-written = Report: { $path }
reading-list-written = Reading list: { $path }

## cli/commands/research

plan-needs-terminal = --plan asks for approval, and nobody can be asked here; give --plan-file instead.
tour-cannot-go-on = This session is a tour: its model answers were recorded, and there are no further ones; `pathfinder research` starts a session of your own.
question-empty = The question is empty; say what to research.
plan-not-approved = Nothing was explored; `pathfinder resume` begins session { $session } as planned.
prompts-need-model = Without a model no prompt is read: leave --prompts out, or set ANTHROPIC_API_KEY for a model.
session-has-plan = Session { $session } has its plan already; --new starts one with another plan.
docs-kind-unknown = What are these documents? Nobody says, so each counts as an unknown source (0.2) and none can confirm anything; --docs-as official (or paper, news, blog, forum) says it for all of them, --trust-front-matter lets each say it.
traces-need-packages = Traces need more packages: pip install 'pathfinder-research[otel]'.
traces-not-delivered = Not all traces could be delivered to { $address }
ended-at-once = Ended at once; `pathfinder resume` goes on where it was.

## cli/commands/schema

no-such-schema = There is no schema { $name }; there are { $names }.

## cli/commands/serve

serve-address = Open this address in a browser: { $address }
serve-stopping = Ctrl-C ends the server; runs that it started go on.
serve-needs-packages = The page needs more packages: pip install 'pathfinder-research[serve]'.

## cli/commands/sessions

current-session = The current session is { $session }.
deleted = Deleted: { $session }.
no-sessions = There is no session here yet; start one with: pathfinder research QUESTION
moved-to-trash = Moved to { $path }; move it back into `sessions` to have it again.
delete-needs-yes = Session { $session } was left as it is: say --yes to delete it without asking.
delete-really = Delete { $session } for good?
nothing-deleted = Nothing was deleted.

## cli/commands/steer

session-not-running = Session { $session } is not running; nothing was asked of it.
note-empty = The note is empty; say what to look at.
noted = Noted for session { $session }: { $kinds }.
views-written = { $session }: { $count } views written.

## cli/commands/tour

tour-is-recorded = This is a tour: the model answers were recorded, and everything else runs live on this machine.
tour-recording = Model answers recorded on { $day } ({ $model }): { $calls } calls, { $sent } tokens read and { $written } written.
tour-session = The session of this tour is in { $folder }
step-report-as-page = The report as a web page
step-status = Where the session stands
step-delete-tour = Delete the session of this tour

## cli/commands/write

stdout-or-out = --stdout and --out both say where the thesis goes; choose one.
format-unknown = { $name } is no format; choose from { $names }.
diff-iterations-wrong = diff takes an earlier and a later iteration that are both closed; session { $session } has closed { $iteration }.
record-too-short = The record of session { $session } does not go back to iteration { $iteration }.
thesis-written = Thesis: { $path }
thesis-by-code = Its sentences are made by code: { $reason }
cannot-write = Could not write { $path }: { $reason }; choose another place.
thesis-sentences-dropped = { $count } sentences were dropped; the thesis says which and why.

## cli/screen/help

aborted = Aborted.

migrated-counts = { $hypotheses } hypotheses, { $observations } observations without a checked quote, { $keywords } keywords, { $searches } searches.
wish-spend-on-batch = spend up to { $amount } on the batch { $batch }
this-batch = This batch
config-written = Config: { $path }. Take the // away from a line to change its value.
doctor-parser = HTML, PDF and text in a process of its own, with limits
doctor-terminal = { $terminal }, { $columns } columns
doctor-not-allowed = left out, because it is not allowed yet: { $what }
doctor-folder = { $folder }, { $free } GB free
doctor-no-key = no { $variable }: set it, or { $address_variable }, to have a language model; without one { $without }
doctor-settings-usual = all settings are the usual ones
verified-problems = { $session }: { $count } problems.
verified-whole = { $session }: whole.
mcp-address = MCP server: { $address }
recheck-summary = { $count } sources: { $counts }.
recheck-no-page = This session cites no page yet.
this-session = This session
rejudge-header = Then: { $then }. Now: { $model }. { $amount }
rejudge-no-answer = no answer
session-state = { $status }, { $iteration ->
    [one] { $iteration } iteration
   *[other] { $iteration } iterations
}

## Words for states, kinds and verdicts

session-state-initialized = initialized
session-state-running = running
session-state-paused = paused
session-state-completed = completed
session-state-stopped_by_user = stopped
session-state-budget_exceeded = budget used up
session-state-unreadable = unreadable
batch-state-waiting = waiting
batch-state-running = running
batch-state-done = done
batch-state-paused = paused
batch-state-stopped = stopped
batch-state-budget = budget
batch-state-failed = failed
batch-state-same = same
note-kind-note = note
note-kind-keyword = keyword
note-kind-hypothesis = hypothesis
recall-kind-search = search
recall-kind-keyword = keyword
recall-kind-failure = failure
recheck-same = same
recheck-changed = changed
recheck-dead = dead
recheck-retracted = retracted
recheck-count = { $count } { $standing }
verdict-Confirmed = Confirmed
verdict-Confirmed-for = Confirmed for
verdict-Confirmed-against = Confirmed against
verdict-Likely = Likely
verdict-Likely-for = Likely for
verdict-Likely-against = Likely against
verdict-Uncertain = Uncertain
review-UPHELD = UPHELD
review-WEAKENED = WEAKENED
review-REFUTED = REFUTED
pair-same = same
pair-opposes = opposes
pair-related = related
pair-separate = separate
doctor-ok = ok
doctor-note = note
doctor-fault = FAULT
now = now
rejudge-unknown = unknown
rejudge-summary = { $verdicts } of { $all_verdicts } verdicts and { $pairs } of { $all_pairs } pairs are the same.

## Problems on disk

problem-kind-graph_missing = graph_missing
problem-kind-graph_unreadable = graph_unreadable
problem-kind-graph_newer = graph_newer
problem-kind-graph_breach = graph_breach
problem-kind-graph_differs = graph_differs
problem-kind-graph_behind = graph_behind
problem-kind-start_missing = start_missing
problem-kind-start_unreadable = start_unreadable
problem-kind-archive_missing = archive_missing
problem-kind-archive_unreadable = archive_unreadable
problem-kind-archive_newer = archive_newer
problem-kind-archive_misnumbered = archive_misnumbered
problem-kind-archive_refused = archive_refused
problem-kind-archive_digest = archive_digest
problem-kind-archive_ahead = archive_ahead
problem-kind-chain_missing = chain_missing
problem-kind-chain_broken = chain_broken
problem-kind-saved_differs = saved_differs
problem-kind-save_unfinished = save_unfinished
problem-kind-page_missing = page_missing
problem-kind-page_altered = page_altered
problem-kind-source_missing = source_missing
problem-kind-source_unreadable = source_unreadable
problem-kind-source_differs = source_differs
problem-kind-quote_differs = quote_differs
problem-kind-strength_differs = strength_differs
problem-kind-ids_gap = ids_gap
problem-kind-journal_unreadable = journal_unreadable
problem-kind-journal_torn = journal_torn
problem-kind-journal_diverged = journal_diverged
problem-kind-journal_misplaced = journal_misplaced
problem-kind-control_unreadable = control_unreadable
problem-kind-loose_permissions = loose_permissions
problem-kind-not_a_file = not_a_file
problem-kind-leftover = leftover
problem-kind-lock_stale = lock_stale

## Batches

batch-limits = Limits of each question: { $iterations } iterations, { $budget }.
batch-limits-all = Limits of each question: { $iterations } iterations, { $budget }; of all together: { $total }.
batch-where = Batch { $batch }: { $count } questions, { $at_once } at a time, at most { $amount } in all.
batch-same-question = Question { $number } asks the same as question { $other }; it is researched once.
batch-like-question = Question { $number } is much like ({ $likeness }) question { $other }.
batch-part-failed = { $count } of { $all } questions did not come to their end; `pathfinder batch --failed` takes them up again.

## Keeping, steering, exports

backup-written = Backup: { $path } ({ $count } files, { $bytes } bytes)
shared-written = Shared bundle: { $path } ({ $count } files, { $bytes } bytes)
asked-to-pause = Asked process { $pid } to pause; it finishes the calls in flight first.
asked-to-end = Asked process { $pid } to end; it finishes the calls in flight first.
export-evidence = every observation with the claim it bears on
export-csl = sources as CSL-JSON
export-bibtex = sources as BibTeX
export-ris = sources as RIS
export-graph = claims, observations and sources with their links
no-evidence = No evidence was found: nothing in this report answers the question.

## This machine

doctor-machine = Python { $python } on { $system }, SQLite { $sqlite }, anthropic { $sdk }
doctor-vectors = { $encoder }: translation { $near }, another sentence { $far }
doctor-without-model = a run gives a reading list, no language model
doctor-as-settings-say = as the settings say: { $without }
doctor-terminal-plain = { $terminal }, { $columns } columns, no colour
doctor-no-term = no TERM
doctor-missing = missing
doctor-from-user = { $count } from your own config
doctor-from-file = { $count } from { $path }
doctor-from-environment = { $count } from the environment
doctor-from-flag = { $count } from --model
model-tested = { $model } passed { $passed } of { $all } in { $seconds } s; `pathfinder doctor --model` says more.
model-tested-paid = { $model } passed { $passed } of { $all } in { $seconds } s, for { $amount }; `pathfinder doctor --model` says more.

## Settings and permissions

session-on-same-question = Session { $session } is on the same question; --continue goes on with it.
session-on-similar-question = Session { $session } is on a similar question; --continue goes on with it.
batch-line-wrong = { $where }: { $reason }.
file-line = { $name }, line { $line }
no-such-setting-near = There is no setting { $path }; did you mean { $near }
no-such-setting = There is no setting { $path }; `pathfinder config show` lists what there is
sentence = { $text }.
settings-ignored-near = Ignored in { $path }, no such setting: { $names }; did you mean { $near }.
settings-ignored = Ignored in { $path }, no such setting: { $names }; `pathfinder config show` lists what there is.
variable-unknown = The variable { $name } is no setting.
variable-unknown-near = The variable { $name } is no setting; did you mean { $near }.
consent-model = passages of your documents are sent to a model on another machine
consent-search = queries are sent to search engines, without words that stand in your documents only
consent-ask = Is it all right that { $what }?
list-and-that = { $first }, and that { $second }
list-and-to = { $first }, and to { $second }
wish-preset = use the models of the preset { $value }
wish-preset-usual = use the models of the usual preset
wish-prompts = read prompts from { $value }
wish-pdf = write PDF files to { $value }
wish-proxy = fetch pages through the proxy { $value }
wish-proxy-none = fetch pages without your proxy
wish-certificates = trust the certificates in { $value }
wish-certificates-built-in = trust the built-in certificates
wish-private = fetch pages from private places ({ $value })
wish-traces = send traces to { $value }
wish-trace-content = name the question and page addresses in traces
wish-documents = read the documents in { $folder }
wish-documents-kind = read the documents in { $folder } as sources of the kind { $kind }
wish-trusting = { $what } and believe what they say of their origin
engine-reading-list = reading list, no language model

## What is wrong with a command line

usage-no-such-option = There is no option { $name }.
usage-no-such-option-near = There is no option { $name }; did you mean { $near }?
usage-no-such-command = There is no command { $name }.
usage-no-such-command-near = There is no command { $name }; did you mean { $near }?
usage-missing-argument = The argument { $name } is missing.
usage-missing-option = The option { $name } is missing.
usage-option-needs-value = The option { $name } needs a value.
usage-option-takes-no-value = The option { $name } takes no value.
usage-bad-value = { $name } takes { $kind }.
usage-wrong = This is not how `{ $command }` is used; see `{ $command } --help`.

## Values of settings

setting-refused = { $place } in { $where } was not taken: { $reason }.
setting-of-config = the config
setting-names-variable = it takes the name of an environment variable, such as EXA_API_KEY, never the key itself
value-integer = input should be a valid integer
value-number = input should be a valid number
value-date = input should be a valid date
value-at-least = input should be greater than or equal to { $bound }
value-at-most = input should be less than or equal to { $bound }
value-more-than = input should be greater than { $bound }
value-less-than = input should be less than { $bound }
engine-recorded = model answers recorded on { $day } ({ $model })
