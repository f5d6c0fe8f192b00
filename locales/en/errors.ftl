# Messages of errors and of what the record keeps.

## adapters

pdf-needs-browser = A PDF is printed by Chromium, Chrome or Edge, and none of them is on the PATH: install one, or open the html format in a browser and print it there.
pdf-not-printed = { $browser } printed no PDF; open the html format in a browser and print it there.

## adapters/documents

document-no-chapter-readable = none of its chapters can be read (encrypted or damaged)
document-says-nothing-of-itself = it does not say what it holds
document-no-json-lines = none of its lines is JSON
docs-not-a-folder = { $folder } is not a folder; --docs takes a folder of Markdown, HTML, PDF or office files.
docs-inside-session = { $folder } is part of a session of Pathfinder ({ $session }); --docs takes a folder of your own documents.
document-unreadable = { $url } could not be read: { $reason }.
docs-gone = { $folder } is no longer there; bring it back, then resume.
document-of-another-folder = { $url } is not a document of { $folder }.
documents-not-searched = The documents could not be searched: { $reason }.
documents-closed = The folder was closed while it was being looked at.
documents-index-not-saved = The index of { $folder } could not be kept: { $reason }.
document-mail-without-headers = it has no headers, so it is not a mail
document-mail-parts-unclear = its parts cannot be told apart
document-zip-not-office = it is a ZIP archive, not an office file
document-office-kind-unknown = it is an office file of a kind that is not read
document-unpacks-too-large = it unpacks to more than { $bytes } bytes or { $files } files
document-encrypted = it is encrypted and needs a password
document-xml-entities = its XML declares entities, which an office file must not
document-encoding-unknown = its encoding is not known: it is no UTF-8, and as CP949 it is not Korean
document-not-text = it is not text
document-no-text-in-markup = no text could be found in its markup (too deep, broken, or only scripts)
document-empty = it holds no text
document-pdf-damaged = it is a damaged PDF
document-pdf-no-page-readable = it is a damaged PDF: none of its pages can be read
document-rows-unclear = its rows cannot be told apart
document-reading-too-slow = reading it took longer than { $seconds } seconds
document-reader-not-started = The process that reads documents could not be started: { $reason }; mend that, then resume.

## adapters/fetch

robots-unavailable = The robots.txt of { $host } could not be had, so its pages are left alone.
robots-forbidden = The robots.txt of { $host } asks not to read this page.
page-port-refused = Port { $port } of { $host } is not one that pages are read from.
page-local-name = { $host } is a name of the local network only.
page-host-unknown = No address could be found for { $host }.
page-address-refused = { $host } leads to { $address }, which is { $kind }; such places are read only if the allow-list names them.
page-too-many-headers = The server sent more headers than any page has.
page-compressed-cut = The page was sent compressed, and broke off.
page-too-large = It is larger than the { $most } bytes that are read of a page.
page-unpacks-too-large = The page unfolds to more than { $ratio } times its size; only an attack does.
page-too-slow-drops = The server was too slow: the page came in drops.
page-too-slow = The server was too slow: the time for one page was up.
page-certificate-refused = The server's certificate was refused ({ $reason }).
page-server-unreachable = The server could not be reached ({ $reason }).
page-address-not-http = The address cannot be asked for over HTTP.
page-not-http = The server broke off or did not speak HTTP ({ $reason }).
page-too-many-redirects = The address was sent on more than { $count } times.
page-address-ambiguous = The address is not a plain http or https address that can be read in one way only.
page-redirect-not-web = The page sends us on to something that is no web address.
page-redirect-downgrade = The page sends us on from https to plain http ({ $host }), which is not followed.
page-is-no-pdf = The address leads to a page and not to a PDF.
page-not-text = The page is not text that is read: { $reason }.
page-without-text = The page gave no text: { $reason }.
certificates-unusable = The certificates in { $path } cannot be used ({ $reason }); name a file of PEM certificates, or leave the setting out.
page-compression-unknown = The page was sent in a compression that was not asked for.
page-compression-attack = The page is compressed in a way that only an attack would be.
page-compressed-damaged = The page was sent compressed, and is damaged.
allow-list-entry-wrong = { $entry } in the fetch allow-list is not understood; write a network (10.0.0.0/8), an address with its port (10.1.2.3:9200) or a name with its port.
proxy-address-wrong = { $proxy } is not a proxy address; write it as http://host:port.

## adapters/metering

