# What the command line says. The ids are those of locales/ko/cli.ftl.

## cli/commands/ask

ask-further = To research what is missing, run one of these, then `pathfinder resume`:
ask-needs-model = A further question needs a language model: set ANTHROPIC_API_KEY, or name one with --model. `pathfinder recall WORDS` finds words in the stored pages without one.
ask-question-empty = The question is empty; say what to find out.
no-answer-written = No answer was written: { $reason }

## cli/commands/backup

backup-written = Backup: { $path } ({ $count } files, { $bytes } bytes)
migrated-counts = { $hypotheses } hypotheses, { $observations } observations without a checked quote, { $keywords } keywords, { $searches } searches.
migrated-files = All { $files ->
    [one] { $files } file
   *[other] { $files } files
} are in { $kept }. Nothing counts until it is found again.
migrated-unknown = Not understood, and kept as it was: { $row }
problem-kind-archive_ahead = archive_ahead
problem-kind-archive_digest = archive_digest
problem-kind-archive_misnumbered = archive_misnumbered
problem-kind-archive_missing = archive_missing
problem-kind-archive_newer = archive_newer
problem-kind-archive_refused = archive_refused
problem-kind-archive_unreadable = archive_unreadable
problem-kind-chain_broken = chain_broken
problem-kind-chain_missing = chain_missing
problem-kind-control_unreadable = control_unreadable
problem-kind-graph_behind = graph_behind
problem-kind-graph_breach = graph_breach
problem-kind-graph_differs = graph_differs
problem-kind-graph_missing = graph_missing
problem-kind-graph_newer = graph_newer
problem-kind-graph_unreadable = graph_unreadable
problem-kind-ids_gap = ids_gap
problem-kind-journal_diverged = journal_diverged
problem-kind-journal_misplaced = journal_misplaced
problem-kind-journal_torn = journal_torn
problem-kind-journal_unreadable = journal_unreadable
problem-kind-leftover = leftover
problem-kind-lock_stale = lock_stale
problem-kind-loose_permissions = loose_permissions
problem-kind-not_a_file = not_a_file
problem-kind-page_altered = page_altered
problem-kind-page_missing = page_missing
problem-kind-quote_differs = quote_differs
problem-kind-save_unfinished = save_unfinished
problem-kind-saved_differs = saved_differs
problem-kind-source_differs = source_differs
problem-kind-source_missing = source_missing
problem-kind-source_unreadable = source_unreadable
problem-kind-start_missing = start_missing
problem-kind-start_unreadable = start_unreadable
problem-kind-strength_differs = strength_differs
restored = Restored: { $session } ({ $iteration ->
    [one] { $iteration } iteration
   *[other] { $iteration } iterations
}: { $question })
restored-whole = Every file is as it was packed, and the record is whole.
restored-with-problems = { $count ->
    [one] { $count } problem
   *[other] { $count } problems
}, which its backup had as well.
restored-without-texts = It was shared without the texts of its pages, so its quotes cannot be looked up here.
session-not-shareable = Session { $session } cannot be shared: without notes and paths its record does not hold together ({ $reason }). Nothing was written; please report it.
shared-without-texts = Quotes are in it, the pages they stand on are not; --with-texts adds them.
shared-written = Shared bundle: { $path } ({ $count } files, { $bytes } bytes)
with-texts-needs-share = --with-texts belongs to --share; a backup holds all texts anyway.

## cli/commands/batch

