# Errors, and sentences that the record keeps. The ids are those of locales/ko/errors.ftl.

list-and = { $first } and { $second }
list-and-that = { $first }, and that { $second }
list-and-then = { $first } and then { $second }
list-and-to = { $first }, and to { $second }
list-colon = { $first }: { $second }
list-comma = { $first }, { $second }
list-more = { $names } and { $count } more
list-then = { $first }; { $second }

## adapters

os-is-a-folder = Is a directory
os-no-space = No space left on device
os-no-such-file = No such file or directory
os-not-a-folder = Not a directory
os-permission-denied = Permission denied
os-read-only = Read-only file system
pdf-needs-browser = A PDF is printed by Chromium, Chrome or Edge, and none of them is on the PATH: install one, or open the html format in a browser and print it there.
pdf-not-printed = { $browser } printed no PDF; open the html format in a browser and print it there.

## adapters/documents

deleted = Deleted: { $session }.
docs-gone = { $folder } is no longer there; bring it back, then resume.
docs-inside-session = { $folder } is part of a session of Pathfinder ({ $session }); --docs takes a folder of your own documents.
docs-not-a-folder = { $folder } is not a folder; --docs takes a folder of Markdown, HTML, PDF or office files.
document-attachments = its attachments are not read ({ $count }): { $names }
document-bytes-of = its bytes are those of { $kind }
document-chapters-unreadable = { $count } of its chapters cannot be read
document-damaged-package = it is a damaged ZIP package
document-empty = it holds no text
document-encoding-none = its encoding is neither UTF-8 nor UTF-16 nor Korean CP949
document-encoding-unknown = its encoding is not known: it is no UTF-8, and as CP949 it is not Korean
document-encrypted = it is encrypted and needs a password
document-first-characters = only its first { $characters } characters are read
document-first-rows = only its first { $rows } rows are read
document-folder-unlisted = the folder cannot be listed ({ $reason })
document-forbidden = this user may not read it
document-is-device = it is a device, not a file
document-is-none = it is not a document
document-is-pipe = it is a pipe, not a file
document-is-session = it is a session of Pathfinder, not a document
document-is-socket = it is a socket, not a file
document-lines-not-json = lines that are not JSON: { $count }
document-link-circle = it is a link that leads in a circle
document-link-dead = it is a link that leads nowhere or in a circle
document-link-inside = it is a link to another place in this folder, and is read there
document-link-outside = it is a link that leads out of the folder
document-mail-parts-unclear = its parts cannot be told apart
document-mail-without-headers = it has no headers, so it is not a mail
document-mails-unreadable = messages that cannot be read: { $count }
document-media-type = it is { $kind }
document-name-not-utf8 = its name is not UTF-8; give it another
document-named-mail = its name says mail, but it has no headers
document-named-otherwise = its name says { $kind }, but it is not one
document-needs-memory = reading it takes more memory than a file is given
document-no-chapter-readable = none of its chapters can be read (encrypted or damaged)
document-no-json-lines = none of its lines is JSON
document-no-pdf = it is called a PDF, but it is not one
document-no-text-in-markup = no text could be found in its markup (too deep, broken, or only scripts)
document-no-visible-text = it holds no text that its readers see
document-not-parsed = it cannot be parsed ({ $reason })
document-not-text = it is not text
document-of-another-folder = { $url } is not a document of { $folder }.
document-of-sessions = it belongs to Pathfinder's sessions, not to the documents
document-office-kind-unknown = it is an office file of a kind that is not read
document-office-packages = Word, PowerPoint and Excel files need more packages: pip install 'pathfinder-research[office]'
document-pdf-damaged = it is a damaged PDF
document-pdf-no-page-readable = it is a damaged PDF: none of its pages can be read
document-pdf-scan = it is a PDF without text (a scan?): its { $pages } only pictures
document-reader-failed = reading it made the reader fail
document-reader-not-started = The process that reads documents could not be started: { $reason }; mend that, then resume.
document-reader-out-of-time = reading it used up its processor time
document-reading-too-slow = reading it took longer than { $seconds } seconds
document-retracted-itself = its front matter says so
document-rows-unclear = its rows cannot be told apart
document-says-nothing-of-itself = it does not say what it holds
document-skipped = { $name }: { $reason }
document-too-deep = it lies deeper than { $count } folders
document-too-large = it is larger than the { $most } bytes that are read of such a file
document-unpacks-too-large = it unpacks to more than { $bytes } bytes or { $files } files
document-unreadable = { $url } could not be read: { $reason }.
document-utf16-broken = it is cut short or not the UTF-16 it says it is
document-xml-entities = its XML declares entities, which an office file must not
document-zip-not-office = it is a ZIP archive, not an office file
documents-closed = The folder was closed while it was being looked at.
documents-encoder-not-loaded = The sentence encoder could not be loaded: { $reason }.
documents-hidden = hidden files and folders
documents-index-damaged = The index of the documents was damaged, so it is made anew.
documents-index-in-memory = { $folder } cannot be written, so the index is kept in memory for this run only.
documents-index-not-saved = The index of { $folder } could not be kept: { $reason }.
documents-index-of-another-version = The index of the documents was made by another version or with other limits, so it is made anew.
documents-left-alone = { $count } left alone
documents-most-vectors = Only { $most } passages have vectors; the rest is found by words alone.
documents-no-encoder = Documents are found by their words alone, because there is no sentence encoder: a Korean question does not find an English document.
documents-not-searched = The documents could not be searched: { $reason }.
documents-vectors-not-ready = Documents are found by their words alone until the vectors of their passages are ready.

