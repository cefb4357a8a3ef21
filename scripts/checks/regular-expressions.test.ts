/** Checks that the server's regular expressions take at most time in proportion to the length of an untrusted text. */
import { expect, test } from 'vitest'
import { bounded, made } from '../regular-expressions/bounded.ts'
import { findExpressions, readSafe, verdictOn } from '../regular-expressions/expressions.ts'

const found = findExpressions()
const safe = new Set(readSafe())
const written = new Set(found.expressions.map((expression) => expression.written))

test('each expression is linear, or stands in the list of those whose input is bounded', () => {
  expect(found.expressions.length).toBeGreaterThan(50)
  const unknown = found.expressions.filter((one) => !safe.has(one.written) && !(one.written in bounded))
  // A check takes seconds, so `npm run expressions` records the safe expressions, and only new ones are checked here.
  const slow = unknown.flatMap((one) => {
    const verdict = verdictOn(one)
    return verdict === null ? [] : [`${verdict}: ${one.written} in ${one.paths.join(', ')}`]
  })
  expect(slow).toEqual([])
  expect(unknown.length).toBeLessThan(10)
})

test('the lists name no expression that is no longer there', () => {
  const listed = [...safe, ...Object.keys(bounded)]
  expect(listed.filter((one) => !written.has(one))).toEqual([])
})

test('an expression is made of text only where the list says of which', () => {
  expect(found.made).toEqual(Object.keys(made).toSorted())
})

test('the check finds a quadratic expression', () => {
  expect(verdictOn({ written: '', source: '\\s+$', flags: '', paths: [] })).toMatch(/polynomial/)
})