asked-to-stop = Asked process { $pid } to stop; it finishes the calls in flight first.
batch-ended-at-once = Ended at once; the same command goes on where it was.
batch-engine = Engine: { $engine }.
batch-file-too-large = { $path } is larger than { $most } MB; is it a file of questions?
batch-forecast = { $count } of { $all } to do: about { $amount }.
batch-header = Batch { $batch }: { $count ->
    [one] { $count } question
   *[other] { $count } questions
}, { $at_once } at a time.
batch-like-question = Question { $number } is much like ({ $likeness }) question { $other }.
batch-limits = Limits of each question: { $iterations ->
    [one] { $iterations } iteration
   *[other] { $iterations } iterations
}, { $budget }.
batch-limits-all = Limits of each question: { $iterations ->
    [one] { $iterations } iteration
   *[other] { $iterations } iterations
}, { $budget }; of all together: { $total }.
batch-new-needs-file = --new needs the file of questions.
batch-not-running = No batch is running here; nothing was asked of it.
batch-nothing-failed = No question has failed; nothing is taken up again.
batch-part-failed = { $count } of { $all } questions did not come to their end; `pathfinder batch --failed` takes them up again.
batch-questions-left = { $count } of { $all } questions are left; the same command goes on with them.
batch-results = Results: { $folder }/results.jsonl, results.csv; { $index }
batch-same-question = Question { $number } asks the same as question { $other }; it is researched once.
batch-state-budget = budget
batch-state-done = done
batch-state-failed = failed
batch-state-paused = paused
batch-state-running = running
batch-state-same = same
batch-state-stopped = stopped
batch-state-waiting = waiting
batch-where = Batch { $batch }: { $count ->
    [one] { $count } question
   *[other] { $count } questions
}, { $at_once } at a time, at most { $amount } in all.
by-is-no-time = --by { $time } is no time; write 07:00, or 2026-11-30T07:00.
by-is-over = --by { $time } is over; name a time to come.
by-needs-overnight = --by says until when calls wait, and they do with --overnight only.
no-batch-yet = There is no batch yet; give a file of questions.
not-utf8 = { $path } is not UTF-8 text; save it as UTF-8.
overnight-forecast = That is without batches; a call that waits for one costs half.
overnight-needs-provider = --overnight needs a provider with batches, Anthropic or OpenAI: leave it out, or name a model of theirs with --model.
overnight-notice = Model calls wait for the provider's batches, at half the price.
overnight-until = From { $time } on none waits.
this-batch = This batch
wish-spend-on-batch = spend up to { $amount } on the batch { $batch }

## cli/commands/config

config-exists = { $path } is there already and was left as it is.
config-written = Config: { $path }. Take the // away from a line to change its value.
models-by-call = Models by call and preset; `now` has your own settings in it:

## cli/commands/demo

demo-documents = The { $count } documents of a fictional world are in { $folder }
demo-needs-files = The demo reads its documents from files; install Pathfinder with pip, pipx or uv.
next-steps = What to do next:
step-delete-demo = Delete the session of this demo
step-own-documents = Your own documents

## cli/commands/doctor

