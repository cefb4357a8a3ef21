/** Finds similar spellings of searched words. Pure functions. */
import { fillers } from '@apogee/domain/text/search-words.ts'
import { meanings } from './search-synonyms.ts'

/**
 * Returns how many letters of a similar spelling may differ. Short words must be spelled exactly, because too many others would be
 * similar.
 */
export const changesAllowed = (length: number): number => (length >= 8 ? 2 : length >= 4 ? 1 : 0)

/** Counts letters to insert, delete, replace or swap with their neighbour. */
export function distance(from: string, to: string): number {
  let before: number[] = []
  let row = Array.from({ length: to.length + 1 }, (_, place) => place)
  for (let at = 1; at <= from.length; at += 1) {
    const next = [at]
    for (let place = 1; place <= to.length; place += 1) {
      const isSame = from[at - 1] === to[place - 1]
      let least = Math.min(
        (row[place] ?? 0) + 1,
        (next[place - 1] ?? 0) + 1,
        (row[place - 1] ?? 0) + (isSame ? 0 : 1),
      )
      if (at > 1 && place > 1 && from[at - 1] === to[place - 2] && from[at - 2] === to[place - 1]) {
        least = Math.min(least, (before[place - 2] ?? 0) + 1)
      }
      next.push(least)
    }
    before = row
    row = next
  }
  return row[to.length] ?? 0
}

const lettersOf = (word: string): string => Array.from(word).toSorted().join('')

/** Counts the same letters in another order as one change, because fingers often exchange letters that are not neighbours. */
const changesBetween = (from: string, to: string): number =>
  from !== to && from[0] === to[0] && lettersOf(from) === lettersOf(to) ? 1 : distance(from, to)

/** Contains the words that a search understands, whether or not a course contains them. */
export const understoodWords: ReadonlySet<string> = new Set([
  ...meanings.flatMap(({ words }) => words.flatMap((phrase) => phrase.split(' '))),
  ...fillers,
])

/** Contains words of texts and words of names that resemble a searched word, the most similar first. */
export interface SimilarWords {
  texts: readonly string[]
  names: readonly string[]
}

/** Two words of one family, such as `freelancing` and `freelancers`, share this many letters at their beginning. */
const leastShared = 6

const sharedLetters = (one: string, other: string): number => {
  const differing = Array.from(one).findIndex((letter, place) => letter !== other[place])
  return differing < 0 ? one.length : differing
}

/** Returns a word of the same family, and else the word without the ending of English verbs. */
function relatedWord(word: string, near: readonly string[]): string | undefined {
  const isRelated = (one: string) => {
    const shared = sharedLetters(word, one)
    return shared >= leastShared && Math.max(word.length, one.length) - shared <= 3
  }
  return near.find(isRelated) ?? (word.length >= 8 && word.endsWith('ing') ? word.slice(0, -3) : undefined)
}

function correctionOf(
  word: string,
  { texts, names }: SimilarWords,
  understood: ReadonlySet<string>,
): string | undefined {
  if (understood.has(word) || texts.some((one) => one.includes(word)) || names.includes(word))
    return undefined
  const begun = word.length > 2 ? names.find((name) => name.startsWith(word)) : undefined
  if (begun !== undefined) return begun
  const near = [...texts, ...names]
  const [nearest] = [...near, ...understood]
    .map((one) => ({ one, changes: changesBetween(word, one) }))
    .filter(({ changes }) => changes <= changesAllowed(word.length))
    .toSorted((a, b) => a.changes - b.changes)
  return nearest?.one ?? relatedWord(word, near)
}

/**
 * Returns the same words with the most similar known ones, or null when no word has one. `understood` contains words that are right
 * in any case.
 */
export function nearSearch(
  words: readonly string[],
  known: ReadonlyMap<string, SimilarWords>,
  understood: ReadonlySet<string> = new Set(),
): string | null {
  const nothing: SimilarWords = { texts: [], names: [] }
  const corrected = words.map((word) => correctionOf(word, known.get(word) ?? nothing, understood) ?? word)
  return corrected.some((word, place) => word !== words[place]) ? corrected.join(' ') : null
}