answer-not-unicode = the answer is not Unicode text
batch-without-result = the batch has no result for the call
batch-not-submitted = the call was never submitted to a batch
batch-submits-no-more = no more calls are submitted to batches
batch-did-not-arrive = the batch did not arrive
batch-arrival-unknown = nobody knows whether the batch arrived
paused-by-user = Paused by the user; `pathfinder resume` goes on where it was.
batch-not-supported = the server takes no batches ({ $reason })
batch-status-unknown = The provider does not tell of the batch { $batch } ({ $reason }); it may still be out.
model-not-reached = No model was reached: { $reason }; nothing was asked yet.
provider-gone = { $count } calls in a row found no provider ({ $reason }); resume the session when it is back.
failed-for-seconds = { $reason } (for { $seconds } s)
search-answer-not-unicode = what came back is not Unicode text

## adapters/models

answer-cut-off = the answer was cut off or not in the API's form
answer-broken-off = the server broke off its answer ({ $reason })
provider-redirects = { $host } sends requests on to { $where } (HTTP { $status }), and redirects are not followed; if that address is right, set { $variable } to it.
question-too-long = the question is too long ({ $reason })
provider-credit-used-up = The provider says that credit or a spend limit is used up (HTTP { $status }); raise it there, then resume.
key-not-for-model = The key may not use this model ({ $reason }); set { $variable } to one that may, or choose another model with --model.
model-refused = the model refused ({ $reason })
key-unusable = No key for the model could be used; set { $variable }.
model-connection-broke = the connection to the model broke
provider-asks-to-wait = The provider asks to wait { $seconds } s, longer than a call waits ({ $most } s); resume the session later.
price-unknown = No price is known for the model { $model }, so no budget could hold; give one with --price { $model }=INPUT,OUTPUT (USD per million tokens; 0,0 for a model of your own), or in the config under models.prices.
question-exceeds-context = the question does not fit into the model's context

## adapters/models/anthropic

batch-ended-without-answer = the batch ended without an answer ({ $reason })
key-malformed = The API key is empty or holds characters that no key has; set { $names } anew.
answer-not-json = the answer is no JSON

## adapters/models/reading_list

question-without-words = the question has no word to search for

## adapters/models/recorded

recording-too-large = The recording has { $bytes } bytes, and may have { $most }; record fewer iterations.
recording-missing = This version has no recorded answers for the tour; `pathfinder demo` shows what happens without a language model.
recording-unreadable = { $path } holds no recording that this version can read; record it anew with `python -m tools.record_tour`.

## adapters/search

engine-refused-query = { $engine } refused the query: { $reason }
claude-could-not-search = claude could not search ({ $reason })
exa-needs-key = exa needs a key; set { $variable }, or leave the engine out.
page-only-searched = The search engine shows nothing of it, and pages are not fetched (search.fetch_content).
pdf-without-text = The PDF holds no text.
searxng-needs-address = searxng needs the address of an instance; set search.searxng.base_url in the config.
searxng-reached-nothing = searxng reached none of the engines behind it
searxng-without-json = searxng gives no JSON; add `json` to search.formats in the settings.yml of your instance.
engine-answer-malformed = { $engine } sent an answer that is not in its documented form
engine-redirects = { $engine } sends requests on to { $where } (HTTP { $status }), and redirects are not followed
engine-answer-compressed = { $engine } sent a compressed answer that nobody asked for
engine-answer-too-large = { $engine } sent more than { $most } MB

## adapters/storage/files