doctor-active = active
doctor-answers = { $address } answers
doctor-as-settings-say = as the settings say: { $without }
doctor-asked-in-words = it is asked for JSON in words, without cache and server tools
doctor-can-effort = effort
doctor-can-schemas = schemas
doctor-can-thinking = thinking
doctor-can-web-search = web search
doctor-context = { $tokens } tokens, question and answer together
doctor-cut = { $what }: not known; thinking and answer did not fit into { $tokens } tokens
doctor-dearer = over { $tokens } { $input } in, { $output } out
doctor-deprecated = deprecated
doctor-dialect = answers are asked for { $form }; kept, dated { $day }
doctor-dialect-repeated = answers are asked for { $form }, and the prompt repeats the schema; kept, dated { $day }
doctor-failed = { $what }: failed
doctor-fault = FAULT
doctor-folder = { $folder }, { $free } GB free
doctor-folder-not-writable = { $folder } cannot be written: { $reason }
doctor-form-json-object = in JSON mode
doctor-form-json-schema = with a schema
doctor-form-none = in words
doctor-free = costs nothing
doctor-from-environment = { $count } from the environment
doctor-from-file = { $count } from { $path }
doctor-from-flag = { $count } from --model
doctor-from-user = { $count } from your own config
doctor-how = { $effort } { $tokens }
doctor-key-not-set = no { $variable }; a server of your own may need none
doctor-key-set = { $variable } is set
doctor-lacks = no { $what }
doctor-limit-input-tokens = { $count } input tokens
doctor-limit-output-tokens = { $count } output tokens
doctor-limit-requests = { $count } requests
doctor-limits = { $limits } a minute
doctor-limits-later = told with the first answer, and kept from then on
doctor-lists-none = the server lists no models
doctor-machine = Python { $python } on { $system }, SQLite { $sqlite }, anthropic { $sdk }
doctor-missing = missing
doctor-missing-files = missing: { $names }; install Pathfinder again
doctor-no-effort = no effort
doctor-no-full-text = SQLite { $version } has no full-text search ({ $reason })
doctor-no-key = no { $variable }: set it, or { $address_variable }, to have a language model; without one { $without }
doctor-no-term = no TERM
doctor-no-terminal = { $terminal }; output is no terminal: plain lines
doctor-not-allowed = left out, because it is not allowed yet: { $what }
doctor-not-listed = not in the server's list
doctor-not-tested = not tested yet
doctor-note = note
doctor-ok = ok
doctor-own-prices = { $prices }; yours for { $models }
doctor-parser = HTML, PDF and text in a process of its own, with limits
doctor-passed = { $what }: passed
doctor-price = { $input } in, { $output } out, { $cached } cached
doctor-price-unknown = no price known: give --price { $model }=INPUT,OUTPUT
doctor-prices = dollars per million tokens, as of { $day }
doctor-prompts-ours = all as ours
doctor-question-cost = { $spent }; a question about { $cost } (estimated)
doctor-retired = retired
doctor-seats = { $roles } { $how }
doctor-server-has = the server has { $models }; --model chooses one for all roles
doctor-settings-usual = all settings are the usual ones
doctor-sizes = { $input } in, { $output } out
doctor-source-table = { $count } places, dated { $day }
doctor-speed = { $tokens } tokens a second in the long answer; { $seconds } s in all
doctor-terminal = { $terminal }, { $columns } columns
doctor-terminal-plain = { $terminal }, { $columns } columns, no colour
doctor-test-cost = { $used }: this test { $cost }
doctor-test-enum = enum
doctor-test-korean = Korean
doctor-test-long-answer = long answer
doctor-test-nested-list = nested list
doctor-test-schema = schema
doctor-tested = tested on { $day }
doctor-until = { $state } until { $day }
doctor-used = { $input } tokens in, { $output } out
doctor-vectors = { $encoder }: translation { $near }, another sentence { $far }
doctor-without-model = a run gives a reading list, no language model

## cli/commands/inspect

no-such-hypothesis = There is no hypothesis { $hypothesis } in session { $session }.
no-such-item = There is no { $name } in session { $session }; ids look like obs_3, hyp_A1 or a page hash.
sentence = { $text }.
session-has-no-log = This session has no log yet.
session-of-first-plan = This session has the format of the first plan; `pathfinder migrate .` makes it one of ours.
verified-problems = { $session }: { $count ->
    [one] { $count } problem
   *[other] { $count } problems
}.
verified-whole = { $session }: whole.
verified-with-leftovers = { $session }: whole; the next run clears away what an interrupted one left.

## cli/commands/mcp

budget-and-total-wrong = --budget and --total take an amount in dollars, such as 3.50.
docs-option-not-a-folder = --docs { $folder } is not a folder.
mcp-address = MCP server: { $address }
mcp-header = Clients send the header: Authorization: Bearer { $token }
mcp-needs-packages = The MCP server needs more packages: pip install 'pathfinder-research[mcp]'.
port-unusable = Port { $port } of this machine cannot be used: { $reason }.

## cli/commands/recall

no-such-iteration = Session { $session } has no iteration { $number }.
page-number = page { $hash }
recall-kind-failure = failure
recall-kind-keyword = keyword
recall-kind-search = search
recall-nothing = Nothing in the archives or the pages of this session has these words.

## cli/commands/recheck

document-gone = { $url } is no longer among the documents.
recheck-changed = changed
recheck-count = { $count } { $standing }
recheck-dead = dead
recheck-documents-only = Only the documents were looked at; --allow-remote asks the web and Crossref as well.
recheck-in-catalogue = read in a catalogue; address and retraction were looked at
recheck-no-page = This session cites no page yet.
recheck-quotes-gone = { $count } of { $all } quotes are no longer there
recheck-quotes-lost = quotes lost
recheck-retracted = retracted
recheck-same = same
recheck-summary = { $count ->
    [one] { $count } source
   *[other] { $count } sources
}: { $counts }.
this-session = This session

