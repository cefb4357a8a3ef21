import { screenLocale, type Language } from '@apogee/domain/languages.ts'
import { malaysiaTimeZone } from '@apogee/domain/time-zone.ts'

/** `18 Nov 2026`, in the reader's language. */
export const dateInWords = (instant: string, language: Language): string =>
  new Intl.DateTimeFormat(screenLocale(language), {
    timeZone: malaysiaTimeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  }).format(new Date(instant))

/** `18 Nov 2026, 14:05`, in the reader's language. */
export const timeInWords = (instant: string, language: Language): string =>
  new Intl.DateTimeFormat(screenLocale(language), {
    timeZone: malaysiaTimeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  }).format(new Date(instant))

/** `2026-11` as `Nov` or `November`, in the reader's language. */
export const monthInWords = (month: string, language: Language, length: 'short' | 'long'): string =>
  // Malaysian English shortens September to four letters, and no other month.
  new Intl.DateTimeFormat(language === 'en' ? 'en-US' : screenLocale(language), {
    timeZone: 'UTC',
    month: length,
  }).format(new Date(`${month}-15T00:00:00Z`))

const units: Record<Language, readonly [hours: string, minutes: string]> = {
  en: ['h', 'm'],
  ms: [' j', ' min'],
}

/** Minutes as `11h 30m`, `8h`, `45m`; in Malay `11 j 30 min`. */
export function hoursAndMinutes(minutes: number, language: Language): string {
  const [hour, minute] = units[language]
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (hours === 0) return `${rest}${minute}`
  return rest === 0 ? `${hours}${hour}` : `${hours}${hour} ${rest}${minute}`
}

/** Seconds of a video as `11:20` or `1:02:03`. */
export function clockLength(seconds: number): string {
  const whole = Math.round(seconds)
  const parts = [Math.floor(whole / 60) % 60, whole % 60]
  const hours = Math.floor(whole / 3600)
  const padded = parts.map((part, index) =>
    index > 0 || hours > 0 ? String(part).padStart(2, '0') : String(part),
  )
  return (hours > 0 ? [String(hours), ...padded] : padded).join(':')
}