file-cut-or-damaged = it is cut or damaged ({ $reason })
backup-file-exists = { $path } is there already and was left as it is; name another with --out.
backup-member-damaged = { $path } was not taken: { $name } is damaged.
backup-name-refused = { $name } is no name that an archive can hold; rename the file.
backup-not-readable = { $path } is no backup of a session, or it is damaged ({ $reason }).
cannot-be-read = { $path } cannot be read: { $reason }.
backup-member-missing = { $path } was not taken: { $name } is missing in it.
backup-member-differs = { $path } was not taken: { $name } is not what its manifest says.
batch-ambiguous = { $name } may be any of { $count } batches; write more of its id.
problem-line-altered = Line { $line } of { $where } is not as it was written.
problem-saved-file-altered = { $name } is not as it was saved.
problem-saved-file-missing = { $name }, which was saved, is not there or cannot be read.
problem-hashes-missing = { $where }, the hashes of what was saved, is not there.
record-damaged = Record { $number } of { $file }, at byte { $place }, is damaged though it had been written for good; restore the file from a backup, or start a new session.
journal-header-wrong = { $file } does not begin like a journal; restore it from a backup.
journal-newer = { $file } is of format { $number }, newer than this program reads ({ $format }); use a newer Pathfinder.
record-unknown = Record { $number } of { $file } is whole but not one this version knows; use the version that wrote it.
outcome-not-unicode = The outcome of step { $step } cannot be stored, because it is not Unicode text ({ $reason }).
not-a-folder = { $folder } is not a folder.
migration-no-session = { $folder } holds no session of an older program: neither state.json with a question, nor cognigraph.json, nor evidence/ and claims/.
migration-no-question = The question of { $folder } is not written down there; give it with --question.
migration-too-large = { $folder } holds { $count } files of { $megabytes } MB; is it the folder of one session?
migration-unreadable = { $path } cannot be read ({ $reason }); nothing was migrated.
migration-too-deep = { $folder } holds folders in more than { $levels } levels; is it one session?
migration-too-many-files = { $folder } holds more than { $count } files; is it the folder of one session?
page-hash-wrong = { $page } is not the hash of a page.
stored-page-altered = { $path } is not the page it was when it was stored; restore it from a backup, or quotes from it cannot be shown.
stored-file-damaged = { $path } is cut or damaged; restore it from a backup.
page-not-unicode = The page { $url } cannot be stored, because it is not Unicode text ({ $reason }).
session-name-wrong = { $name } is not the name of a session.
current-not-a-link = { $path } is not a link; move it away.
in-the-way = { $path } stands in the way; delete it, then try again.
session-not-found = There is no session { $name } in { $folder }.
session-ambiguous = { $name } may be any of { $count } sessions ({ $names }); write more of it.
session-folder-wrong = { $folder } is not a folder (links are not followed); put it back.
session-folder-open = Others may write to { $folder }; check it, then run chmod 700 on it.
question-not-unicode = The question is not Unicode text ({ $reason }).
session-exists = There is a session { $session } already; remove it, or restore elsewhere.
no-current-session = There is no current session in { $folder }; start one, or name one.
iteration-out-of-order = Iteration { $iteration } of session { $session } cannot be saved: the last one saved is { $closed }.
status-out-of-order = The status of session { $session } cannot be saved with iteration { $iteration }: the last one saved is { $closed }.
session-read-only = Session { $session } was opened for reading only.
graph-not-unicode = The graph cannot be stored, because a part of it is not Unicode text ({ $reason }).
place-line = line { $line }
file-cut-damaged-or-newer = it is cut, damaged or newer than this program
problem-permissions = The permissions of { $path } are { $mode }, not { $right }.
problem-lock-left = Process { $pid } ended without giving the session back.
problem-control-line = A line of control is not a command; it is passed over.
problem-not-a-file = { $name } is neither a plain file nor a folder.
problem-leftover = { $name } was never finished; it belongs to nothing.
problem-archive-misnumbered = { $name } says that it is of iteration { $iteration }.
problem-edits-end-elsewhere = The edits in { $name } end in iteration { $iteration }.
problem-graph-differs = { $place } in { $name } is not what the archives lead to.
problem-graph-differs-more = { $name } differs from the archives in { $count } more places.
problem-page-missing = { $name }, which the graph cites, is not there.
problem-source-missing = { $name }, the source of a cited page, is not there.
problem-source-differs = { $name } is not the source that the graph has for this page.
problem-quote-differs = The quote of { $name } does not stand at { $offset } on its page.
problem-record-missing = { $name }, a part of the record, is not there.
problem-archive-ahead = { $name } is of an iteration that was not saved to the end.
problem-archive-newer = { $name } is newer than the graph, which was put back.
problem-edit-refused = An edit in { $name } does not fit the graph before it: { $reason }
problem-edits-lead-elsewhere = The edits in { $name } do not lead to the evidence it was saved with.
problem-id-gap = { $name } is not in the graph, though a later id is.

## adapters/storage/postgres

fleet-needs-packages = A fleet needs more packages: pip install 'pathfinder-research[fleet]'.
database-address-wrong = The address of the database cannot be read; write it as postgresql://user:password@host/name.
database-unreachable = The database cannot be reached ({ $reason }).
database-refused-schema = The database refused the schema ({ $reason }).
database-refused-statement = The database refused a statement ({ $reason }).
session-run-elsewhere = The session is run elsewhere now ({ $reason }).
queue-unreachable = The queue cannot be reached ({ $reason }).
database-batch-version = A batch in the database was written by another version of Pathfinder; use that one.
database-journal-version = The journal of iteration { $iteration } of { $session } has a row that this version does not know; use the version that wrote it.
budget-of-batch-too-small = The next call ({ $step }) may cost ${ $least }, and ${ $left } of the budget of the whole batch is left; submit it again with a higher --budget.
database-no-page = The database holds no page { $page } of session { $session }.
database-page-altered = Page { $page } is not what it was when it was stored; restore the database from a backup, or quotes from it cannot be shown.
database-page-damaged = What is known of page { $page } is damaged; restore the database.
database-version = The tables of the fleet are of version { $known }, and this program works with { $version }; use the Pathfinder that made them, or another database.
database-without-tables = The database has no tables of a fleet yet; run `pathfinder fleet up` first.
database-no-session = The database holds no record of session { $session }.