## adapters/fetch

address-not-public = no public address ({ $kind })
address-of-other-port = not read from on port { $port }
address-of-this-machine = an address of this machine itself
allow-list-entry-wrong = { $entry } in the fetch allow-list is not understood; write a network (10.0.0.0/8), an address with its port (10.1.2.3:9200) or a name with its port.
certificates-unusable = The certificates in { $path } cannot be used ({ $reason }); name a file of PEM certificates, or leave the setting out.
page-address-ambiguous = The address is not a plain http or https address that can be read in one way only.
page-address-not-http = The address cannot be asked for over HTTP.
page-address-refused = { $host } leads to { $address }, which is { $kind }; such places are read only if the allow-list names them.
page-certificate-refused = The server's certificate was refused ({ $reason }).
page-compressed-cut = The page was sent compressed, and broke off.
page-compressed-damaged = The page was sent compressed, and is damaged.
page-compression-attack = The page is compressed in a way that only an attack would be.
page-compression-unknown = The page was sent in a compression that was not asked for.
page-doing-connecting = connecting
page-doing-waiting = waiting for its next words
page-host-unknown = No address could be found for { $host }.
page-is-no-pdf = The address leads to a page and not to a PDF.
page-local-name = { $host } is a name of the local network only.
page-not-http = The server broke off or did not speak HTTP ({ $reason }).
page-not-text = The page is not text that is read: { $reason }.
page-port-refused = Port { $port } of { $host } is not one that pages are read from.
page-redirect-downgrade = The page sends us on from https to plain http ({ $host }), which is not followed.
page-redirect-not-web = The page sends us on to something that is no web address.
page-server-unreachable = The server could not be reached ({ $reason }).
page-status = HTTP { $status }: { $host } { $reason }.
page-too-large = It is larger than the { $most } bytes that are read of a page.
page-too-many-headers = The server sent more headers than any page has.
page-too-many-redirects = The address was sent on more than { $count } times.
page-too-slow = The server was too slow: the time for one page was up.
page-too-slow-doing = The server was too slow: { $doing } took too long.
page-too-slow-drops = The server was too slow: the page came in drops.
page-unpacks-too-large = The page unfolds to more than { $ratio } times its size; only an attack does.
page-without-text = The page gave no text: { $reason }.
proxy-address-wrong = { $proxy } is not a proxy address; write it as http://host:port.
robots-forbidden = The robots.txt of { $host } asks not to read this page.
robots-unavailable = The robots.txt of { $host } could not be had, so its pages are left alone.

## adapters/metering

