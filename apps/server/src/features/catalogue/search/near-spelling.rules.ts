/** Finds similar spellings of searched words. Pure functions. */
import { changesAllowed, changesBetween } from '@apogee/domain/text/near-spelling.ts'
import { fillers } from '@apogee/domain/text/search-words.ts'
import { meanings } from './search-synonyms.ts'

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
