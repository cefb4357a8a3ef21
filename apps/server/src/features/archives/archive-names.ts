/** Builds file names of an archive from titles, for readability, and from numbers, for uniqueness. Pure functions. */
import { defaultLanguage, screenLocale } from '@apogee/domain/languages.ts'

const longestName = 60

/** Keeps letters and digits of any script, joined by hyphens. */
export function nameOf(title: string): string {
  const plain = title
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
  const cut = Array.from(plain).slice(0, longestName).join('')
  return cut.replaceAll(/^-+|-+$/g, '') || 'untitled'
}

/** Pads numbers to the digits of the largest, so that names sort in numeric order. */
export const numbered = (index: number, count: number): string =>
  String(index + 1).padStart(Math.max(2, String(count).length), '0')

/** Returns '-week-1-sets.mp4' after the number for the name 'Week 1 – Sets.MP4'. */
export function fileName(number: string, name: string, extension: string): string {
  const stem = name.replace(/\.[^.\s]{1,12}$/, '')
  return `${number}-${nameOf(stem)}.${extension}`
}

/** Returns 'Git basics' for '01-Git-basics'. A name that consists of digits stays unchanged, as hyphens beside spaces do. */
export function titleOfName(name: string): string {
  const words = name.replaceAll('_', ' ').trim()
  const title = words.replace(/^\d{1,4}(?:[\s.)–-]+)(?=\S)/, '').trim() || words
  return /\s/.test(title) || /^[\d-]+$/.test(title) ? title : title.replaceAll('-', ' ').trim() || title
}

const collator = new Intl.Collator(screenLocale(defaultLanguage), { numeric: true, sensitivity: 'base' })
/** Sorts 'Week 2' before 'Week 10'. */
export const inNaturalOrder = (one: string, other: string): number =>
  collator.compare(one, other) || (one < other ? -1 : 1)
