import { expect, test } from 'vitest'
import { calendarFeed, folded, type CalendarFacts } from './calendar.rules.ts'

const facts = (given: Partial<CalendarFacts> = {}): CalendarFacts => ({
  uid: 'plan@apogee.test',
  plan: { weekdays: [4, 1], hour: 20, timeZone: 'Asia/Kuala_Lumpur' },
  plannedAt: new Date('2026-11-24T02:00:00Z'),
  name: 'Learning',
  summary: 'Learn on Apogee',
  description: 'Continue: https://apogee.test/dashboard',
  sessions: [],
  url: 'https://apogee.test/dashboard',
  ...given,
})
const linesOf = (given?: Partial<CalendarFacts>) =>
  calendarFeed(facts(given)).replaceAll('\r\n ', '').split('\r\n')

test('the chosen weekdays and hour are one recurring event of 30 minutes, from the next chosen day on', () => {
  const lines = linesOf()
  const start = lines.indexOf('BEGIN:VEVENT')
  expect(lines.slice(start, -2)).toEqual([
    'BEGIN:VEVENT',
    'UID:plan@apogee.test',
    'DTSTAMP:20261124T020000Z',
    'LAST-MODIFIED:20261124T020000Z',
    // 26 November 2026 is a Thursday, the first chosen weekday after the plan was made.
    'DTSTART;TZID=Asia/Kuala_Lumpur:20261126T200000',
    'DURATION:PT30M',
    'RRULE:FREQ=WEEKLY;BYDAY=MO,TH;WKST=MO',
    'SUMMARY:Learn on Apogee',
    'DESCRIPTION:Continue: https://apogee.test/dashboard',
    'URL:https://apogee.test/dashboard',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ])
  expect(lines.slice(-2)).toEqual(['END:VCALENDAR', ''])
})

test('a zone without summer time is one observance', () => {
  const lines = linesOf()
  expect(lines.slice(lines.indexOf('BEGIN:VTIMEZONE'), lines.indexOf('END:VTIMEZONE'))).toEqual([
    'BEGIN:VTIMEZONE',
    'TZID:Asia/Kuala_Lumpur',
    'BEGIN:STANDARD',
    'DTSTART:20261124T000000',
    'TZOFFSETFROM:+0800',
    'TZOFFSETTO:+0800',
    'END:STANDARD',
  ])
})

const zoneOf = (timeZone: string) => {
  const lines = linesOf({ plan: { weekdays: [1], hour: 7, timeZone } })
  return lines.slice(lines.indexOf('BEGIN:VTIMEZONE'), lines.indexOf('END:VTIMEZONE'))
}

test('a zone with summer time changes by rules without an end', () => {
  expect(zoneOf('America/New_York').slice(2)).toEqual([
    'BEGIN:STANDARD',
    'DTSTART:20261123T000000',
    'TZOFFSETFROM:-0500',
    'TZOFFSETTO:-0500',
    'END:STANDARD',
    'BEGIN:DAYLIGHT',
    'DTSTART:20270314T020000',
    'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU',
    'TZOFFSETFROM:-0500',
    'TZOFFSETTO:-0400',
    'END:DAYLIGHT',
    'BEGIN:STANDARD',
    'DTSTART:20271107T020000',
    'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU',
    'TZOFFSETFROM:-0400',
    'TZOFFSETTO:-0500',
    'END:STANDARD',
  ])
})

test.each([
  ['Europe/London', ['BYMONTH=3;BYDAY=-1SU', 'BYMONTH=10;BYDAY=-1SU']],
  ['Australia/Sydney', ['BYMONTH=4;BYDAY=1SU', 'BYMONTH=10;BYDAY=1SU']],
  ['Asia/Singapore', []],
])('%s changes by the rules %j', (timeZone, rules) => {
  expect(zoneOf(timeZone).filter((line) => line.startsWith('RRULE'))).toEqual(
    rules.map((rule) => `RRULE:FREQ=YEARLY;${rule}`),
  )
})

test('a zone whose changes follow no rule of a calendar has an observance for each of them', () => {
  const zone = zoneOf('Asia/Gaza')
  expect(zone.filter((line) => line.startsWith('RRULE'))).toEqual([])
  expect(zone.filter((line) => line.startsWith('BEGIN:')).length).toBeGreaterThan(4)
})

test('without a chosen weekday the calendar holds no event', () => {
  const lines = linesOf({ plan: { weekdays: [], hour: 20, timeZone: 'Asia/Kuala_Lumpur' } })
  expect(lines).not.toContain('BEGIN:VEVENT')
  expect(lines).toContain('END:VTIMEZONE')
})

test('texts are escaped, so that none adds a property', () => {
  const lines = linesOf({ summary: 'One, two; three \\ four\r\nATTENDEE:x\u0007' })
  expect(lines).toContain('SUMMARY:One\\, two\\; three \\\\ four\\nATTENDEE:x')
})

test('lines are folded at 75 octets without cutting a character', () => {
  const long = `SUMMARY:${'é漢🚀'.repeat(30)}`
  const parts = folded(long).split('\r\n')
  for (const part of parts) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(75)
  expect(parts.slice(1).every((part) => part.startsWith(' '))).toBe(true)
  expect(parts.map((part, index) => (index === 0 ? part : part.slice(1))).join('')).toBe(long)
  for (const line of calendarFeed(facts({ summary: long })).split('\r\n'))
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
})