## agents

failed-record = { $explorer } in turn { $turn }, before { $before }
failed-search-engine = search { $query } ({ $engine })
failed-search = search { $query }
failed-choice = choice of pages in turn { $turn }
failed-conclusion = conclusion of turn { $turn }
nothing-found = nothing was found

## cli/main

output-not-writable = The output cannot be written ({ $reason }); what was saved stays saved.

## cli/settings/allowed

permission-left-out = { $by } wants to { $what }. That was left out: it is not allowed yet.
permission-denied = It was not allowed, and nothing was sent.
permission-wanted = { $by } wants to { $what }. Allow it?
permission-not-kept = What you allowed could not be kept: { $reason }

## cli/settings/batch_file

batch-file-empty = { $name } has no question; write one on each line.
batch-file-too-many = { $name } has { $count } questions; a batch takes { $most } at most.
batch-column-unknown = { $where }: { $column } says nothing here; known are { $names }.
batch-question-not-text = { $where }: the question is not text; write it in quotes.
batch-label-not-text = { $where }: the label is not text; write it in quotes.
batch-question-empty = { $where }: the question is empty.
batch-file-no-column = { $name } has no column `question`; its first line names the columns.
batch-not-csv = { $name }, line { $line }: this is not CSV ({ $reason }).
batch-not-json = { $name }, line { $line }: this is not a JSON object on one line.
batch-value-out-of-bounds = { $where }: { $column } is out of bounds ({ $reason }).
batch-too-many-values = { $name }, line { $line }: there are more values than columns.

## cli/settings/confirmation

plan-wrong = A plan is 1 to { $most } questions, one a line, of at most { $longest } characters; { $name } has { $count }.
plan-file-unreadable = --plan-file { $path } cannot be read: { $reason }.
editor-failed = The editor { $editor } ended with { $code }; nothing was started.
editor-not-started = The editor { $editor } cannot be started ({ $reason }); set EDITOR.

## cli/settings/consent

docs-need-consent = With --docs, { $what }; agree with --allow-remote, or stay here with --engine local --model reading-list.
consent-denied = Nothing was sent; --engine local with --model reading-list stays on this machine.

## cli/settings/contact

server-silent = { $server } took the connection and says nothing; it is waited for up to { $seconds } s (models.first_seconds).
server-has-one-model = { $server } has one model, { $model }; it is asked for everything.
server-lists-no-models = { $server } did not list its models ({ $reason }); each call waits up to { $seconds } s for it (models.silence_seconds).
model-context-small = The model takes { $tokens } tokens at once, and prompts need up to { $needed }: longer pages are read in parts, and some calls will fail; give it more (docs/models.md says how).
server-said-nothing = No model was reached: { $server } took the connection and said nothing for { $seconds } s; start it again, or raise models.first_seconds if it is still loading.
which-model = Which model? { $server } has { $models }; choose one with --model.
which-model-of-provider = Which model? { $server } has { $models }; name one: --model { $provider }:NAME.
no-such-model = { $server } has no model { $model }; it has { $models }: choose one with --model.

## cli/settings/engines

nothing-to-search = There is nothing to search: give --docs FOLDER with Markdown, HTML, PDF or office files, or --engine academic for papers (no key needed), or set ANTHROPIC_API_KEY or EXA_API_KEY, or search.searxng.base_url in the config.
days-swapped = --from is a later day than --until; swap them.
local-needs-docs = The engine local searches documents; give them with --docs FOLDER.
docs-without-files = { $folder } holds no file that can be read; put Markdown, HTML, PDF or office files there.
sources-unreadable = --sources { $path } cannot be read: { $reason }.
sources-not-a-table = --sources { $path } is not a source table: { $reason }.
prompts-unusable = The prompts in { $folder } cannot be used: { $reason }.
price-malformed = --price { $price } is not a price; write MODEL=INPUT,OUTPUT in dollars per million tokens.
price-too-high = --price { $model }: a price is at most ${ $most } for a million tokens.

## cli/settings/environment

database-address-missing = Where is the database? Set { $variable } to postgresql://user:password@host/name.
no-key = No key: set { $variable }, or { $address_variable } for a server of your own that speaks the Messages API; `--model reading-list` works without either.
server-address-missing = Where is the server? Set { $variable } to its address, such as http://localhost:8000/v1.
no-key-for-provider = No key for { $provider }: set { $variable }.

## cli/settings/layers