answer-not-unicode = the answer is not Unicode text
batch-arrival-unknown = nobody knows whether the batch arrived
batch-did-not-arrive = the batch did not arrive
batch-not-submitted = the call was never submitted to a batch
batch-not-supported = the server takes no batches ({ $reason })
batch-status-unknown = The provider does not tell of the batch { $batch } ({ $reason }); it may still be out.
batch-submits-no-more = no more calls are submitted to batches
batch-without-result = the batch has no result for the call
budget-too-small = The next call ({ $step }) may cost { $least }, and { $left } of the budget of { $budget } is left; go on with a higher { $option }.
budget-too-small-kept = The next call ({ $step }) may cost { $least }, and { $left } of the budget of { $budget } is left, { $kept } is kept for the closing report; go on with a higher { $option }.
call-asked-again = { $reason }; asked again: { $again }
call-failed-without-reason = the call failed and gave no reason
call-not-asked-again = { $reason }; not asked again: { $why }
calls-refused = { $count } calls in a row were refused ({ $reason }); { $advice }
check-model-name = see the name of the model and its address.
failed-for-seconds = { $reason } (for { $seconds } s)
failed-papers-around = papers around { $paper }
first-call-refused = The first call was refused ({ $reason }); { $advice }
model-abilities-unknown = the server does not say what this model can
model-not-described = the server does not know this model, or does not describe its models
model-not-reached = No model was reached: { $reason }; nothing was asked yet.
paused-by-user = Paused by the user; `pathfinder resume` goes on where it was.
provider-asks-to-wait-after = The provider asks to wait { $seconds } s, longer than a call waits ({ $most } s): { $reason }; resume the session later.
provider-gone = { $count } calls in a row found no provider ({ $reason }); resume the session when it is back.
provider-out-of-service = The provider has been out of service for { $seconds } s ({ $reason }); resume the session when it is back.
query-stays-here = all its words stand in your documents only; it stays on this machine
search-answer-not-unicode = what came back is not Unicode text
search-failed-without-reason = it failed and gave no reason
waiting-many-retries = many calls are sent again
waiting-provider-out = the provider is out of service

## adapters/models

another-address = another address
answer-broken-off = the server broke off its answer ({ $reason })
answer-cut-off = the answer was cut off or not in the API's form
answer-entries-kept = the answer broke off after { $count } { $name }, which were kept
answer-entries-unreadable = { $count } of { $all } { $name } could not be read and were left out ({ $reason })
answer-field-unreadable = the { $field } could not be read and counts as { $label }
answer-label-unreadable = the { $field } of { $times } of { $all } { $name } could not be read and counts as { $label }
answer-too-long = the answer did not fit into its room of { $tokens } tokens
answer-too-long-paid = the answer did not fit into its room of { $tokens } tokens, all that the budget paid for
answer-unreadable = the answer could not be read ({ $reason })
host-not-secure = no secure connection could be made
host-silent = nobody listens there; start the server, or see { $variable }
host-unknown = no such name is known; see { $variable } and the network
key-not-for-model = The key may not use this model ({ $reason }); set { $variable } to one that may, or choose another model with --model.
key-not-for-model-these = The key may not use this model ({ $reason }); set { $variable } to one that may, or choose another model with --model: { $models }.
key-refused = The server refused the key ({ $reason }); set { $variable }, then resume.
key-refused-or-token = The server refused the key ({ $reason }); set { $variable }, or { $token } for the server at { $address }, then resume.
key-unusable = No key for the model could be used; set { $variable }.
model-connection-broke = the connection to the model broke
model-connection-failed = the connection to the model failed
model-connection-failed-at = the connection to the model failed ({ $host }: { $reason })
model-connection-silent = the connection to the model failed ({ $host }: it does not answer)
model-paused = the model paused in the middle of its answer
model-refused = the model refused ({ $reason })
model-stopped = the model stopped without an answer ({ $reason })
price-unknown = No price is known for the model { $model }, so no budget could hold; give one with --price { $model }=INPUT,OUTPUT (USD per million tokens; 0,0 for a model of your own), or in the config under models.prices.
provider-asks-to-wait = The provider asks to wait { $seconds } s, longer than a call waits ({ $most } s); resume the session later.
provider-credit-used-up = The provider says that credit or a spend limit is used up (HTTP { $status }); raise it there, then resume.
provider-redirects = { $host } sends requests on to { $where } (HTTP { $status }), and redirects are not followed; if that address is right, set { $variable } to it.
question-exceeds-context = the question does not fit into the model's context
question-too-long = the question is too long ({ $reason })
question-too-long-for-model = the question is too long (the model takes { $tokens } tokens)
thinking-too-long = thinking used up the room of { $tokens } tokens; allow more max_tokens or set a lower effort
thinking-too-long-paid = thinking used up the room of { $tokens } tokens, all that the budget paid for; allow more max_tokens or set a lower effort

