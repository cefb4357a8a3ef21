import { afterEach, beforeAll, expect, test } from 'vitest'
import { defaultLanguage, languages, screenLocale } from '@apogee/domain/languages.ts'
import { malaysiaTimeZone } from '@apogee/domain/time/time-zone.ts'
import { provideTexts } from '#web/testing/texts.ts'
import { dateInWords, hoursAndMinutes, monthInWords, ownTimeInWords, timeInWords } from './dates.ts'

beforeAll(() => provideTexts('ms'))

test.each([
  [480, '8h', '8 j'],
  [690, '11h 30m', '11 j 30 min'],
  [45, '45m', '45 min'],
])('%i minutes are shown as hours and minutes: %s, in Malay %s', (minutes, english, malay) => {
  expect(hoursAndMinutes(minutes, 'en')).toBe(english)
  expect(hoursAndMinutes(minutes, 'ms')).toBe(malay)
})

const instants = Array.from({ length: 12 }, (_, month) =>
  ['01T00:00:00.000Z', '09T15:59:59.999Z', '09T16:00:00.000Z', '28T23:30:00.000Z'].map(
    (rest) => `2027-${String(month + 1).padStart(2, '0')}-${rest}`,
  ),
).flat()

test.each(languages)('dates in %s are written as Intl writes them in Malaysia', (language) => {
  const date = { timeZone: malaysiaTimeZone, day: 'numeric', month: 'short', year: 'numeric' } as const
  const time = { hour: '2-digit', minute: '2-digit', hour12: false } as const
  const dates = new Intl.DateTimeFormat(screenLocale(language), date)
  const times = new Intl.DateTimeFormat(screenLocale(language), { ...date, ...time })
  for (const instant of instants) {
    expect(dateInWords(instant, language)).toBe(dates.format(new Date(instant)))
    expect(timeInWords(instant, language)).toBe(times.format(new Date(instant)))
  }
})

test.each(languages)('months in %s are named as Intl names them', (language) => {
  for (const length of ['short', 'long'] as const) {
    const months = new Intl.DateTimeFormat(language === defaultLanguage ? 'en-US' : screenLocale(language), {
      timeZone: 'UTC',
      month: length,
    })
    for (const instant of instants) {
      expect(monthInWords(instant.slice(0, 7), language, length)).toBe(months.format(new Date(instant)))
    }
  }
})

test('a date without a time is written as the same date', () => {
  expect(dateInWords('2026-12-31', 'en')).toBe('31 Dec 2026')
})

const zone = process.env['TZ']
afterEach(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

test.each([
  ['Europe/London', '17 Nov 2026, 23:30 (London)'],
  ['America/New_York', '17 Nov 2026, 18:30 (New York)'],
  ['Asia/Kuala_Lumpur', null],
  ['Asia/Singapore', null],
])('a device in %s shows its own time as %s', (timeZone, expected) => {
  process.env['TZ'] = timeZone
  expect(ownTimeInWords('2026-11-17T23:30:00.000Z', 'en')).toBe(expected)
})