session-options-refused = The session's asked.json was not taken: { $reason }.
config-unreadable = The config { $path } cannot be read: { $reason }.
config-not-an-object = it has to be one object in braces.
config-not-json = The config { $path } is not JSON: { $reason } in { $where }.
config-refused = The config { $path } was not taken: { $reason }
config-too-deep = The config { $path } was not taken: it holds a number that is too long, or is nested too deeply.
config-key-twice = { $name } stands there twice.
config-missing = There is no config at { $path }.
setting-is-a-group = { $path } is a group of settings and takes an object, not { $value }.

## cli/settings/options

output-options-exclude = --json, --events, --quiet and --verbose exclude each other; choose one.
until-wrong = --until takes answered, saturated or limit, or a day such as 2026-11-18.

## cli/settings/remembered

remembered-unreadable = { $path } cannot be read ({ $reason }); delete it, then give --docs again.

## cli/settings/session_choice

session-or-continue = --session names the session; leave --continue and --new out.
session-on-another-question = Session { $session } is on another question ({ $question }). Go on with that one with `pathfinder resume --session { $session }`, or leave --session out.
continue-or-new = --continue and --new exclude each other; choose one.
no-similar-session = There is no session on this question or a similar one; leave --continue out.
going-on-with-session = Going on with session { $session }; --new starts another.

## cli/settings/trials

model-tested-first = { $model } was never used here: it is tested with { $count } small calls first.
model-test-failed = The test of { $model } failed ({ $reason }); nothing else was asked.
model-test-not-kept = The test could not be kept: { $reason }

## orchestrator

conflict-nothing-to-settle = there is no such conflict to settle, or no quote that says so
conflict-not-settled = the Judge does not call it settled
failed-resolution = resolution of { $first } and { $second }
failed-quote = a quote from { $url }
quote-not-on-page = the quote is not on the page: { $quote }
failed-full-text = full text of { $url }
failed-ideas = ideas by { $tools }

## pathfinder

batch-cost-unknown = Nobody knows what session { $session } has cost under the budget of the batch ({ $reason }) Put back a good copy of its folder, or move it away; then run the same command.
database-file-name-wrong = The database holds a file named { $name }, which is no name of ours.
session-changed-here = Session { $session } was changed here and is left as it is; remove it and pull again to have the fleet's.
text-cannot-be-passed = The text holds a character that cannot be passed on, or is too long.
engines-changed = Iteration { $iteration } is half done and was begun with { $then }, not with { $now }: finish it first (`pathfinder resume --engine { $engine } --iterations { $iteration }`), then change.

## protocols

graph-file-no-graph = it does not hold a graph (a JSON object was expected)
graph-file-no-format = { $number } is not a format number
graph-file-newer = format { $number } is newer than this program reads ({ $format }); use a newer Pathfinder
place-byte = byte { $byte }
file-not-utf8 = it is not UTF-8
place-line-column = line { $line }, column { $column }
graph-file-key-twice = the id or key stands twice
graph-file-number = it holds a number that cannot be read ({ $reason })
graph-file-too-deep = it is nested too deeply to be a graph

## protocols/graph

edit-already-there = { $name } is already in the graph.
edit-cites-unknown-page = { $name } cites page { $page }, which is not in the graph.
edit-edge-already-there = The edge { $edge } is already in the graph.
edit-discounts-unknown = { $observation } is not in the graph, so it cannot be discounted.
edit-edge-unknown = There is no edge { $edge } in the graph to change.
edit-merge-refused = { $absorbed } cannot be merged into { $survivor }: they are one, or one is rejected.
edit-relates-to-itself = { $name } cannot be related to itself.
edit-keyword-unknown = There is no keyword number { $number } in the graph.
edit-not-there = { $name } is not in the graph.
edit-hypothesis-rejected = { $hypothesis } is rejected; only a revival brings it back.
edit-revival-refused = { $hypothesis } is alive, merged or came back once: it cannot be revived.
edit-case-of-itself = { $hypothesis } is not a case of itself.
edit-page-already-there = Page { $page } is already in the graph.
edit-retracts-unknown = Page { $page } is not in the graph, so it cannot be retracted.
edit-edge-without-start = An edge starts at { $observation }, which is not in the graph.
edit-conflicts-with-itself = { $name } cannot conflict with itself.
edit-concept-unknown = A relation names { $name }, which is not a known concept.

## protocols/judging

no-conflict-to-settle = there is no unresolved conflict between these hypotheses
conflict-one-rejected = one of the two is rejected already
conflict-no-quote = no quoted observation says so
conflict-loser-unnamed = it is not said which of the two is wrong
conflict-loser-not-weak = { $loser } is not weak enough to be rejected ({ $lost } against { $won })