## cli/commands/rejudge

budget-wrong = --budget takes an amount in dollars, such as 3.50.
pair-narrower = narrower
pair-opposes = opposes
pair-related = related
pair-same = same
pair-separate = separate
pair-wider = wider
rejudge-claim = claim
rejudge-header = Then: { $then }. Now: { $model }. { $amount }
rejudge-no-answer = no answer
rejudge-summary = { $verdicts } of { $all_verdicts } verdicts and { $pairs } of { $all_pairs } pairs are the same.
rejudge-then = then
rejudge-unknown = unknown
review-REFUTED = REFUTED
review-UPHELD = UPHELD
review-WEAKENED = WEAKENED
verdict-Confirmed = Confirmed
verdict-Confirmed-against = Confirmed (against)
verdict-Confirmed-for = Confirmed (for)
verdict-Likely = Likely
verdict-Likely-against = Likely (against)
verdict-Likely-for = Likely (for)
verdict-Uncertain = Uncertain

## cli/commands/report

appendix-needs-pdf = --appendix goes with --format pdf.
brief-without-json = --brief has no json; choose from md,html,docx,pdf.
no-evidence = No evidence was found: nothing in this report answers the question.
no-written-answer = This session has no written answer; `pathfinder report --judge` asks a model for one.
not-judged-formats = No model has judged this session; its reading list is md, html or json.
reading-list-files = Reading list: { $path } ({ $others } beside it)
reading-list-written = Reading list: { $path }
report-cannot-open = Nothing here opens files; the report is { $path }
report-format-unknown = { $names } is no format of a report; choose from md,html,json,docx,pdf.
report-pages-unread = { $count } pages could not be read; their quotes are shown without the text around them.
report-written = Report: { $path }
stdout-one-format = --stdout takes one --format, and has no file to --open.

## cli/commands/research

docs-kind-unknown = What are these documents? Nobody says, so each counts as an unknown source (0.2) and none can confirm anything; --docs-as official (or paper, news, blog, forum) says it for all of them, --trust-front-matter lets each say it.
ended-at-once = Ended at once; `pathfinder resume` goes on where it was.
plan-needs-terminal = --plan asks for approval, and nobody can be asked here; give --plan-file instead.
plan-not-approved = Nothing was explored; `pathfinder resume` begins session { $session } as planned.
prompts-need-model = Without a model no prompt is read: leave --prompts out, or set ANTHROPIC_API_KEY for a model.
session-has-plan = Session { $session } has its plan already; --new starts one with another plan.
tour-cannot-go-on = This session is a tour: its model answers were recorded, and there are no further ones; `pathfinder research` starts a session of your own.
traces-need-packages = Traces need more packages: pip install 'pathfinder-research[otel]'.
traces-not-delivered = Not all traces could be delivered to { $address }

## cli/commands/schema

no-such-schema = There is no schema { $name }; there are { $names }.

## cli/commands/serve

serve-address = Open this address in a browser: { $address }
serve-fleet-one-user = --fleet shows the fleet to whoever opens the page; it cannot be used with --users.
serve-needs-packages = The page needs more packages: pip install 'pathfinder-research[serve]'.
serve-stopping = Ctrl-C ends the server; runs that it started go on.

## cli/commands/sessions

current-session = The current session is { $session }.
delete-needs-yes = Session { $session } was left as it is: say --yes to delete it without asking.
delete-really = Delete { $session } for good?
moved-to-trash = Moved to { $path }; move it back into `sessions` to have it again.
no-sessions = There is no session here yet; start one with: pathfinder research QUESTION
nothing-deleted = Nothing was deleted.
session-state = { $status }, { $iteration ->
    [one] { $iteration } iteration
   *[other] { $iteration } iterations
}
session-state-budget_exceeded = budget used up
session-state-completed = completed
session-state-initialized = initialized
session-state-paused = paused
session-state-running = running
session-state-stopped_by_user = stopped
session-state-unreadable = unreadable

## cli/commands/steer

asked-to-end = Asked process { $pid } to end; it finishes the calls in flight first.
asked-to-pause = Asked process { $pid } to pause; it finishes the calls in flight first.
note-kind-hypothesis = hypothesis
note-kind-keyword = keyword
note-kind-note = note
views-written = { $session }: { $count } views written.

