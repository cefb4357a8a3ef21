import { expect, test } from 'vitest'
import { cycleThrough } from './cycles.ts'

const pair = (courseId: number, firstId: number) => ({ courseId, firstId })

test('the shortest chain back to the course is found, with the course at both ends', () => {
  expect(cycleThrough(1, [2, 5], [pair(2, 3), pair(3, 1), pair(5, 1)])).toEqual([1, 5, 1])
  expect(cycleThrough(1, [2], [pair(2, 3), pair(3, 1)])).toEqual([1, 2, 3, 1])
})

test('a chain that does not come back is no cycle, also where its courses meet again', () => {
  expect(cycleThrough(1, [2, 3], [pair(2, 4), pair(3, 4), pair(1, 9)])).toBeUndefined()
  expect(cycleThrough(1, [], [pair(2, 1)])).toBeUndefined()
})

test('each course is looked at once, however many chains lead to it', () => {
  // Twenty layers of five courses contain 5^20 chains, so that a search along each chain would never end.
  const idOf = (layer: number, place: number) => 10 + layer * 5 + place
  const places = [0, 1, 2, 3, 4]
  const pairs = Array.from({ length: 20 }, (_, layer) =>
    places.flatMap((from) => places.map((to) => pair(idOf(layer, from), idOf(layer + 1, to)))),
  ).flat()
  expect(
    cycleThrough(
      1,
      places.map((place) => idOf(0, place)),
      pairs,
    ),
  ).toBeUndefined()
})
