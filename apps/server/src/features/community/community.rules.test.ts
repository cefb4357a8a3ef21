import { expect, test } from 'vitest'
import { excerptOf, waitFor, writingLimits } from './community.rules.ts'

const now = new Date('2026-11-20T12:00:00Z')

test.each([
  [{ count: 0, oldest: null }, null],
  [{ count: 19, oldest: new Date('2026-11-20T11:30:00Z') }, null],
  [{ count: 20, oldest: new Date('2026-11-20T11:30:00Z') }, 1800],
  [{ count: 20, oldest: new Date('2026-11-20T11:00:00.001Z') }, 1],
])('20 posts an hour: after %o the wait is %s seconds', (written, seconds) => {
  expect(waitFor(written, writingLimits.posts, now)).toBe(seconds)
})

test.each([
  ['Short', 'Short'],
  ['Two\n\nlines', 'Two lines'],
  [`${'word '.repeat(60)}end`, `${'word '.repeat(48).trimEnd()}…`],
  ['x'.repeat(300), `${'x'.repeat(240)}…`],
])('an excerpt is one line of whole words', (body, excerpt) => {
  expect(excerptOf(body)).toBe(excerpt)
})
