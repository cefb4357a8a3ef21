import { expect, test } from 'vitest'
import { isInTime, nextReminder } from './reminders.rules.ts'

const plan = (weekdays: number[], hour = 20, timeZone = 'Asia/Kuala_Lumpur') => ({ weekdays, hour, timeZone })

// 23 November 2026 is a Monday; 20:00 in Kuala Lumpur is 12:00 UTC.
test.each([
  ['today, later', plan([1]), '2026-11-23T11:59:59Z', '2026-11-23T12:00:00.000Z'],
  ['not again at the same moment', plan([1]), '2026-11-23T12:00:00Z', '2026-11-30T12:00:00.000Z'],
  ['the next chosen day', plan([1, 3]), '2026-11-23T12:00:00Z', '2026-11-25T12:00:00.000Z'],
  ['the weekday is that of the zone', plan([2], 1), '2026-11-23T16:30:00Z', '2026-11-23T17:00:00.000Z'],
  [
    'the hour stays over summer time',
    plan([7], 20, 'America/New_York'),
    '2026-03-02T05:00:00Z',
    '2026-03-09T00:00:00.000Z',
  ],
  ['and in winter', plan([6], 20, 'America/New_York'), '2026-03-01T05:00:00Z', '2026-03-08T01:00:00.000Z'],
] as const)('the next reminder: %s', (_, given, after, next) => {
  expect(nextReminder(given, new Date(after))?.toISOString()).toBe(next)
})

test('a plan without weekdays has no next reminder', () => {
  expect(nextReminder(plan([]), new Date())).toBeNull()
})

test.each([
  ['on time', '2026-11-23T12:04:00Z', null, true],
  ['two hours late', '2026-11-23T14:00:00Z', null, true],
  ['more than two hours late', '2026-11-23T14:00:01Z', null, false],
  ['the second one of the day', '2026-11-23T12:04:00Z', '2026-11-22T16:00:00Z', false],
  ['after one of yesterday', '2026-11-23T12:04:00Z', '2026-11-22T15:59:59Z', true],
] as const)('a reminder due at 20:00 may be sent: %s', (_, now, reminded, may) => {
  const due = { dueAt: new Date('2026-11-23T12:00:00Z'), timeZone: 'Asia/Kuala_Lumpur' }
  const remindedAt = reminded === null ? null : new Date(reminded)
  expect(isInTime({ ...due, remindedAt }, new Date(now))).toBe(may)
})
