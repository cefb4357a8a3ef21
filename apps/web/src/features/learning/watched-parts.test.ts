import { expect, test } from 'vitest'
import { gapsIn, percentWatched, united } from './watched-parts.ts'

test('watched ranges that overlap or touch are one range', () => {
  expect(united([[30, 40], [0, 10], [10, 12], [35, 50]])).toEqual([[0, 12], [30, 50]]) // oxfmt-ignore
})

test('gaps are unwatched parts before the last watched second, and up to the end once the video is over', () => {
  expect(gapsIn([[5, 20], [21, 40]], 100)).toEqual([[0, 5]]) // oxfmt-ignore
  expect(gapsIn([[0, 20], [60, 98]], 100, true)).toEqual([[20, 60], [98, 100]]) // oxfmt-ignore
  expect(gapsIn([], 100)).toEqual([])
  expect(gapsIn([], 100, true)).toEqual([[0, 100]])
})

test('the watched share is rounded down and counts no second twice', () => {
  expect(percentWatched([[0, 30], [20, 62.9]], 100)).toBe(62) // oxfmt-ignore
  expect(percentWatched([[0, 130]], 100)).toBe(100)
  expect(percentWatched([[0, 1]], 0)).toBe(0)
})
