import { expect, test } from 'vitest'
import { readMessage } from './package-messages.ts'

const windowWithin = (parent: Window | null): Window => {
  const made = {} as { parent: Window }
  Object.defineProperty(made, 'parent', { value: parent ?? made })
  return made as unknown as Window
}
const lesson = windowWithin(null)
const frame = windowWithin(lesson)
const launch = 'launch-token'
const report = { apogee: 'report', launch, activity: 'I0', cmi: { core: {} } }
const activity = (address: string) => ({
  identifier: 'I0',
  title: '',
  address,
  isReporting: true,
  isCompleted: null,
  isPassed: null,
  score: null,
})
const from = (source: Window | null, data: unknown, origin = 'null') =>
  readMessage({ source, origin, data }, frame, { launch, hasOrigin: false, activities: [activity('')] })

test('a report of the frame, of a frame within it, and of a page that has just been removed is read', () => {
  expect(from(frame, report)).toEqual(report)
  expect(from(windowWithin(frame), report)).toEqual(report)
  expect(from(null, report)).toEqual(report)
})

test('a launch with a host of its own is sent messages by that host alone', () => {
  const activities = [activity('http://label.localhost:3000/packages/token~~/0/~player.html')]
  const at = (origin: string) =>
    readMessage({ source: frame, origin, data: report }, frame, { launch, hasOrigin: true, activities })
  expect(at('http://label.localhost:3000')).toEqual(report)
  for (const origin of ['null', 'http://other.localhost:3000', 'http://localhost:3000'])
    expect(at(origin)).toBeNull()
})

test.each([
  ['another window', windowWithin(null), report, 'null'],
  ['another frame of the lesson', windowWithin(lesson), report, 'null'],
  ['a document with an origin', frame, report, 'https://apogee.example'],
  ['another launch', frame, { ...report, launch: 'other' }, 'null'],
  ['no activity', frame, { apogee: 'report', launch, cmi: {} }, 'null'],
  ['a text', frame, 'report', 'null'],
  ['data without end', frame, { ...report, cmi: { text: 'x'.repeat(500_001) } }, 'null'],
])('a message of %s is ignored', (_what, source, data, origin) => {
  expect(from(source, data, origin)).toBeNull()
})

test('a message about an activity that the launch does not have is not read', () => {
  expect(from(frame, { ...report, activity: 'I1' })).toBeNull()
  expect(from(frame, { apogee: 'error', launch, activity: 'x' })).toBeNull()
})