## protocols/planning

reason-user-wants-it = the user wants it tested
reason-part-untouched = a part of the question that nobody looked into

## reports/export

word-needs-packages = A Word file needs more packages: pip install 'pathfinder-research[office]'.

## serve

serve-docs-outside = The documents are not inside a folder that the server may read (--docs).
serve-budget-wrong = The budget is an amount in dollars, such as 3.50.
session-running = Session { $session } is running.
serve-no-such-quote = There is no such quote or page in this session.
serve-request-too-long = The request is too long.
serve-form-stale = The form is out of date.
serve-no-session = There is no session of this name.
serve-session-gone = The session is not there any more.
serve-page-missing = The stored page is missing; restore it from a backup.

document-chapters-unreadable = { $count } of its chapters cannot be read
document-first-rows = only its first { $rows } rows are read
document-lines-not-json = lines that are not JSON: { $count }
document-is-none = it is not a document
document-retracted-itself = its front matter says so
document-named-mail = its name says mail, but it has no headers
document-is-device = it is a device, not a file
document-link-outside = it is a link that leads out of the folder
document-is-pipe = it is a pipe, not a file
document-is-socket = it is a socket, not a file
document-link-circle = it is a link that leads in a circle
document-link-inside = it is a link to another place in this folder, and is read there
document-forbidden = this user may not read it
document-name-not-utf8 = its name is not UTF-8; give it another
document-link-dead = it is a link that leads nowhere or in a circle
document-attachments = its attachments are not read ({ $count }): { $names }
document-mails-unreadable = messages that cannot be read: { $count }
document-encoding-none = its encoding is neither UTF-8 nor UTF-16 nor Korean CP949
document-pdf-scan = it is a PDF without text (a scan?): its { $pages } only pictures
document-utf16-broken = it is cut short or not the UTF-16 it says it is
document-too-large = it is larger than the { $most } bytes that are read of such a file
document-first-characters = only its first { $characters } characters are read
page-too-slow-doing = The server was too slow: { $doing } took too long.
check-model-name = see the name of the model and its address.
call-asked-again = { $reason }; asked again: { $again }
call-failed-without-reason = the call failed and gave no reason
call-not-asked-again = { $reason }; not asked again: { $why }
provider-asks-to-wait-after = The provider asks to wait { $seconds } s, longer than a call waits ({ $most } s): { $reason }; resume the session later.
model-refuses-request = { $server } has the model { $model }, but does not take the request (docs/models.md).
base-url-without-v1 = ANTHROPIC_BASE_URL goes without the /v1 at its end: { $address }
question-too-long-for-model = the question is too long (the model takes { $tokens } tokens)
model-connection-silent = the connection to the model failed ({ $host }: it does not answer)
model-stopped = the model stopped without an answer ({ $reason })
answer-label-unreadable = the { $field } of { $times } of { $all } { $name } could not be read and counts as { $label }
answer-entries-unreadable = { $count } of { $all } { $name } could not be read and were left out ({ $reason })
answer-entries-kept = the answer broke off after { $count } { $name }, which were kept
chain-began-late = The chain of hashes began after iteration { $iteration }; what came before is covered as it was then.
chain-none = This session has no chain of hashes (it was saved by an earlier version, shared, or run by a fleet): changes of its spend, sources, findings and journals cannot be seen.
problem-changed-before-save = { $name } was changed by something else before the save of iteration { $iteration }.
problem-save-unfinished = The last save did not reach { $name }; it will be made again.
problem-journal-misplaced = { $name } is not the journal of a closed iteration or of the open one.
problem-journal-torn = The last { $count } bytes of { $name }/log were not written to the end.
problem-journal-diverged = Step { $step } is finished twice in { $name }, with different input.
problem-strength-differs = The strength of { $name } is { $strength }, but its evidence gives { $now }.
permission-needed = { $by } wants to { $what }. If you want that, say so once with --allow-settings.
wish-price = count the model { $model } at ${ $input } and ${ $output } for a million tokens
wish-listed-price = count the model { $model } at its listed price
wish-queries = send queries to { $address }
wish-spend = spend up to ${ $amount }
wish-key = send the key in { $variable } to { $address }
wish-models = use a model of its own for each role
wish-model = use the model { $model }
note-search-documents = search over the documents: { $note }
engine-line = { $name }; search: { $engine }
the-config = The config { $path }
wish-remote-documents = send queries and passages from the documents in { $folder } to other machines
wish-source-table = read the source table { $path }
check-name-twice = two reports have this name
check-page-not-stored = its page is not stored
check-observation-twice = two observations have this key
check-claim-twice = two claims have this key
check-claim-empty = the claim is empty
it-is-empty = it is empty
check-observation-unreported = a stance names this observation, which is not reported
check-no-hypothesis = there is no { $name }
check-no-claim = there is no claim { $name }
check-no-stance = no quoted observation speaks for or against it
ended-nothing-new = the last iteration found nothing new
ended-all-searched = every part of the question was searched
ended-answered = every part of the question is answered, or there is nothing more to find
ended-saturated = the latest iterations found nothing new
ended-dry = { $count } iterations in a row found nothing new
history-nothing-new = nothing new
failed-idea = idea by { $tool }
reason-conflicts-stuck = conflicts are stuck; { $reason }
reason-all-weak = every tested hypothesis is weak; { $reason }
reason-rejected-unseen = settled as false, not seen for { $count } iterations: look for what speaks for it
reason-conflict-unseen = a conflict that nobody has looked into; { $reason }
reason-exclusive = they exclude each other, at { $first } and { $second }
reason-left-over = round 3 had no Explorer left for it
reason-direction = a direction nobody has followed
reason-part-open = a part of the question that is still open
reason-wider = a wider look: { $lens }
reason-verified-unseen = verified, not seen for { $count } iterations: try to falsify it
reason-not-verified = not verified: { $missing }
reason-idea-untested = an idea nobody has tested
reason-claim-untested = a claim nobody has tested
ideas-left-out = asked twice, the Thinker left them out
ended-iterations = { $count ->
    [one] the one iteration asked for is done
   *[other] all { $count } iterations are done
}
ended-minutes = { $count ->
    [one] the time limit of 1 minute is over
   *[other] the time limit of { $count } minutes is over
}
ended-by-user-at-once = ended at once by the user
explorer-time-up = its time was up after { $seconds } seconds
again-disagree = { $finding }: investigators disagree on it, and you face the other side
again-too-few = { $finding }: too few say so; check it independently
again-asked-for = { $finding }: a further search was asked for

