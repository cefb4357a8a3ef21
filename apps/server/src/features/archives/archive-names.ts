/** Names in an archive: made of titles, so that a person finds a lesson, and of numbers, so that each is there once. Pure. */
import { defaultLanguage, screenLocale } from '@apogee/domain/languages.ts'

const longestName = 60

/** Letters and digits of any script, joined by hyphens. */
export function nameOf(title: string): string {
  const plain = title
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
  const cut = Array.from(plain).slice(0, longestName).join('')
  return cut.replaceAll(/^-+|-+$/g, '') || 'untitled'
}

/** Numbers of as many digits as the largest has, so that names sort in their order. */
export const numbered = (index: number, count: number): string =>
  String(index + 1).padStart(Math.max(2, String(count).length), '0')

/** 'Week 1 – Sets.MP4' → '-week-1-sets.mp4' after its number. */
export function fileName(number: string, name: string, extension: string): string {
  const stem = name.replace(/\.[^.\s]{1,12}$/, '')
  return `${number}-${nameOf(stem)}.${extension}`
}

/** '01 Introduction' → 'Introduction'; a name of digits alone stays. */
export function titleOfName(name: string): string {
  const words = name.replaceAll('_', ' ').trim()
  return words.replace(/^\d{1,4}(?:[\s.)–-]+)(?=\S)/, '').trim() || words
}

const collator = new Intl.Collator(screenLocale(defaultLanguage), { numeric: true, sensitivity: 'base' })
/** 'Week 2' before 'Week 10'. */
export const inNaturalOrder = (one: string, other: string): number =>
  collator.compare(one, other) || (one < other ? -1 : 1)
