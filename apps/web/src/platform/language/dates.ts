import { monthNames, type Language } from '@apogee/domain/languages.ts'
import { dayInMalaysia, malaysiaOffsetMs } from '@apogee/domain/time/malaysia-time.ts'
import { platformMessages } from './messages.en.ts'
import { textIn, type Translation } from './messages.ts'
import { ownTimeZone } from './time-zone.ts'

/** Returns a duration as `30 days` or `12 months`. */
export const lengthInWords = (
  length: { days: number } | { months: number },
  text: Pick<Translation<typeof platformMessages>, 'days' | 'months'>,
): string => ('days' in length ? text.days(length.days) : text.months(length.months))

const minuteMs = 60_000

/** This dash replaces a day that the server has not sent. */
const unknownDay = '–'

const inMalaysia = (instant: string): Date => new Date(new Date(instant).getTime() + malaysiaOffsetMs)

/** Returns `18 Nov 2026` in the reader's language. */
export function dateInWords(instant: string, language: Language): string {
  const date = inMalaysia(instant)
  if (Number.isNaN(date.getTime())) return unknownDay
  return `${date.getUTCDate()} ${monthNames[language].inDate[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}

/** Returns `18 Nov 2026, 14:05` in the reader's language. */
export function timeInWords(instant: string, language: Language): string {
  const day = dateInWords(instant, language)
  return day === unknownDay ? day : `${day}, ${inMalaysia(instant).toISOString().slice(11, 16)}`
}

/** Returns `2026-11-18`. */
export const dayInTable = (instant: string): string =>
  Number.isNaN(Date.parse(instant)) ? unknownDay : dayInMalaysia(instant)

/**
 * Returns the reader's own time as `18 Nov 2026, 07:05 (London)`. Returns null when the device's clock shows Malaysia's time at
 * this instant.
 */
export function ownTimeInWords(instant: string, language: Language): string | null {
  const at = new Date(instant)
  if (-at.getTimezoneOffset() * minuteMs === malaysiaOffsetMs) return null
  const day = `${at.getDate()} ${monthNames[language].inDate[at.getMonth()]} ${at.getFullYear()}`
  const time = [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
  const place = ownTimeZone().split('/').at(-1)?.replaceAll('_', ' ') ?? ''
  return place === '' ? `${day}, ${time}` : `${day}, ${time} (${place})`
}

/** Returns `2026-11` as `Nov` or `November` in the reader's language. */
export const monthInWords = (month: string, language: Language, length: 'short' | 'long'): string =>
  monthNames[language][length][Number(month.slice(5, 7)) - 1] ?? month

/** Returns minutes as `11h 30m`, `8h`, `45m`; in Malay `11 j 30 min`. */
export function hoursAndMinutes(minutes: number, language: Language): string {
  const { hour, minute } = textIn(platformMessages, language)
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (hours === 0) return `${rest}${minute}`
  return rest === 0 ? `${hours}${hour}` : `${hours}${hour} ${rest}${minute}`
}

/** Returns the length of a course on a card: whole hours as `6 hours`, others as `57m` or `11h 30m`. */
export const lengthOnCard = (minutes: number, language: Language): string =>
  minutes % 60 === 0
    ? textIn(platformMessages, language).hours(minutes / 60)
    : hoursAndMinutes(minutes, language)

/** Returns seconds of a video as `11:20` or `1:02:03`. */
export function clockLength(seconds: number): string {
  const whole = Math.round(seconds)
  const parts = [Math.floor(whole / 60) % 60, whole % 60]
  const hours = Math.floor(whole / 3600)
  const padded = parts.map((part, index) =>
    index > 0 || hours > 0 ? String(part).padStart(2, '0') : String(part),
  )
  return (hours > 0 ? [String(hours), ...padded] : padded).join(':')
}
