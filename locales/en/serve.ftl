# What the screens of `pathfinder serve` say. The same ids are in locales/ko/serve.ftl.

## The bar

serve-library = Library
serve-fleet = Fleet
serve-fleet-question = Question
serve-fleet-status = Status
serve-fleet-worker = Worker
serve-fleet-iteration = Iterations done
serve-fleet-steps = Steps done
serve-fleet-spent = Spent
serve-fleet-more = { $count ->
    [one] { $count } more question is
   *[other] { $count } more questions are
} not shown.
serve-fleet-none = The fleet has no batch yet; `pathfinder fleet submit` hands one in.
serve-new = New question
serve-live = Live
serve-answer = Answer
serve-graph = Graph
serve-ask = Ask further
serve-compare = Compare
serve-other-language = 한국어
serve-screens = Screens

## The token

serve-login = Token
serve-login-why = Open the address that `pathfinder serve` printed, or enter its token here.
serve-login-go = Open
serve-login-wrong = This is not the token.

## Library

serve-search = Search questions and answers
serve-search-go = Search
serve-nothing = There is no session here yet.
serve-no-match = No session matches.
serve-running = running
serve-iterations = { $count ->
    [one] 1 iteration
   *[other] { $count } iterations
}
serve-resume = Resume
serve-delete = Move to trash
serve-deleted = Moved to the folder trash. Move it back into sessions to have it again.
serve-unreadable = unreadable
serve-older = { $count } older sessions

## A new question

serve-question = Question
serve-documents = Documents
serve-documents-none = none
serve-documents-hint = One of the folders that the server was started with.
serve-subfolder = Folder inside it
serve-remote = Passages of the documents may be sent to the model, and the web may be searched as well.
serve-upload = Upload documents
serve-upload-hint = In place of the folder. At most { $files } files and { $megabytes } MB; they are stored beside the sessions.
serve-upload-kept = Keep the documents that were uploaded. Others that you choose replace them.
serve-engines = Search engines
serve-engines-hint = None: the documents alone, or the engine of the settings.
serve-engine-claude = Claude (web)
serve-engine-exa = Exa (web)
serve-engine-searxng = SearXNG (web)
serve-engine-academic = Papers
serve-preset = Models
serve-preset-default = as the settings say
serve-preset-economy = economy
serve-preset-balanced = balanced
serve-preset-best = best
serve-budget = Budget in dollars
serve-minutes = Minutes, at most
serve-to-forecast = Next: forecast and plan
serve-forecast = Forecast
serve-forecast-line = { $engine }: about { $total } ({ $each } an iteration, { $explorers } Explorers); { $budget } at most.
serve-forecast-free = { $engine }: free.
serve-nothing-spent = Nothing was sent or spent so far.
serve-plan-spent = The plan was made by one call to the model, on the budget of this session.
serve-plan = Parts of the question
serve-plan-hint = One a line, the most important first. Left empty, the lead takes the question apart.
serve-propose = Propose parts
serve-propose-cost = Proposing asks the model once; without a model it is free.
serve-start = Start
serve-back = Change the question

## The live screen

serve-parts = Parts
serve-part-state-open = open
serve-part-state-answered = answered
serve-part-state-exhausted = searched, not answered
serve-explorers = Explorers
serve-nobody = No Explorer is out.
serve-doing-searching = searches
serve-doing-choosing = chooses pages
serve-doing-fetching = fetches
serve-doing-reading = reads
serve-doing-concluding = draws conclusions
serve-sent = is on its way
serve-returned = back with { $facts ->
    [one] { $facts } fact
   *[other] { $facts } facts
} and { $claims ->
    [one] { $claims } claim
   *[other] { $claims } claims
}
serve-facts = Facts
serve-no-facts = No fact was read yet.
serve-facts-more = The latest { $shown } of { $count }.
serve-claims = Claims
serve-no-claims = No claim was made yet.
serve-no-claims-here = No claim answers this part.
serve-no-claims-list = This is a reading list: without a language model no claims are made.
serve-claim-new = new
serve-failures = Failures
serve-no-failures = None.
serve-failures-more = The latest { $shown } of { $count }.
serve-money = { $spent } of { $budget }
serve-time = { $minutes } min
serve-time-of = { $minutes } of { $most } min
serve-of-iterations = iteration { $number } of { $most }
serve-ended = Ended
serve-went-wrong = The last run said
serve-phase-LOAD = begins
serve-phase-SELECT = chooses where to look
serve-phase-EXPLORE = explores
serve-phase-MERGE = merges claims
serve-phase-AUDIT = compares the pages
serve-phase-JUDGE = judges
serve-phase-VERDICT = gives verdicts
serve-phase-IDEATE = thinks of hypotheses
serve-phase-FINALIZE = sums up
serve-phase-CHECK = checks itself
serve-phase-SAVE = saves
serve-phase-OUTPUT = writes
serve-steer = Steer
serve-note = Note
serve-keyword = Keyword
serve-hypothesis = Hypothesis
serve-note-hint = It counts from the next iteration on.
serve-add = Add
serve-pause = Pause
serve-stop = Stop
serve-noted = Noted. It counts from the next iteration on, or when the session is resumed.
serve-asked-to = Asked. The calls in flight are finished first.
serve-budget-change = Change the budget
serve-budget-set = The run takes the new budget with its next call.
serve-started = Started.
serve-connection = The connection is lost; trying again.

## The answer

serve-not-yet = No iteration is finished yet, so there is no answer to read. What was read so far is on the live screen.
serve-goes-on = { $count ->
    [one] The run goes on; this is what it knew after 1 iteration.
   *[other] The run goes on; this is what it knew after { $count } iterations.
}

## Filters of the answer

serve-filter-part = Part
serve-filter-verdict = Verdict
serve-filter-source = Source
serve-filter-all = all
serve-filter-go = Filter
serve-filter-shown = { $shown } of { $count } claims.
serve-filter-none = Show all

## Quotes and pages

serve-quote-in = Quote in its page
serve-close = Close
serve-also-says = What else this source says
serve-says-nothing-else = Nothing else was taken from it.
serve-bears-on = Bears on
serve-supports = supports
serve-contradicts = contradicts
serve-undated = undated
serve-authority = authority
serve-stored-text = The page as it was stored
serve-retracted = Retracted

## Asking further

serve-ask-hint = Answered from the pages and facts of this session; one call to the model, on its budget.
serve-ask-go = Ask
serve-research-this = Research this
serve-quotes = Quotes

## The graph

serve-no-part = Other claims
serve-conflicts-with = Conflicts with
serve-settled = settled
serve-legend = A line joins two claims that conflict; dashed: the conflict is settled.
serve-evidence = { $pro } for, { $con } against

## Comparing

serve-compare-from = From iteration
serve-compare-to = to
serve-compare-go = Compare
serve-compare-none = One iteration has to be closed before there is something to compare.
serve-other-session = Beside another session
serve-no-answer = No answer was written yet.

## Errors

serve-refused = That did not work
serve-form-old = This form is out of date; load the page again.
serve-not-found = There is nothing here.
serve-no-budget = The budget is an amount in dollars, such as 3.50.
serve-no-minutes = The minutes are a whole number.
serve-no-documents = The documents are not inside a folder that the server may read.
serve-empty = The text is empty.
serve-too-long = That is too much text.
serve-is-running = The session is running.

serve-engine-unusable = The engine { $engine } cannot be used here; see `pathfinder doctor`.