## Parts of other messages

list-and = { $first } and { $second }
list-more = { $names } and { $count } more
list-then = { $first }; { $second }
list-colon = { $first }: { $second }
list-comma = { $first }, { $second }
twice = { $what }, twice
attempts = { $reason } ({ $count } attempts)
no-reason = no reason
another-address = another address

## Models and budgets

provider-out-of-service = The provider has been out of service for { $seconds } s ({ $reason }); resume the session when it is back.
waiting-provider-out = the provider is out of service
waiting-many-retries = many calls are sent again
first-call-refused = The first call was refused ({ $reason }); { $advice }
calls-refused = { $count } calls in a row were refused ({ $reason }); { $advice }
budget-too-small = The next call ({ $step }) may cost { $least }, and { $left } of the budget of { $budget } is left; go on with a higher { $option }.
budget-too-small-kept = The next call ({ $step }) may cost { $least }, and { $left } of the budget of { $budget } is left, { $kept } is kept for the closing report; go on with a higher { $option }.
query-stays-here = all its words stand in your documents only; it stays on this machine
search-failed-without-reason = it failed and gave no reason
failed-papers-around = papers around { $paper }
model-connection-failed = the connection to the model failed
model-connection-failed-at = the connection to the model failed ({ $host }: { $reason })
host-unknown = no such name is known; see { $variable } and the network
host-silent = nobody listens there; start the server, or see { $variable }
host-not-secure = no secure connection could be made
key-refused = The server refused the key ({ $reason }); set { $variable }, then resume.
key-refused-or-token = The server refused the key ({ $reason }); set { $variable }, or { $token } for the server at { $address }, then resume.
key-not-for-model-these = The key may not use this model ({ $reason }); set { $variable } to one that may, or choose another model with --model: { $models }.
server-without-list = { $server } lists no models: see { $variable } and --model, and whether this server speaks { $api } (docs/models.md).
server-no-list-of-models = no list of its models
answer-too-long = the answer did not fit into its room of { $tokens } tokens
answer-too-long-paid = the answer did not fit into its room of { $tokens } tokens, all that the budget paid for
thinking-too-long = thinking used up the room of { $tokens } tokens; allow more max_tokens or set a lower effort
thinking-too-long-paid = thinking used up the room of { $tokens } tokens, all that the budget paid for; allow more max_tokens or set a lower effort
model-paused = the model paused in the middle of its answer
answer-unreadable = the answer could not be read ({ $reason })
no-writer = no language model is there to write an answer
not-judged = not judged: no language model
recording-differs = The recorded answers do not fit this version: it asks something else at { $step }. `python -m tools.record_tour` records them anew; `pathfinder demo` needs none.
no-quote-for-answer = no quote was found yet that an answer could rest on
no-sentence-stands = none of its sentences stands on what it cites
model-silent = the model did not answer in time
step-recorded-otherwise = Step { $step } was recorded with other input: the model, the prompts, a setting or the version changed in the middle of an iteration; go on with those it was begun with, or start a new one.
session-locked = Session { $session } is in use by another process; stop it there, or wait until it ends.
session-locked-by = Session { $session } is in use by process { $pid }; stop it there, or wait until it ends.
graph-file-refused = { $file }: { $problem }. The file was not changed.
graph-file-refused-at = { $file }, { $place }: { $problem }. The file was not changed.
stopped-by-user = Stopped by the user; `pathfinder resume` goes on where it was.
ended-by-user = Ended by the user.
run-paused-provider = provider: { $reason }
run-paused-key = key: { $reason }
engine-answered = { $engine } answered HTTP { $status }
engine-answered-with = { $engine } answered HTTP { $status }: { $reason }
engine-refuses-us = { $engine } refuses us (HTTP { $status }); leave it out, or ask its owner.
engine-asks-for-key = { $engine } asks for a key (HTTP { $status }); set { $variable }, or leave the engine out.
engine-credit-used-up = { $engine } says that its credit is used up (HTTP { $status }); set { $variable } to one that works, or leave the engine out.
engine-refused-key = { $engine } refused the key (HTTP { $status }); set { $variable } to one that works, or leave the engine out.
engine-too-slow = { $engine } did not answer in time
engine-unreachable = { $engine } could not be reached
page-doing-connecting = connecting
page-doing-waiting = waiting for its next words
page-status = HTTP { $status }: { $host } { $reason }.
address-of-other-port = not read from on port { $port }
address-not-public = no public address ({ $kind })
address-of-this-machine = an address of this machine itself
document-needs-memory = reading it takes more memory than a file is given
document-not-parsed = it cannot be parsed ({ $reason })
document-damaged-package = it is a damaged ZIP package
document-office-packages = Word, PowerPoint and Excel files need more packages: pip install 'pathfinder-research[office]'
document-no-visible-text = it holds no text that its readers see
document-folder-unlisted = the folder cannot be listed ({ $reason })
document-is-session = it is a session of Pathfinder, not a document
document-of-sessions = it belongs to Pathfinder's sessions, not to the documents
document-too-deep = it lies deeper than { $count } folders
document-named-otherwise = its name says { $kind }, but it is not one
document-bytes-of = its bytes are those of { $kind }
document-no-pdf = it is called a PDF, but it is not one
document-media-type = it is { $kind }
documents-more = { $count } more documents
documents-more-unread = they could not be read either
cannot-do = Could not { $doing } { $path }: { $reason }.
batch-not-found = There is no batch { $name } in { $folder }.
no-batch-in = There is no batch in { $folder }.
fleet-batch-not-found = The fleet has no batch { $name }.
fleet-no-batch = The fleet has no batch.
iteration-number = iteration { $number }
page-number = page { $hash }
os-no-such-file = No such file or directory
os-permission-denied = Permission denied
os-is-a-folder = Is a directory
os-not-a-folder = Not a directory
os-no-space = No space left on device
os-read-only = Read-only file system
document-skipped = { $name }: { $reason }
documents-left-alone = { $kind }: { $count } left alone
document-reader-out-of-time = reading it used up its processor time
document-reader-failed = reading it made the reader fail