## cli/commands/tour

step-delete-tour = Delete the session of this tour
step-report-as-page = The report as a web page
step-status = Where the session stands
tour-is-recorded = This is a tour: the model answers were recorded, and everything else runs live on this machine.
tour-recording = Model answers recorded on { $day } ({ $model }): { $calls } calls, { $sent } tokens read and { $written } written.
tour-session = The session of this tour is in { $folder }

## cli/commands/write

cannot-write = Could not write { $path }: { $reason }; choose another place.
diff-iterations-wrong = diff takes an earlier and a later iteration that are both closed; session { $session } has closed { $iteration }.
format-unknown = { $name } is no format; choose from { $names }.
stdout-or-out = --stdout and --out both say where the thesis goes; choose one.
thesis-by-code = Its sentences are made by code: { $reason }
thesis-sentences-dropped = { $count } sentences were dropped; the thesis says which and why.
thesis-written = Thesis: { $path }

## cli/main

output-not-writable = The output cannot be written ({ $reason }); what was saved stays saved.

## cli/screen/help

aborted = Aborted.
usage-bad-value = { $name } takes { $kind }.
usage-missing-argument = The argument { $name } is missing.
usage-missing-option = The option { $name } is missing.
usage-no-such-command = There is no command { $name }.
usage-no-such-command-near = There is no command { $name }; did you mean { $near }?
usage-no-such-option = There is no option { $name }.
usage-no-such-option-near = There is no option { $name }; did you mean { $near }?
usage-option-needs-value = The option { $name } needs a value.
usage-option-takes-no-value = The option { $name } takes no value.
usage-wrong = This is not how `{ $command }` is used; see `{ $command } --help`.

## cli/settings/allowed

permission-denied = It was not allowed, and nothing was sent.
permission-left-out = { $by } wants to { $what }. That was left out: it is not allowed yet.
permission-needed = { $by } wants to { $what }. If you want that, say so once with --allow-settings.
permission-not-kept = What you allowed could not be kept: { $reason }
permission-wanted = { $by } wants to { $what }. Allow it?
wish-certificates = trust the certificates in { $value }
wish-certificates-built-in = trust the built-in certificates
wish-key = send the key in { $variable } to { $address }
wish-listed-price = count the model { $model } at its listed price
wish-model = use the model { $model }
wish-models = use a model of its own for each role
wish-pdf = write PDF files to { $value }
wish-preset = use the models of the preset { $value }
wish-preset-usual = use the models of the usual preset
wish-price = count the model { $model } at ${ $input } and ${ $output } for a million tokens
wish-private = fetch pages from private places ({ $value })
wish-prompts = read prompts from { $value }
wish-proxy = fetch pages through the proxy { $value }
wish-proxy-none = fetch pages without your proxy
wish-queries = send queries to { $address }
wish-spend = spend up to ${ $amount }
wish-trace-content = name the question and page addresses in traces
wish-traces = send traces to { $value }

## cli/settings/batch_file

batch-column-unknown = { $where }: { $column } says nothing here; known are { $names }.
batch-file-empty = { $name } has no question; write one on each line.
batch-file-no-column = { $name } has no column `question`; its first line names the columns.
batch-file-too-many = { $name } has { $count } questions; a batch takes { $most } at most.
batch-label-not-text = { $where }: the label is not text; write it in quotes.
batch-line-wrong = { $where }: { $reason }.
batch-not-csv = { $name }, line { $line }: this is not CSV ({ $reason }).
batch-not-json = { $name }, line { $line }: this is not a JSON object on one line.
batch-question-empty = { $where }: the question is empty.
batch-question-not-text = { $where }: the question is not text; write it in quotes.
batch-too-many-values = { $name }, line { $line }: there are more values than columns.
batch-value-out-of-bounds = { $where }: { $column } is out of bounds ({ $reason }).
file-line = { $name }, line { $line }

## cli/settings/confirmation