## adapters/models/anthropic

answer-not-json = the answer is no JSON
base-url-without-v1 = ANTHROPIC_BASE_URL goes without the /v1 at its end: { $address }
batch-ended-without-answer = the batch ended without an answer ({ $reason })
key-malformed = The API key is empty or holds characters that no key has; set { $names } anew.
model-refuses-request = { $server } has the model { $model }, but does not take the request (docs/models.md).
no-such-model = { $server } has no model { $model }; it has { $models }: choose one with --model.
server-without-list = { $server } lists no models: see { $variable } and --model, and whether this server speaks { $api } (docs/models.md).

## adapters/models/openai_compatible

no-reason = no reason

## adapters/models/reading_list

no-writer = no language model is there to write an answer
question-without-words = the question has no word to search for

## adapters/models/recorded

recording-differs = The recorded answers do not fit this version: it asks something else at { $step }. `python -m tools.record_tour` records them anew; `pathfinder demo` needs none.
recording-missing = This version has no recorded answers for the tour; `pathfinder demo` shows what happens without a language model.
recording-too-large = The recording has { $bytes } bytes, and may have { $most }; record fewer iterations.
recording-unreadable = { $path } holds no recording that this version can read; record it anew with `python -m tools.record_tour`.

## adapters/search

claude-could-not-search = claude could not search ({ $reason })
engine-answer-compressed = { $engine } sent a compressed answer that nobody asked for
engine-answer-malformed = { $engine } sent an answer that is not in its documented form
engine-answer-too-large = { $engine } sent more than { $most } MB
engine-answered = { $engine } answered HTTP { $status }
engine-answered-with = { $engine } answered HTTP { $status }: { $reason }
engine-asks-for-key = { $engine } asks for a key (HTTP { $status }); set { $variable }, or leave the engine out.
engine-credit-used-up = { $engine } says that its credit is used up (HTTP { $status }); set { $variable } to one that works, or leave the engine out.
engine-redirects = { $engine } sends requests on to { $where } (HTTP { $status }), and redirects are not followed
engine-refused-key = { $engine } refused the key (HTTP { $status }); set { $variable } to one that works, or leave the engine out.
engine-refused-query = { $engine } refused the query: { $reason }
engine-refuses-us = { $engine } refuses us (HTTP { $status }); leave it out, or ask its owner.
engine-too-slow = { $engine } did not answer in time
engine-unreachable = { $engine } could not be reached
exa-needs-key = exa needs a key; set { $variable }, or leave the engine out.
page-only-searched = The search engine shows nothing of it, and pages are not fetched (search.fetch_content).
pdf-without-text = The PDF holds no text.
searxng-needs-address = searxng needs the address of an instance; set search.searxng.base_url in the config.
searxng-reached-nothing = searxng reached none of the engines behind it
searxng-without-json = searxng gives no JSON; add `json` to search.formats in the settings.yml of your instance.

## adapters/storage/files

