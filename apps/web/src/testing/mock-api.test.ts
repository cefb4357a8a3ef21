import { expect, test } from 'vitest'
import { keepWaiting, refuse } from './mock-api.ts'

let status: Promise<number>

test('a call that is kept waiting may be sent at the very end of a test', () => {
  keepWaiting('countCourses')
  status = fetch('/api/courses/counts').then((response) => response.status)
})

test('it was refused when that test was over', async () => {
  expect(await status).toBe(503)
})

test('a beacon makes no request', async () => {
  refuse('countCourses', 'UNAVAILABLE')
  expect(navigator.sendBeacon('/api/visits', '{}')).toBe(true)
  // If the beacon had been sent as a request, the mocked network would not know it and the test would fail.
  expect((await fetch('/api/courses/counts')).status).toBe(503)
})