editor-failed = The editor { $editor } ended with { $code }; nothing was started.
editor-not-started = The editor { $editor } cannot be started ({ $reason }); set EDITOR.
plan-file-unreadable = --plan-file { $path } cannot be read: { $reason }.
plan-wrong = A plan is 1 to { $most } questions, one a line, of at most { $longest } characters; { $name } has { $count }.

## cli/settings/consent

consent-ask = Is it all right that { $what }?
consent-denied = Nothing was sent; --engine local with --model reading-list stays on this machine.
consent-model = passages of your documents are sent to a model on another machine
consent-search = queries are sent to search engines, without words that stand in your documents only
docs-need-consent = With --docs, { $what }; agree with --allow-remote, or stay here with --engine local --model reading-list.

## cli/settings/contact

model-context-small = The model takes { $tokens } tokens at once, and prompts need up to { $needed }: longer pages are read in parts, and some calls will fail; give it more (docs/models.md says how).
server-has-one-model = { $server } has one model, { $model }; it is asked for everything.
server-lists-no-models = { $server } did not list its models ({ $reason }); each call waits up to { $seconds } s for it (models.silence_seconds).
server-no-list-of-models = no list of its models
server-said-nothing = No model was reached: { $server } took the connection and said nothing for { $seconds } s; start it again, or raise models.first_seconds if it is still loading.
server-silent = { $server } took the connection and says nothing; it is waited for up to { $seconds } s (models.first_seconds).
which-model = Which model? { $server } has { $models }; choose one with --model.
which-model-of-provider = Which model? { $server } has { $models }; name one: --model { $provider }:NAME.

## cli/settings/engines

days-swapped = --from is a later day than --until; swap them.
docs-without-files = { $folder } holds no file that can be read; put Markdown, HTML, PDF or office files there.
documents-more = { $count } more documents
documents-more-unread = they could not be read either
engine-line = { $name }; search: { $engine }
engine-reading-list = reading list, no language model
local-needs-docs = The engine local searches documents; give them with --docs FOLDER.
search-over-documents = search over the documents
nothing-to-search = There is nothing to search: give --docs FOLDER with Markdown, HTML, PDF or office files, or --engine academic for papers (no key needed), or set ANTHROPIC_API_KEY or EXA_API_KEY, or search.searxng.base_url in the config.
price-malformed = --price { $price } is not a price; write MODEL=INPUT,OUTPUT in dollars per million tokens.
price-too-high = --price { $model }: a price is at most ${ $most } for a million tokens.
prompts-unusable = The prompts in { $folder } cannot be used: { $reason }.
sources-not-a-table = --sources { $path } is not a source table: { $reason }.
sources-unreadable = --sources { $path } cannot be read: { $reason }.

## cli/settings/environment

database-address-missing = Where is the database? Set { $variable } to postgresql://user:password@host/name.
no-key = No key: set { $variable }, or { $address_variable } for a server of your own that speaks the Messages API; `--model reading-list` works without either.
no-key-for-provider = No key for { $provider }: set { $variable }.
server-address-missing = Where is the server? Set { $variable } to its address, such as http://localhost:8000/v1.

## cli/settings/forecast

forecast-assumed = assumed; nothing was measured here yet
forecast-free = Forecast: nothing; no call costs money.
forecast-measured = paid here before
forecast-run = Forecast: about { $each } an iteration ({ $basis }), { $total } for { $iterations ->
    [one] { $iterations } iteration
   *[other] { $iterations } iterations
}.

## cli/settings/layers

config-key-twice = { $name } stands there twice.
config-missing = There is no config at { $path }.
config-not-an-object = it has to be one object in braces.
config-not-json = The config { $path } is not JSON: { $reason } in { $where }.
config-refused = The config { $path } was not taken: { $reason }
config-too-deep = The config { $path } was not taken: it holds a number that is too long, or is nested too deeply.
config-unreadable = The config { $path } cannot be read: { $reason }.
no-such-setting = There is no setting { $path }; `pathfinder config show` lists what there is
no-such-setting-near = There is no setting { $path }; did you mean { $near }
session-options-refused = The session's asked.json was not taken: { $reason }.
setting-is-a-group = { $path } is a group of settings and takes an object, not { $value }.
setting-names-variable = it takes the name of an environment variable, such as EXA_API_KEY, never the key itself
setting-of-config = the config
setting-refused = { $place } in { $where } was not taken: { $reason }.
settings-ignored = Ignored in { $path }, no such setting: { $names }; `pathfinder config show` lists what there is.
settings-ignored-near = Ignored in { $path }, no such setting: { $names }; did you mean { $near }.
the-config = The config { $path }
value-at-least = input should be greater than or equal to { $bound }
value-at-most = input should be less than or equal to { $bound }
value-date = input should be a valid date
value-integer = input should be a valid integer
value-less-than = input should be less than { $bound }
value-more-than = input should be greater than { $bound }
value-number = input should be a valid number
variable-unknown = The variable { $name } is no setting.
variable-unknown-near = The variable { $name } is no setting; did you mean { $near }.