backup-file-exists = { $path } is there already and was left as it is; name another with --out.
backup-member-damaged = { $path } was not taken: { $name } is damaged.
backup-member-differs = { $path } was not taken: { $name } is not what its manifest says.
backup-member-missing = { $path } was not taken: { $name } is missing in it.
backup-name-refused = { $name } is no name that an archive can hold; rename the file.
backup-not-readable = { $path } is no backup of a session, or it is damaged ({ $reason }).
batch-ambiguous = { $name } may be any of { $count } batches; write more of its id.
batch-not-found = There is no batch { $name } in { $folder }.
cannot-be-read = { $path } cannot be read: { $reason }.
cannot-do = Could not { $doing } { $path }: { $reason }.
chain-began-late = The chain of hashes began after iteration { $iteration }; what came before is covered as it was then.
chain-none = This session has no chain of hashes (it was saved by an earlier version, shared, or run by a fleet): changes of its spend, sources, findings and journals cannot be seen.
current-not-a-link = { $path } is not a link; move it away.
disk-full = the disk is full; free some space, then resume
disk-io-error = the disk reported an I/O error; check the disk, then resume
disk-is-folder = it is a folder; move it away
disk-link = it is a symbolic link, and links are not followed here; put the file itself there
disk-name-too-long = the name is too long for this file system; use a shorter folder
disk-no-locks = this file system cannot lock files; put the session on a local disk
disk-not-permitted = this user is not permitted to; check who owns it and its permissions, then resume
disk-not-there = it is not there; was the session moved or deleted
disk-other = { $reason }; mend that, then resume
disk-path-no-folder = a part of this path is not a folder; move what stands there away
disk-quota = your quota on this disk is used up; free some space, then resume
disk-read-only = the file system is read-only; make it writable, then resume
disk-too-many-open = too many files are open; raise the limit (ulimit -n), then resume
disk-too-many-open-here = too many files are open on this machine; close some programs, then resume
file-cut-damaged-or-newer = it is cut, damaged or newer than this program
file-cut-or-damaged = it is cut or damaged ({ $reason })
graph-not-unicode = The graph cannot be stored, because a part of it is not Unicode text ({ $reason }).
in-the-way = { $path } stands in the way; delete it, then try again.
iteration-number = iteration { $number }
iteration-out-of-order = Iteration { $iteration } of session { $session } cannot be saved: the last one saved is { $closed }.
journal-header-wrong = { $file } does not begin like a journal; restore it from a backup.
journal-newer = { $file } is of format { $number }, newer than this program reads ({ $format }); use a newer Pathfinder.
migrated = Migrated from { $version }: { $session } ({ $question })
migration-no-question = The question of { $folder } is not written down there; give it with --question.
migration-no-session = { $folder } holds no session of an older program: neither state.json with a question, nor cognigraph.json, nor evidence/ and claims/.
migration-too-deep = { $folder } holds folders in more than { $levels } levels; is it one session?
migration-too-large = { $folder } holds { $count } files of { $megabytes } MB; is it the folder of one session?
migration-too-many-files = { $folder } holds more than { $count } files; is it the folder of one session?
migration-unreadable = { $path } cannot be read ({ $reason }); nothing was migrated.
no-batch-in = There is no batch in { $folder }.
no-current-session = There is no current session in { $folder }; start one, or name one.
not-a-folder = { $folder } is not a folder.
outcome-not-unicode = The outcome of step { $step } cannot be stored, because it is not Unicode text ({ $reason }).
page-hash-wrong = { $page } is not the hash of a page.
page-not-unicode = The page { $url } cannot be stored, because it is not Unicode text ({ $reason }).
at-line = line { $line }
problem-archive-ahead = { $name } is of an iteration that was not saved to the end.
problem-archive-misnumbered = { $name } says that it is of iteration { $iteration }.
problem-archive-newer = { $name } is newer than the graph, which was put back.
problem-changed-before-save = { $name } was changed by something else before the save of iteration { $iteration }.
problem-control-line = A line of control is not a command; it is passed over.
problem-edit-refused = An edit in { $name } does not fit the graph before it: { $reason }
problem-edits-end-elsewhere = The edits in { $name } end in iteration { $iteration }.
problem-edits-lead-elsewhere = The edits in { $name } do not lead to the evidence it was saved with.
problem-graph-differs = { $place } in { $name } is not what the archives lead to.
problem-graph-differs-more = { $name } differs from the archives in { $count } more places.
problem-hashes-missing = { $where }, the hashes of what was saved, is not there.
problem-id-gap = { $name } is not in the graph, though a later id is.
problem-journal-diverged = Step { $step } is finished twice in { $name }, with different input.
problem-journal-misplaced = { $name } is not the journal of a closed iteration or of the open one.
problem-journal-torn = The last { $count } bytes of { $name }/log were not written to the end.
problem-leftover = { $name } was never finished; it belongs to nothing.
problem-line-altered = Line { $line } of { $where } is not as it was written.
problem-lock-left = Process { $pid } ended without giving the session back.
problem-not-a-file = { $name } is neither a plain file nor a folder.
problem-page-missing = { $name }, which the graph cites, is not there.
problem-permissions = The permissions of { $path } are { $mode }, not { $right }.
problem-quote-differs = The quote of { $name } does not stand at { $offset } on its page.
problem-record-missing = { $name }, a part of the record, is not there.
problem-save-unfinished = The last save did not reach { $name }; it will be made again.
problem-saved-file-altered = { $name } is not as it was saved.
problem-saved-file-missing = { $name }, which was saved, is not there or cannot be read.
problem-source-differs = { $name } is not the source that the graph has for this page.
problem-source-missing = { $name }, the source of a cited page, is not there.
problem-strength-differs = The strength of { $name } is { $strength }, but its evidence gives { $now }.
question-not-unicode = The question is not Unicode text ({ $reason }).
record-damaged = Record { $number } of { $file }, at byte { $place }, is damaged though it had been written for good; restore the file from a backup, or start a new session.
record-unknown = Record { $number } of { $file } is whole but not one this version knows; use the version that wrote it.
session-ambiguous = { $name } may be any of { $count } sessions ({ $names }); write more of it.
session-exists = There is a session { $session } already; remove it, or restore elsewhere.
session-folder-open = Others may write to { $folder }; check it, then run chmod 700 on it.
session-folder-wrong = { $folder } is not a folder (links are not followed); put it back.
session-name-wrong = { $name } is not the name of a session.
session-not-found = There is no session { $name } in { $folder }.
session-read-only = Session { $session } was opened for reading only.
status-out-of-order = The status of session { $session } cannot be saved with iteration { $iteration }: the last one saved is { $closed }.
stored-file-damaged = { $path } is cut or damaged; restore it from a backup.
stored-page-altered = { $path } is not the page it was when it was stored; restore it from a backup, or quotes from it cannot be shown.

