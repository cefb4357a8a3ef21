/** Tests which selectors the check of style sheets may skip without searching the document (e2e/support/selectors.ts). */
import { expect, test } from 'vitest'
import { mayMatch } from '../../e2e/support/selectors.ts'

const classes = new Set(['panel', 'title'])

test.each(['.panel', 'main .panel > .title', '.chart, .title', 'h1', '*'])(
  'a selector whose classes the document has is searched for: %s',
  (selector) => {
    expect(mayMatch(selector, classes)).toBe(true)
  },
)

test.each(['.panel:not(.chart)', '.panel:is(.chart, :not(.axis), .title)', '[href=".chart"]', '.md\\:panel'])(
  'a class in brackets, in a value or with an escape rules out nothing: %s',
  (selector) => {
    expect(mayMatch(selector, classes)).toBe(true)
  },
)

test.each(['.chart', '.panel .chart', '.panel.chart:not(.title)', '.chart, .axis'])(
  'a selector with a class that no element has matches nothing: %s',
  (selector) => {
    expect(mayMatch(selector, classes)).toBe(false)
  },
)
