import { expect, test } from 'vitest'
import { pathAlong, stationsOn, type Orbit } from './orbit-path.ts'

const orbit: Orbit = { x: 100, y: 100, across: 80, down: 50, turn: 0 }

test.each([1, 2, 7, 40])('%i stations stand at equal distances, and the last one is the apogee', (count) => {
  const stations = stationsOn(orbit, count)
  expect(stations).toHaveLength(count)
  expect(stations.at(-1)).toEqual([180, 100])
  const steps = stations
    .slice(1)
    .map(([x, y], place) => Math.hypot(x - (stations[place]?.[0] ?? 0), y - (stations[place]?.[1] ?? 0)))
  if (count > 20) expect(Math.max(...steps) - Math.min(...steps)).toBeLessThan(1.5)
  // The stations stand on the upper half of the orbit.
  for (const [x, y] of stations) {
    expect(y).toBeLessThanOrEqual(100.5)
    expect(((x - 100) / 80) ** 2 + ((y - 100) / 50) ** 2).toBeCloseTo(1, 1)
  }
})

test('the path of a turned orbit ends at its last station', () => {
  const turned = { ...orbit, turn: -14 }
  expect(pathAlong(turned).endsWith(` 0 1 ${stationsOn(turned, 3).at(-1)?.join(' ')}`)).toBe(true)
})

test('a course without modules has no stations', () => {
  expect(stationsOn(orbit, 0)).toEqual([])
})
