import { expect, test } from 'vitest'
import { digestEnd } from './sale-mails.rules.ts'

test.each([
  // 08:00 in Kuala Lumpur is 00:00 UTC. The day in Kuala Lumpur began at 16:00 UTC of the day before.
  ['2026-11-21T00:00:00Z', '2026-11-20T16:00:00.000Z'],
  ['2026-11-20T23:59:59Z', '2026-11-19T16:00:00.000Z'],
  ['2026-11-21T15:59:59Z', '2026-11-20T16:00:00.000Z'],
  ['2026-11-21T16:00:00Z', '2026-11-20T16:00:00.000Z'],
])('at %s the daily mail covers sales before %s', (now, end) => {
  expect(digestEnd(new Date(now)).toISOString()).toBe(end)
})