## cli/settings/options

output-options-exclude = --json, --events, --quiet and --verbose exclude each other; choose one.
until-wrong = --until takes answered, saturated or limit, or a day such as 2026-11-18.

## cli/settings/remembered

remembered-unreadable = { $path } cannot be read ({ $reason }); delete it, then give --docs again.
wish-documents = read the documents in { $folder }
wish-documents-kind = read the documents in { $folder } as sources of the kind { $kind }
wish-remote-documents = send queries and passages from the documents in { $folder } to other machines
wish-source-table = read the source table { $path }
wish-trusting = { $what } and believe what they say of their origin

## cli/settings/session_choice

continue-or-new = --continue and --new exclude each other; choose one.
going-on-with-session = Going on with session { $session }; --new starts another.
no-similar-session = There is no session on this question or a similar one; leave --continue out.
session-on-another-question = Session { $session } is on another question ({ $question }). Go on with that one with `pathfinder resume --session { $session }`, or leave --session out.
session-on-same-question = Session { $session } is on the same question; --continue goes on with it.
session-on-similar-question = Session { $session } is on a similar question; --continue goes on with it.
session-or-continue = --session names the session; leave --continue and --new out.

## cli/settings/trials

model-test-failed = The test of { $model } failed ({ $reason }); nothing else was asked.
model-test-not-kept = The test could not be kept: { $reason }
model-tested = { $model } passed { $passed } of { $all } in { $seconds } s; `pathfinder doctor --model` says more.
model-tested-first = { $model } was never used here: it is tested with { $count } small calls first.
model-tested-paid = { $model } passed { $passed } of { $all } in { $seconds } s, for { $amount }; `pathfinder doctor --model` says more.

# The fleet and its workers
fleet-tables-made = The tables are made.
fleet-tables-there = The tables were there already.
fleet-tables-updated = The tables are brought up to date.
fleet-calls = { $count ->
    [one] { $count } model call
   *[other] { $count } model calls
} a minute
fleet-calls-unlimited = no limit on model calls but each worker's own
fleet-searches = { $count ->
    [one] { $count } search
   *[other] { $count } searches
} a minute on each engine
fleet-searches-unlimited = searches at each worker's own pace
fleet-pace = All workers together: { $calls }, { $searches }.
fleet-start-workers = Start them with: pathfinder worker
fleet-submitted = Batch { $batch }: { $count } of { $all ->
    [one] { $all } question
   *[other] { $all } questions
} { $count ->
    [one] is
   *[other] are
} in the queue.
fleet-status = Batch { $batch }: { $counts }; { $spent } so far.
fleet-on-worker = on { $worker }
fleet-cancelled = Batch { $batch }: { $count ->
    [one] { $count } question is
   *[other] { $count } questions are
} cancelled. `fleet resume` or `fleet submit` takes { $count ->
    [one] it
   *[other] them
} up again.
fleet-paused = Batch { $batch }: { $count ->
    [one] { $count } question is
   *[other] { $count } questions are
} paused. `fleet resume` takes { $count ->
    [one] it
   *[other] them
} up again.
fleet-resumed = Batch { $batch }: { $count ->
    [one] { $count } question is
   *[other] { $count } questions are
} in the queue.
fleet-pulled = Batch { $batch }: { $count } of { $all ->
    [one] { $all } question
   *[other] { $all } questions
} { $count ->
    [one] has ended and is
   *[other] have ended and are
} here.
fleet-batch-of-other-version = Batch { $batch } was handed in by another version of Pathfinder; use that one.
question-cancelled = Cancelled.
question-paused = Paused.
worker-begins = Worker { $name }: { $count ->
    [one] { $count } session
   *[other] { $count } sessions
} at a time.
worker-stopped = Stopped; what was running goes on elsewhere.
worker-stale-too-short = --stale must be at least three times --heartbeat, or living workers are taken for dead.
worker-session-begins = { $session }: start { $number }
worker-session-ended = { $session }: { $state } { $reason }
worker-leaves = { $session }: { $reason } This worker leaves.
worker-command-unread = job { $job }: message { $number } was written by another version of Pathfinder and is passed over
worker-job-lost = job { $job } lost its worker; it goes back to the queue
worker-died-again = Its worker died again and again before it finished another step; look for what kills it, then submit the batch again.

