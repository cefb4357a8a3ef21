import { describe, expect, test } from 'vitest'
import { isSameValue } from '@apogee/domain/same-value.ts'
import { percentageOf, pointsForTests, stateOf } from './assessments.rules.ts'

test('the percentage is earned points of all points, rounded', () => {
  expect([percentageOf(30, 35), percentageOf(10, 35), percentageOf(0, 35), percentageOf(35, 35)]).toEqual([
    86, 29, 0, 100,
  ])
})

test('code earns points per passed test, rounded down, and all of them only with every test', () => {
  expect([0, 1, 2, 3].map((passed) => pointsForTests(20, passed, 3))).toEqual([0, 6, 13, 20])
})

describe('a returned value', () => {
  test.each([
    [1, 1],
    [0.3, 0.1 + 0.2],
    ['a', 'a'],
    [null, null],
    [
      [1, [2, 3]],
      [1, [2, 3]],
    ],
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
  ])('a returned value %j equals the expected %j', (expected, actual) =>
    expect(isSameValue(expected, actual)).toBe(true),
  )

  test.each([
    [1, '1'],
    [1, 1.001],
    [0, null],
    [null, undefined],
    [[], {}],
    [{}, []],
    [[1, 2], [1]],
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: undefined }, { b: undefined }],
    [{ toString: 1 }, {}],
  ])('a returned value %j differs from the expected %j', (expected, actual) =>
    expect(isSameValue(expected, actual)).toBe(false),
  )
})

test('an attempt is open until it is submitted or its time is over', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 10, minute))
  const open = { submittedAt: null, gradedAt: null, deadlineAt: at(30), waitingSince: null }
  expect(stateOf(open, at(29))).toBe('open')
  expect(stateOf(open, at(30))).toBe('grading')
  expect(stateOf({ ...open, submittedAt: at(1) }, at(2))).toBe('grading')
  const waiting = { ...open, submittedAt: at(1), waitingSince: at(1) }
  expect(stateOf(waiting, at(2))).toBe('waiting')
  expect(stateOf({ ...waiting, gradedAt: at(1) }, at(2))).toBe('graded')
})
