/** Searches the lines of lessons, which are in the order of the course. Pure functions. */
import { searchForm } from '@apogee/domain/text/human-text.ts'
import { wordsIn } from '@apogee/domain/text/search-words.ts'
import { placesIn } from '@apogee/domain/text/transcript.ts'
import { changesAllowed } from '@apogee/domain/text/near-spelling.ts'
import { nearSearch } from './near-spelling.rules.ts'
import { courseSearch } from './search.rules.ts'

/** Selects the matching lines and the passages to mark. */
export interface LineSearch {
  matches: (form: string) => boolean
  marks: string[]
}

/** Finds lines that contain the typed phrase literally. */
export function typedSearch(typed: string): LineSearch {
  const wanted = searchForm(typed)
  return { matches: (form) => form.includes(wanted), marks: [typed] }
}

/** Finds lines that contain all words, in any order, or their synonyms. */
export function wordsSearch(typed: string): LineSearch {
  const search = courseSearch(typed)
  if (!search) return { matches: () => false, marks: [] }
  const words = search.words.map(searchForm)
  const expressions = search.terms.map(({ expression }) => new RegExp(expression))
  const phrase = searchForm(search.phrase)
  return {
    matches: (form) =>
      search.ranks.length === 0
        ? form.includes(phrase)
        : words.every((word) => form.includes(word)) &&
          expressions.every((expression) => expression.test(form)),
    marks: search.marks,
  }
}

const wordPattern = /[\p{L}\p{N}]+/gu

/** Caches the words of each lesson's lines for as long as the lines live. */
const wordsOfLines = new WeakMap<readonly { form: string }[], ReadonlySet<string>>()

/** Returns all words of the lines in their comparable form. */
export function wordsOf(lines: readonly { form: string }[]): ReadonlySet<string> {
  const known = wordsOfLines.get(lines)
  if (known) return known
  const words = new Set<string>()
  for (const { form } of lines) for (const [word] of form.matchAll(wordPattern)) words.add(word)
  wordsOfLines.set(lines, words)
  return words
}

/** At most this many unknown words are compared with all words of a course, because each takes about ten milliseconds. */
const mostUnknown = 6

/** Replaces unknown words of the search with the most similar words of the course. Returns null when no similar word exists. */
export function nearTyped(typed: string, vocabularies: Iterable<ReadonlySet<string>>): string | null {
  const vocabulary = new Set<string>()
  for (const words of vocabularies) for (const word of words) vocabulary.add(word)
  const asked = wordsIn(typed)
  const known = new Map(asked.map((word) => [word, nearIn(vocabulary, word)]))
  if ([...known.values()].filter(({ isKnown }) => !isKnown).length > mostUnknown) return null
  return nearSearch(asked, new Map([...known].map(([word, { near }]) => [word, { texts: near, names: [] }])))
}

/** Compares words of similar length with the same first or second letter. A word that contains the searched one counts as known. */
function nearIn(vocabulary: ReadonlySet<string>, compared: string): { isKnown: boolean; near: string[] } {
  const changes = changesAllowed(compared.length)
  const near: string[] = []
  for (const word of vocabulary) {
    if (word.includes(compared)) return { isKnown: true, near: [word] }
    const isSimilar = word[0] === compared[0] || word[1] === compared[1]
    if (changes > 0 && isSimilar && Math.abs(word.length - compared.length) <= changes) near.push(word)
  }
  return { isKnown: false, near }
}

/** A snippet contains this many characters before and after the match. */
const snippetReach = { before: 60, after: 100 }

/** Returns the text around the first match, cut between words. */
export function snippetOf(text: string, marks: readonly string[]): string {
  const places = marks.flatMap((mark) => placesIn(text, mark).slice(0, 1))
  const [from, to] = places.toSorted((a, b) => a[0] - b[0])[0] ?? [0, 0]
  const start = from <= snippetReach.before ? 0 : text.indexOf(' ', from - snippetReach.before) + 1 || from
  const begin = Math.min(start, from)
  const rest = to + snippetReach.after
  const end = text.length <= rest ? text.length : Math.max(to, text.lastIndexOf(' ', rest))
  return `${begin > 0 ? '…' : ''}${text.slice(begin, end)}${end < text.length ? '…' : ''}`
}