our-fault = This is a fault of Pathfinder ({ $kind }: { $detail }).
report-our-fault = { $fault } Please report it.
report-our-fault-with = { $fault } Please report it with { $path }.

budget-is-no-amount = The budget is an amount in dollars, such as 3.50.
budget-session-not-running = Session { $session } is not running; `pathfinder resume --budget` takes a new budget.
budget-below-spent = Session { $session } has spent { $spent } already; name a higher budget.
budget-given = Gave process { $process } a budget of { $budget }; it counts from the next call on.
users-file-wrong = --users { $path }: { $where }: { $problem }.
users-not-distinct = --users { $path }: two users have the same { $what }.

explain-base = base of a type { $type } hypothesis: { $base }
explain-term = { $change } { $side } by { $name } (authority { $authority } x weight { $weight }, { $url })
explain-bonus = +{ $bonus } for { $trusted } trusted voices
explain-total = = { $total } (kept: { $kept })
explain-status = Status: { $status }; visits: { $visits }
explain-not-verified = not verified: { $reason }
explain-because = because: { $reason }
explain-condition = holds when: { $condition }
explain-related = Related, of another subject or under another condition: { $names }
explain-unjudged = Not judged yet
explain-no-side = no side
explain-stance = { $iid }: { $side }, { $grade }, confidence { $confidence }
explain-class = iteration { $iteration }, round { $round }: { $name }: { $reason }
explain-review = challenged in iteration { $iteration }, { $verdict }: { $challenge }
explain-no-verdict = No verdict: { $reason }
explain-verdict = Verdict [{ $tag }]{ $side }: { $reason }
explain-caveat = caveat: { $reason }
explain-look-for = look for: { $reason }

state-row-session = session
state-row-status = status
state-row-engine = engine
state-row-process = running in
state-row-iterations = iterations
state-row-evidence = evidence
state-row-hypotheses = hypotheses
state-row-conflicts = conflicts
state-row-cost = cost
state-row-failures = failures
state-row-health = health
state-row-search = search
state-row-judged = judged
state-process = process { $pid }
state-no-process = no process
state-iterations = { $closed } of { $most }
state-evidence = { $seen } observations on { $pages } pages
state-hypotheses = { $all }, { $alive } alive, { $tags }
state-conflicts = { $count } to settle
state-cost = { $spent } of { $budget }
state-searched = { $engine }: { $searches } searches, { $results } results, { $new } new
state-search-failed = { $failed } failed
state-not-judged = not judged: no language model; `pathfinder report` writes the reading list

cost-spent = spent
cost-left = left
cost-roles = By role
cost-engines = By engine
cost-iterations = By iteration
cost-searches = Searches
cost-open = open
cost-exa = Exa credit
cost-forecast = forecast
cost-free = Nothing has cost anything.
cost-ahead = about { $each } an iteration; { $paid } of { $left } more are paid for; { $total } at the end

choose-same = There is a session on this question already:
choose-similar = There are sessions on similar questions:
choose-go-on = go on: { $question } ({ $iteration } iterations, { $status }, { $likeness } alike)
choose-new = start a new session
choose-which = Which

plan-parts = The question in parts:
plan-targets = First targets:
plan-approve = Start with this (y), edit it (e), or leave it (n)
plan-how = One part of the question a line, the most important first. Lines with # are left out.
