import { describe, expect, test } from 'vitest'
import { isSteep, leavesOf, partsOf } from './course-figures.rules.ts'

const usual = { opened: 50, stopped: 2 }

test('a lesson where twice the usual share of learners stopped is steep', () => {
  const steep = { opened: 40, stopped: 12 }
  expect(isSteep(steep, [usual, usual, usual, steep])).toBe(true)
  expect(isSteep(usual, [usual, usual, usual, steep])).toBe(false)
})

test('two learners who stopped are too few, and a lesson that nobody opened is not steep', () => {
  const few = { opened: 2, stopped: 2 }
  const unseen = { opened: 0, stopped: 0 }
  expect(isSteep(few, [usual, few])).toBe(false)
  expect(isSteep(unseen, [unseen])).toBe(false)
})

describe('the parts of a video', () => {
  const viewersOf = (seconds: number, ...ranges: [number, number][]) =>
    partsOf(
      seconds,
      ranges.flatMap(([from, to]) => [
        { second: from, change: 1 },
        { second: to, change: -1 },
      ]),
    ).map(({ viewers }) => viewers)

  test('count who watched each of them; ranges that meet in a second are no change', () => {
    expect(viewersOf(4, [0, 4], [0, 2], [2, 3])).toEqual([2, 2, 2, 1])
    expect(viewersOf(2)).toEqual([0, 0])
  })

  test('the parts of a video are at most sixty, cover the whole length, and have the mean of their seconds', () => {
    const parts = partsOf(120.4, [
      { second: 0, change: 10 },
      { second: 61, change: -10 },
    ])
    expect(parts).toHaveLength(60)
    expect(parts[0]).toEqual({ from: 0, to: 2, viewers: 10 })
    expect(parts.at(-1)).toMatchObject({ to: 120.4, viewers: 0 })
    expect(parts.every(({ from }, at) => from === (at === 0 ? 0 : Math.round((at * 121) / 60)))).toBe(true)
  })

  test('a video without length has no parts', () => {
    expect(viewersOf(0, [0, 3])).toEqual([])
  })

  test('lose viewers where at least three leave, the most first', () => {
    const parts = [10, 10, 4, 4, 1, 5, 3].map((viewers, at) => ({ from: at, to: at + 1, viewers }))
    expect(leavesOf(parts)).toEqual([
      { at: 2, lost: 6 },
      { at: 4, lost: 3 },
    ])
  })
})
