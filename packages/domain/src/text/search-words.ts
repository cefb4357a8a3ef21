/** Reads what people type into a search of courses. The server finds courses by these words, and browsers mark them. */
import { folded } from './human-text.ts'

/**
 * People type these words around what they look for. They are ignored unless nothing else is typed; the phrase with them is still
 * searched.
 */
export const fillers: ReadonlySet<string> = new Set(
  [
    'a about an and any at best by can course courses class classes complete crash do for free from full get guide how i in',
    'intro introduction is it learn learning lesson lessons like me my new of on online or please teach the to training tutorial',
    'tutorials use using want what with you your basic basics beginner beginners beginning advanced fundamentals',
    'are be but does has have no none not nothing or such that there these this was when where which who why will',
    'ada adalah akan bukan di itu ke oleh pun sebuah tiada tidak telah',
    'cikgu dr encik mr mrs prof puan teacher ustaz ustazah',
    'ajar apa asas atau bagaimana bagi belajar boleh buat cara dalam dan dari daripada dengan di guna ini itu kelas kursus latihan',
    'mahu mengajar mula nak online pada panduan pemula percuma saya talian tutorial untuk yang',
  ].flatMap((line) => line.split(' ')),
)

function withoutPunctuation(word: string): string {
  const signs = Array.from(word)
  const from = signs.findIndex((sign) => /[\p{L}\p{N}.#+]/u.test(sign))
  const to = signs.findLastIndex((sign) => /[\p{L}\p{M}\p{N}#+%]/u.test(sign))
  return signs.slice(Math.max(from, 0), to + 1).join('')
}

/** Splits what was typed into folded words, without the punctuation around them. */
export const wordsIn = (search: string): string[] =>
  folded(search)
    .split(/[\s/]+/)
    .map(withoutPunctuation)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