## adapters/storage/postgres

budget-of-batch-too-small = The next call ({ $step }) may cost ${ $least }, and ${ $left } of the budget of the whole batch is left; submit it again with a higher --budget.
database-address-wrong = The address of the database cannot be read; write it as postgresql://user:password@host/name.
database-batch-version = A batch in the database was written by another version of Pathfinder; use that one.
database-journal-version = The journal of iteration { $iteration } of { $session } has a row that this version does not know; use the version that wrote it.
database-no-page = The database holds no page { $page } of session { $session }.
database-no-session = The database holds no record of session { $session }.
database-page-altered = Page { $page } is not what it was when it was stored; restore the database from a backup, or quotes from it cannot be shown.
database-page-damaged = What is known of page { $page } is damaged; restore the database.
database-refused-schema = The database refused the schema ({ $reason }).
database-refused-statement = The database refused a statement ({ $reason }).
database-unreachable = The database cannot be reached ({ $reason }).
database-version = The tables of the fleet are of version { $known }, and this program works with { $version }; use the Pathfinder that made them, or another database.
database-in-use = { $count ->
    [one] { $count } worker is
   *[other] { $count } workers are
} at work with the tables as they are. Stop { $count ->
    [one] it (its
   *[other] them (their
} sessions wait in the queue), then run this again; a worker that died counts for a minute.
database-older = The tables of the fleet are of an earlier version. Stop all workers, run `pathfinder fleet up`, and start workers of this version.
database-without-tables = The database has no tables of a fleet yet; run `pathfinder fleet up` first.
fleet-batch-not-found = The fleet has no batch { $name }.
fleet-needs-packages = A fleet needs more packages: pip install 'pathfinder-research[fleet]'.
serve-no-fleet = This server shows no fleet; start it with `pathfinder serve --fleet`.
fleet-no-batch = The fleet has no batch.
fleet-no-question = Batch { $batch } has no question { $number } of its own; `pathfinder fleet status` lists them.
fleet-question-done = Question { $number } is done. Bring it here with `pathfinder fleet pull`, then use `pathfinder note` and `pathfinder resume` on session { $session }.
queue-unreachable = The queue cannot be reached ({ $reason }).
session-run-elsewhere = The session is run elsewhere now ({ $reason }).

## agents

again-asked-for = { $finding }: a further search was asked for
again-disagree = { $finding }: investigators disagree on it, and you face the other side
again-too-few = { $finding }: too few say so; check it independently
explorer-time-up = its time was up after { $seconds } seconds
failed-choice = choice of pages in turn { $turn }
failed-conclusion = conclusion of turn { $turn }
failed-record = { $explorer } in turn { $turn }, before { $before }
failed-search = search { $query }
failed-search-engine = search { $query } ({ $engine })
nothing-found = nothing was found

## orchestrator

conflict-not-settled = the Judge does not call it settled
conflict-nothing-to-settle = there is no such conflict to settle, or no quote that says so
ended-by-user = Ended by the user.
ended-by-user-at-once = ended at once by the user
ended-iterations = { $count ->
    [one] the one iteration asked for is done
   *[other] all { $count } iterations are done
}
ended-minutes = { $count ->
    [one] the time limit of 1 minute is over
   *[other] the time limit of { $count } minutes is over
}
failed-full-text = full text of { $url }
failed-ideas = ideas by { $tools }
failed-quote = a quote from { $url }
failed-resolution = resolution of { $first } and { $second }
ideas-left-out = asked twice, the Thinker left them out
run-paused-key = key: { $reason }
run-paused-provider = provider: { $reason }
stopped-by-user = Stopped by the user; `pathfinder resume` goes on where it was.

## pathfinder

batch-cost-unknown = Nobody knows what session { $session } has cost under the budget of the batch ({ $reason }) Put back a good copy of its folder, or move it away; then run the same command.
database-file-name-wrong = The database holds a file named { $name }, which is no name of ours.
engines-changed = Iteration { $iteration } is half done and was begun with { $then }, not with { $now }: finish it first (`pathfinder resume --engine { $engine } --iterations { $iteration }`), then change.
no-quote-for-answer = no quote was found yet that an answer could rest on
no-sentence-stands = none of its sentences stands on what it cites
now = now
question-beyond-reason = The question has { $count } characters, and may have { $most }; put what is longer into a document and read it with --docs.
question-empty = The question is empty; say what to research.
session-changed-here = Session { $session } was changed here and is left as it is; remove it and pull again to have the fleet's.
text-cannot-be-passed = The text holds a character that cannot be passed on, or is too long.

## protocols

file-not-utf8 = it is not UTF-8
graph-file-key-twice = the id or key stands twice
graph-file-newer = format { $number } is newer than this program reads ({ $format }); use a newer Pathfinder
graph-file-no-format = { $number } is not a format number
graph-file-no-graph = it does not hold a graph (a JSON object was expected)
graph-file-number = it holds a number that cannot be read ({ $reason })
graph-file-refused = { $file }: { $problem }. The file was not changed.
graph-file-refused-at = { $file }, { $place }: { $problem }. The file was not changed.
graph-file-too-deep = it is nested too deeply to be a graph
it-is-empty = it is empty
model-silent = the model did not answer in time
place-byte = byte { $byte }
place-line-column = line { $line }, column { $column }
session-locked = Session { $session } is in use by another process; stop it there, or wait until it ends.
session-locked-by = Session { $session } is in use by process { $pid }; stop it there, or wait until it ends.
step-recorded-otherwise = Step { $step } was recorded with other input: the model, the prompts, a setting or the version changed in the middle of an iteration; go on with those it was begun with, or start a new one.

## protocols/answer

engine-recorded = model answers recorded on { $day } ({ $model })
not-judged = not judged: no language model

## protocols/evidence

check-claim-empty = the claim is empty
check-claim-twice = two claims have this key
check-name-twice = two reports have this name
check-observation-twice = two observations have this key
check-page-not-stored = its page is not stored
history-strength = { $before } to { $after }
quote-not-on-page = the quote is not on the page: { $quote }

## protocols/graph

attempts = { $reason } ({ $count } attempts)
edit-already-there = { $name } is already in the graph.
edit-case-of-itself = { $hypothesis } is not a case of itself.
edit-cites-unknown-page = { $name } cites page { $page }, which is not in the graph.
edit-concept-unknown = A relation names { $name }, which is not a known concept.
edit-conflicts-with-itself = { $name } cannot conflict with itself.
edit-discounts-unknown = { $observation } is not in the graph, so it cannot be discounted.
edit-edge-already-there = The edge { $edge } is already in the graph.
edit-edge-unknown = There is no edge { $edge } in the graph to change.
edit-edge-without-start = An edge starts at { $observation }, which is not in the graph.
edit-hypothesis-rejected = { $hypothesis } is rejected; only a revival brings it back.
edit-keyword-unknown = There is no keyword number { $number } in the graph.
edit-merge-refused = { $absorbed } cannot be merged into { $survivor }: they are one, or one is rejected.
edit-not-there = { $name } is not in the graph.
edit-page-already-there = Page { $page } is already in the graph.
edit-relates-to-itself = { $name } cannot be related to itself.
edit-retracts-unknown = Page { $page } is not in the graph, so it cannot be retracted.
edit-revival-refused = { $hypothesis } is alive, merged or came back once: it cannot be revived.

## protocols/judging

check-no-claim = there is no claim { $name }
check-no-hypothesis = there is no { $name }
check-no-stance = no quoted observation speaks for or against it
check-observation-unreported = a stance names this observation, which is not reported
conflict-loser-not-weak = { $loser } is not weak enough to be rejected ({ $lost } against { $won })
conflict-loser-unnamed = it is not said which of the two is wrong
conflict-no-quote = no quoted observation says so
conflict-one-rejected = one of the two is rejected already
no-conflict-to-settle = there is no unresolved conflict between these hypotheses

## protocols/planning

ended-all-searched = every part of the question was searched
ended-answered = every part of the question is answered, or there is nothing more to find
ended-dry = { $count } iterations in a row found nothing new
ended-nothing-new = the last iteration found nothing new
ended-saturated = the latest iterations found nothing new
failed-idea = idea by { $tool }
history-contradicts = { $observation } CONTRADICTS
history-nothing-new = nothing new
history-supports = { $observation } SUPPORTS
reason-all-weak = every tested hypothesis is weak; { $reason }
reason-claim-untested = a claim nobody has tested
reason-conflict-unseen = a conflict that nobody has looked into; { $reason }
reason-conflicts-stuck = conflicts are stuck; { $reason }
reason-direction = a direction nobody has followed
reason-exclusive = they exclude each other, at { $first } and { $second }
reason-idea-untested = an idea nobody has tested
reason-left-over = round 3 had no Explorer left for it
reason-not-verified = not verified: { $missing }
reason-part-open = a part of the question that is still open
reason-part-untouched = a part of the question that nobody looked into
reason-rejected-unseen = settled as false, not seen for { $count } iterations: look for what speaks for it
reason-status-due = its status is due
reason-user-wants-it = the user wants it tested
reason-verified-unseen = verified, not seen for { $count } iterations: try to falsify it
reason-wider = a wider look: { $lens }

## protocols/text

times = { $count ->
    [2] { $what }, twice
   *[other] { $what }, { $count } times
}

## reports/export

export-bibtex = sources as BibTeX
export-csl = sources as CSL-JSON
export-evidence = every observation with the claim it bears on
export-graph = claims, observations and sources with their links
export-ris = sources as RIS
word-needs-packages = A Word file needs more packages: pip install 'pathfinder-research[office]'.

## serve

note-empty = The note is empty; say what to look at.
noted = Noted for session { $session }: { $kinds }.
noted-for-later = Noted for session { $session }: { $kinds }. The session is not running; this counts when it goes on: `pathfinder resume`.
record-too-short = The record of session { $session } does not go back to iteration { $iteration }.
serve-budget-wrong = The budget is an amount in dollars, such as 3.50.
serve-docs-outside = The documents are not inside a folder that the server may read (--docs).
serve-form-stale = The form is out of date.
serve-no-session = There is no session of this name.
serve-no-such-quote = There is no such quote or page in this session.
serve-page-missing = The stored page is missing; restore it from a backup.
serve-request-too-long = The request is too long.
serve-session-gone = The session is not there any more.
session-not-running = Session { $session } is not running; nothing was asked of it.
session-running = Session { $session } is running.

library-needs-consent = With docs, { $what }; agree with allow_remote=True, or stay on this machine with model="reading-list".
library-other-question = Session { $session } is on another question ({ $question }). Pass that question, or leave session out to begin anew.
