# Words that only the HTML pages of a report have. The same ids are in locales/ko/html.ftl.

## The frame of the page

html-skip = Skip to the answer
html-contents = Contents
html-theme = Dark or light
html-print = Print
html-print-hint = Prints the answer and its sources; what you have opened below is printed too
html-why = Why?
html-the-answer = the answer
html-open-all = Open all
html-close-all = Close all

## Finding things

html-search = Search the findings
html-search-hint = Words of a claim, a quote or a source
html-show = Show
html-everything = All
html-shown = { $count } shown
html-keys = / to search; arrow keys move in the list; Enter opens

## A finding

html-group-confirmed = Confirmed
html-group-likely = Likely
html-group-uncertain = Undecided
html-group-unjudged = No verdict
html-group-rejected = Rejected
html-group-unvisited = Not looked at
html-group-merged = Merged
html-group-against = Judged not so
html-against-chip = { $tag }: not so
html-strength = strength
html-voices-row = independent sources: { $pro } for, { $con } against
html-condition = Only when
html-caveats = Take care
html-limited = A source limits it
html-related = Related, of another subject or under another condition
html-minority = Minority opinion (weight { $weight })
html-follow-up = To look for
html-unjudged = Why there is no verdict
html-rejected = Why it was rejected
html-withdrawn = A source of it is retracted and has no weight:
html-no-evidence = No evidence bears on it.
html-found-by = Investigators
html-answers-part = Answers
html-derived = Thought up from
html-rivals = In conflict with

## A piece of evidence

html-authority = authority
html-weight = weight
html-weight-direct = direct
html-weight-indirect = indirect
html-weight-leap = with a leap
html-voice = independent source
html-counted = counts
html-not-counted = not counted
html-same-voice = one independent source with { $other }, which counts
html-no-weight = has no weight
html-basis = Read so because
html-retracted = retracted
html-whole-timeline = { $count ->
    [one] What the iteration did
   *[other] What each of the { $count } iterations did
}
html-more-sources = { $count ->
    [one] One more source
   *[other] { $count } more sources
}
html-no-quote = No quote was found on the page, so it counts for nothing.
html-found-in = iteration { $iteration }, { $who }

## The chart and the numbers

html-chart = Strength over iterations
html-chart-title = Strength over iterations: { $points }
html-chart-axis = iteration
html-chart-bars = Dashed: verified from { $verified }, rejected under { $rejected }.
html-chart-data = { $strength } after iteration { $iteration }
html-explain-strength = Explain the strength { $total }
html-explain-verdict = Explain the verdict
html-formula = Each independent source counts once on each side, with its largest authority × weight: 0.1 of it is added, 0.15 of it taken away. Each trusted one for it adds 0.03, all together 0.15 at most.
html-term-head-term = Term
html-term-head-voice = Independent source
html-term-head-product = Authority × weight × factor
html-term-head-change = Change
html-begin = To begin with
html-begins-A = a claim taken from sources
html-begins-B = an idea of the agent
html-bonus = Trusted independent sources for it: { $trusted }
html-sum = Strength
html-held = held between 0 and 1
html-other-numbers = Other numbers
html-confidence = Confidence { $confidence } ({ $mark }): by trusted independent sources for it; one 0.6, two 0.8, three or more 0.95. Untrusted ones together count as one.
html-weight-of-side = Weight { $side } { $weight }: the sum of authority × weight over independent sources whose evidence nobody answered.
html-side-sum = { $weight } = { $terms }
html-status = Status
html-visits = visits: { $visits }
html-not-verified = Not verified:
html-step-stances = 1. What each investigator said last
html-step-classes = 2. How the Judge classed it, round by round
html-step-review = 3. The challenge
html-step-verdict = 4. The verdict
html-no-stances = No investigator took a stance.
html-no-side = no side
html-stance = { $who }: { $side }, { $grade } evidence, confidence { $confidence }
html-asked-for = asked for: { $wish }
html-class-at = iteration { $iteration }, round { $round }
html-class-span = { $first } to { $last }
finding-class-AGREED = agreed
finding-class-DISAGREED = disagreed
finding-class-UNCERTAIN = uncertain
finding-class-NEEDS_MORE = needs more
html-review-line = Challenged in iteration { $iteration }: { $verdict }.
html-no-review = Nobody challenged it.

## Conflicts

html-conflicts = Conflicts
html-both-hold = Both hold, each under its condition

## The picture

html-picture = CogniGraph
html-picture-intro = Claims and the quotes that bear on them. Larger means stronger.
html-picture-keys = In the picture: arrow keys move, + and − zoom, 0 shows all, Escape lets go. Click in it first to zoom with the wheel.
html-picture-off = The picture needs a script, and scripts are off; everything in it stands in the findings.
html-verdicts = Verdict
html-kinds = Type
html-links = Links
html-node-A = claims
html-node-B = ideas of the agent
html-node-observation = quotes
html-link-SUPPORTS = supports
html-link-CONTRADICTS = contradicts
html-link-CONFLICTS = conflict
html-link-MERGED = merged
html-picture-search = Search the picture
html-zoom-in = Zoom in
html-zoom-out = Zoom out
html-fit = Show all
html-picked-none = Pick a node to read it.
html-open-finding = Go to the finding
html-open-source = Go to the source
html-neighbours = Linked with
html-matches = { $count } found
html-no-match = Nothing found

## The record

html-timeline = Timeline
html-iteration = Iteration { $number }
html-iteration-line = { $observations } observations, { $searches } searches, { $investigators } investigators
html-small = { $count } smaller moves
html-nothing-new = Nothing else changed.
html-happened-raised = raised: { $names }
html-happened-invented = thought up by { $detail }: { $names }
html-happened-moved = { $names }: strength { $before } → { $after }
html-happened-verified = verified: { $names }
html-happened-demoted = no longer verified: { $names }
html-happened-rejected = rejected: { $names }, { $detail }
html-happened-revived = came back: { $names }
html-happened-merged = merged: { $names }
html-happened-conflict = in conflict: { $names }
html-happened-settled = settled, { $detail }: { $names }
html-happened-classified = classed { $after }: { $names }
html-happened-reviewed = challenged, { $after }: { $names }
html-happened-judged = judged { $after }: { $names }
html-happened-failed = failed, { $detail }: { $after }
html-made-by = Made by Pathfinder. Every quote was found by code on the stored page it cites.

## The page over a batch

html-batch-title = Batch { $id }
html-batch-counted = { $total } questions: { $states }. Cost ${ $cost }.
html-batch-no-answer = Nothing that was found answers it.
html-batch-facts = quotes: { $observations }, pages: { $sources }, iterations: { $iterations }, failures: { $failures }, ${ $cost }
html-batch-report = report
html-batch-same = Asks the same as question { $of }; the result is there.
html-batch-similar = Much like question { $of }.
html-batch-state-waiting = not begun
html-batch-state-running = running
html-batch-state-done = done
html-batch-state-stopped = stopped
html-batch-state-budget = budget used up
html-batch-state-failed = failed
html-batch-state-same = asked before