# What the operating system says of a file that could not be written or read

disk-full = the disk is full; free some space, then resume
disk-quota = your quota on this disk is used up; free some space, then resume
disk-not-permitted = this user is not permitted to; check who owns it and its permissions, then resume
disk-read-only = the file system is read-only; make it writable, then resume
disk-io-error = the disk reported an I/O error; check the disk, then resume
disk-too-many-open = too many files are open; raise the limit (ulimit -n), then resume
disk-too-many-open-here = too many files are open on this machine; close some programs, then resume
disk-not-there = it is not there; was the session moved or deleted
disk-link = it is a symbolic link, and links are not followed here; put the file itself there
disk-path-no-folder = a part of this path is not a folder; move what stands there away
disk-is-folder = it is a folder; move it away
disk-name-too-long = the name is too long for this file system; use a shorter folder
disk-no-locks = this file system cannot lock files; put the session on a local disk
disk-other = { $reason }; mend that, then resume
reason-status-due = its status is due
history-strength = { $before } to { $after }
history-supports = { $observation } SUPPORTS
history-contradicts = { $observation } CONTRADICTS
lens-definition = definition
lens-scope = scope
lens-comparison = comparison
lens-cases = cases
lens-limitations = limitations
lens-application = application
list-and-then = { $first } and then { $second }
documents-hidden = hidden files and folders
