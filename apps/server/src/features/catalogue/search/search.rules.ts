/** Prepares the search for courses (docs/decisions/lists-and-search.md). Pure functions. */
import { folded } from '@apogee/domain/text/human-text.ts'
import { synonyms } from './search-synonyms.ts'

/** A text matches when it contains all of `words` and matches all of `expressions`. */
export interface CourseSearch {
  /** Contains all words as the person typed them. */
  typed: string[]
  /** Contains the words that have no synonyms. They match regardless of case and accents. */
  words: string[]
  /**
   * Contains a regular expression for each phrase with synonyms. They match the form of a text, which is in lower case without
   * accents.
   */
  expressions: string[]
  /** Contains the phrases with synonyms and the synonyms themselves, in lower case without accents. */
  meanings: string[]
  /** Every matching text contains all words of at least one candidate. */
  candidates: SearchCandidate[]
}

export interface SearchCandidate {
  /** Each of these words must occur in the text. */
  parts: string
  /** This word of up to three letters must occur between blanks. An empty string means that there is none. */
  shortWord: string
}

/** Synonyms may form at most this many combinations. Words beyond that are searched without their synonyms. */
const mostCandidates = 8
/** The index contains words up to this length together with the blanks around them. */
const shortLength = 3

const meaning = new Map(synonyms.flatMap((line) => line.map((phrase) => [phrase, line] as const)))
const longestPhrase = Math.max(...[...meaning.keys()].map((phrase) => phrase.split(' ').length))

/** Returns the longest phrase with synonyms at the beginning of the words. */
function phraseAt(words: readonly string[]): { length: number; typed: string; others: string[] } | undefined {
  for (let length = Math.min(longestPhrase, words.length); length > 0; length -= 1) {
    const typed = words.slice(0, length).map(folded).join(' ')
    const line = meaning.get(typed)
    if (line) return { length, typed, others: line.filter((phrase) => phrase !== typed) }
  }
  return undefined
}

const isShort = (phrase: string): boolean => phrase.length <= shortLength

/** Builds the expression for a phrase. The typed words may occur anywhere and in any order; a synonym must occur literally. */
function expressionOf(typed: string, others: readonly string[]): string {
  const words = typed.split(' ')
  const found = words.length === 1 ? typed : `^${words.map((word) => `(?=.*${word})`).join('')}`
  const synonym = (phrase: string) => (isShort(phrase) ? `(^|[^a-z0-9])${phrase}([^a-z0-9]|$)` : phrase)
  return [found, ...others.map(synonym)].join('|')
}

const withPhrase = (
  { parts, shortWord }: SearchCandidate,
  phrase: string,
  isTyped: boolean,
): SearchCandidate =>
  isTyped || !isShort(phrase)
    ? { parts: `${parts} ${phrase}`.trim(), shortWord }
    : { parts, shortWord: shortWord || ` ${phrase} ` }

const typedWords = (search: string | undefined): string[] =>
  search
    ?.trim()
    .split(/\s+/)
    .filter((word) => word !== '') ?? []

/** Searches for texts that contain the typed phrase literally, as the specification requires. Returns null for an empty search. */
export function literalSearch(search: string | undefined): CourseSearch | null {
  const typed = typedWords(search)
  const phrase = typed.join(' ')
  if (phrase === '') return null
  return {
    typed,
    words: [phrase],
    expressions: [],
    meanings: [],
    candidates: [{ parts: phrase, shortWord: '' }],
  }
}

/** Searches for texts that contain all words, in any order, or their synonyms. Returns null for an empty search. */
export function courseSearch(search: string | undefined): CourseSearch | null {
  const typed = typedWords(search)
  if (typed.length === 0) return null
  const found: CourseSearch = {
    typed,
    words: [],
    expressions: [],
    meanings: [],
    candidates: [{ parts: '', shortWord: '' }],
  }
  for (let place = 0; place < typed.length;) {
    const rest = typed.slice(place)
    const phrase = phraseAt(rest)
    const isWithin = phrase && found.candidates.length * (phrase.others.length + 1) <= mostCandidates
    if (isWithin) {
      found.expressions.push(expressionOf(phrase.typed, phrase.others))
      found.meanings.push(...phrase.typed.split(' '), ...phrase.others)
      found.candidates = found.candidates.flatMap((candidate) => [
        withPhrase(candidate, phrase.typed, true),
        ...phrase.others.map((other) => withPhrase(candidate, other, false)),
      ])
      place += phrase.length
    } else {
      const [word = ''] = rest
      found.words.push(word)
      found.candidates = found.candidates.map((candidate) => withPhrase(candidate, word, true))
      place += 1
    }
  }
  return found
}

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

/** Returns the same search with the most similar known words, or null when no word has one. */
export function nearSearch(
  typed: readonly string[],
  known: ReadonlyMap<string, readonly string[]>,
): string | null {
  const corrected = typed.map((word) => {
    const compared = folded(word)
    const near = known.get(word) ?? []
    if (near.some((one) => one.includes(compared))) return word
    const [nearest] = near
      .map((one) => ({ one, changes: distance(compared, one) }))
      .filter(({ changes }) => changes <= changesAllowed(compared.length))
      .toSorted((a, b) => a.changes - b.changes)
    return nearest?.one ?? word
  })
  return corrected.some((word, place) => word !== typed[place]) ? corrected.join(' ') : null
}
