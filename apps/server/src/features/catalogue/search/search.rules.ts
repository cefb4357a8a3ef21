/** Prepares the search for courses (docs/decisions/lists-and-search.md). Pure functions. */
import { folded } from '@apogee/domain/text/human-text.ts'
import { fillers, wordsIn } from '@apogee/domain/text/search-words.ts'
import { meanings, type Meaning } from './search-synonyms.ts'

/** A course matches when its text contains `phrase`, or all of `words` and each of `terms`. */
export interface CourseSearch {
  /** Contains what the person typed, with single blanks. */
  phrase: string
  /** Contains the words that must occur anywhere in the text. */
  words: string[]
  /** Contains the terms that a course can match in several ways. */
  terms: SearchTerm[]
  /** Ranks a matching course by each of these terms. A search for a literal phrase has none. */
  ranks: TermRank[]
  /** Matches the phrase as whole words. Null means that `ranks` alone decide. */
  wholePhrase: string | null
  /** A title matches whole words when it contains a form of each. Empty means that titles are not looked up. */
  titleForms: string[][]
  /** Contains people and sellers whose names contain all words. */
  named: NamedOwners
  /** Every matching course fits at least one of these, or belongs to an owner in `terms`. */
  candidates: SearchCandidate[]
  /** Contains the words and synonyms to mark in a text that matches. */
  marks: string[]
}

/** The expressions match the form of a text, which is in lower case without accents. */
export interface SearchTerm {
  /** Matches a text with the typed word or a synonym. */
  expression: string
  /** Contains facets. A course with one of them matches. */
  facets: string[]
  /** Courses of these owners match. */
  owners: NamedOwners
}

export interface TermRank {
  /** Matches a form of the typed word as a whole word. */
  whole: string
  /** Matches a synonym as whole words. Null means that there is none. */
  synonym: string | null
  /** Matches a word that begins with the typed word. */
  begins: string
  facets: string[]
  owners: NamedOwners
}

/** Holds ids of teachers and of sellers. */
export interface NamedOwners {
  teachers: number[]
  sellers: number[]
}

export interface SearchCandidate {
  /** Each of these words must occur in the text. */
  parts: string
  /** This word of up to three letters must occur between blanks. An empty string means that there is none. */
  shortWord: string
  /** The course must have this facet. An empty string means that there is none. */
  facet: string
}

/** Synonyms may form at most this many combinations. Terms beyond that do not narrow the candidates. */
const mostCandidates = 20
/** The index contains words up to this length together with the blanks around them. */
const shortLength = 3
/** Each term needs several expressions, and PostgreSQL keeps 32 compiled ones. Words beyond that must occur anywhere in the text. */
const mostTerms = 6

interface Phrase {
  others: string[]
  facets: string[]
}

const phrases = new Map<string, Phrase>()
for (const { words, category } of meanings satisfies readonly Meaning[])
  for (const word of words)
    phrases.set(word, {
      others: words.filter((other) => other !== word),
      facets: category ? [`=${category}`] : [],
    })
const longestPhrase = Math.max(...[...phrases.keys()].map((phrase) => phrase.split(' ').length))

const isShort = (word: string): boolean => word.length <= shortLength

/** Escapes the characters with a meaning in expressions of PostgreSQL. */
const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')

const wholeWords = (forms: readonly string[]): string =>
  `(^|[^a-z0-9])(${forms.map(escaped).join('|')})([^a-z0-9]|$)`
const beginning = (forms: readonly string[]): string => `(^|[^a-z0-9])(${forms.map(escaped).join('|')})`

/** Returns the part that the singular and the plural of an English word share. */
function stemOf(word: string): string {
  if (!/^[a-z]{5,}$/.test(word)) return word
  if (word.endsWith('ies')) return word.slice(0, -3)
  if (/(?:s|x|ch|sh)es$/.test(word)) return word.slice(0, -2)
  if (/[^isu]s$/.test(word) || word.endsWith('y')) return word.slice(0, -1)
  return word
}

/** Returns the word with its singular and its plural. */
function formsOf(word: string): string[] {
  if (!/^[a-z]{2,}$/.test(word)) return [word]
  return [...new Set([word, ...otherFormsOf(word)])]
}

function otherFormsOf(word: string): string[] {
  const stem = stemOf(word)
  if (stem !== word) return /(?:y|ies)$/.test(word) ? [`${stem}y`, `${stem}ies`] : [stem, `${stem}e`]
  return word.length <= 4 && /[^isu]s$/.test(word) ? [word.slice(0, -1)] : [`${word}s`]
}

const withoutFillers = (words: readonly string[]): string[] => words.filter((word) => !fillers.has(word))

/** Returns the words by which people and sellers are looked up. */
export const possibleNames = (search: string | undefined): string[] =>
  [
    ...new Set(withoutFillers(wordsIn(search ?? '')).filter((word) => /^[a-z0-9][a-z0-9'-]+$/.test(word))),
  ].slice(0, mostTerms)

const noOwners: NamedOwners = { teachers: [], sellers: [] }

const phraseOf = (search: string | undefined): string => (search ?? '').trim().split(/\s+/).join(' ')

/** Searches for texts that contain the typed phrase literally, as the specification requires. Returns null for an empty search. */
export function literalSearch(search: string | undefined): CourseSearch | null {
  const phrase = phraseOf(search)
  if (phrase === '') return null
  return {
    phrase,
    words: [],
    terms: [],
    ranks: [],
    wholePhrase: wholeWords([folded(phrase)]),
    titleForms: [],
    named: noOwners,
    candidates: [{ parts: phrase, shortWord: '', facet: '' }],
    marks: [phrase],
  }
}

interface Part {
  typed: string[]
  meaning: Phrase | undefined
}

/** Divides the words into the longest phrases with synonyms and single words. Fillers outside of phrases are dropped. */
function partsOf(words: readonly string[]): Part[] {
  const parts: Part[] = []
  for (let place = 0; place < words.length;) {
    let length = Math.min(longestPhrase, words.length - place)
    while (length > 1 && !phrases.has(words.slice(place, place + length).join(' '))) length -= 1
    const typed = words.slice(place, place + length)
    parts.push({ typed, meaning: phrases.get(typed.join(' ')) })
    place += length
  }
  const wanted = parts.filter(({ typed }) => typed.length > 1 || !fillers.has(typed[0] ?? ''))
  return wanted.length > 0 ? wanted : parts
}

/** Maps each word to the owners whose names contain it. */
export type OwnersByWord = ReadonlyMap<string, NamedOwners>

const shared = (ids: readonly (readonly number[])[]): number[] =>
  (ids[0] ?? []).filter((id) => ids.every((others) => others.includes(id)))

function ownersOf(words: readonly string[], owners: OwnersByWord): NamedOwners {
  const found = words.map((word) => owners.get(word) ?? noOwners)
  return {
    teachers: shared(found.map(({ teachers }) => teachers)),
    sellers: shared(found.map(({ sellers }) => sellers)),
  }
}

/** A word of two letters, such as `ai`, is a name only beside another word of the same name. */
function withoutShortNames(owners: OwnersByWord): OwnersByWord {
  const long = allOwners([...owners].flatMap(([word, named]) => (word.length > 2 ? [named] : [])))
  const besideLong = ({ teachers, sellers }: NamedOwners): NamedOwners => ({
    teachers: teachers.filter((id) => long.teachers.includes(id)),
    sellers: sellers.filter((id) => long.sellers.includes(id)),
  })
  return new Map([...owners].map(([word, named]) => [word, word.length > 2 ? named : besideLong(named)]))
}

const isNamed = ({ teachers, sellers }: NamedOwners): boolean => teachers.length + sellers.length > 0

const synonymExpression = (phrase: string): string =>
  isShort(phrase) ? wholeWords([phrase]) : beginning([phrase])

/** Builds the expression of a part. The typed words may occur in any order; a synonym must occur literally. */
function expressionOf({ typed, meaning }: Part): string {
  const [first = ''] = typed
  const found =
    typed.length > 1
      ? `^${typed.map((word) => `(?=.*${escaped(stemOf(word))})`).join('')}`
      : isShort(first)
        ? `${beginning([first])}|${wholeWords(formsOf(first))}`
        : escaped(stemOf(first))
  return [found, ...(meaning?.others ?? []).map(synonymExpression)].join('|')
}

const rankOf = ({ typed, meaning }: Part, owners: NamedOwners): TermRank => ({
  whole: wholeWords(typed.length > 1 ? [typed.join(' ')] : formsOf(typed[0] ?? '')),
  synonym: meaning && meaning.others.length > 0 ? wholeWords(meaning.others.flatMap(formsOfPhrase)) : null,
  begins: beginning([typed.join(' ')]),
  facets: meaning?.facets ?? [],
  owners,
})

const formsOfPhrase = (phrase: string): string[] => (phrase.includes(' ') ? [phrase] : formsOf(phrase))

const withPart = (
  { parts, shortWord, facet }: SearchCandidate,
  added: Partial<SearchCandidate>,
): SearchCandidate => ({
  parts: `${parts} ${added.parts ?? ''}`.trim(),
  // A candidate has one short word and one facet. Others do not narrow it.
  shortWord: shortWord || (added.shortWord ?? ''),
  facet: facet || (added.facet ?? ''),
})

/** Returns the ways in which a text can match a part. */
const waysOf = ({ typed, meaning }: Part): Partial<SearchCandidate>[] => [
  { parts: typed.map(stemOf).join(' ') },
  ...(meaning?.others ?? []).map((other) =>
    isShort(other) ? { shortWord: ` ${other} ` } : { parts: other },
  ),
  ...(meaning?.facets ?? []).map((facet) => ({ facet })),
]

/**
 * Combines the ways of the parts, those with fewest ways first, and those with a category last, because it has many courses. Parts
 * whose ways are too many do not narrow the candidates.
 */
function candidatesOf(parts: readonly Part[]): SearchCandidate[] {
  const breadth = ({ meaning }: Part) => (meaning?.others.length ?? 0) + 100 * (meaning?.facets.length ?? 0)
  let candidates: SearchCandidate[] = [{ parts: '', shortWord: '', facet: '' }]
  for (const part of parts.toSorted((a, b) => breadth(a) - breadth(b))) {
    const ways = waysOf(part)
    if (candidates.length * ways.length > mostCandidates) continue
    candidates = candidates.flatMap((candidate) => ways.map((way) => withPart(candidate, way)))
  }
  return candidates
}

/** Joins owners. */
export const allOwners = (all: readonly NamedOwners[]): NamedOwners => ({
  teachers: [...new Set(all.flatMap(({ teachers }) => teachers))],
  sellers: [...new Set(all.flatMap(({ sellers }) => sellers))],
})

interface NamedPart {
  part: Part
  owners: NamedOwners
}

/**
 * Searches for courses that contain the typed phrase, or match each of its words by their text, a synonym, their category, their
 * teacher or their seller. Returns null for an empty search.
 */
export function courseSearch(
  search: string | undefined,
  found: OwnersByWord = new Map(),
): CourseSearch | null {
  const literal = literalSearch(search)
  const all = partsOf(wordsIn(search ?? ''))
  if (literal === null || all.length === 0) return literal
  const [parts, further] = [all.slice(0, mostTerms), all.slice(mostTerms)]
  const owners = withoutShortNames(found)
  const named = parts.map((part) => ({ part, owners: ownersOf(part.typed, owners) }))
  const isPlain = ({ part, owners: own }: NamedPart) =>
    part.meaning === undefined && !isNamed(own) && !(part.typed.length === 1 && isShort(part.typed[0] ?? ''))
  const typed = parts.flatMap((part) => part.typed)
  return {
    ...literal,
    words: [
      ...named.filter(isPlain).flatMap(({ part }) => part.typed.map(stemOf)),
      ...further.flatMap((part) => part.typed),
    ],
    terms: named
      .filter((one) => !isPlain(one))
      .map(({ part, owners: own }) => ({
        expression: expressionOf(part),
        facets: part.meaning?.facets ?? [],
        owners: own,
      })),
    ranks: named.map(({ part, owners: own }) => rankOf(part, own)),
    wholePhrase: literal.phrase.includes(' ') ? literal.wholePhrase : null,
    titleForms: typed.flatMap(titleWords).map(formsOf),
    named: ownersOf(typed, owners),
    candidates: candidatesOf(parts),
    marks: all.flatMap((part) => [
      ...part.typed,
      ...(part.meaning?.others ?? []).filter((other) => !isShort(other)),
    ]),
  }
}

/** Titles are split into words by these characters. The index `courses_title_words` contains the same expression. */
export const titleBorders = '[] !"$%&\'()*,./:;<=>?@[_{|}~-]+'

const titleWords = (word: string): string[] =>
  word.split(/[\] !"$%&'()*,./:;<=>?@[_{|}~-]+/).filter((part) => part !== '')

/** Returns the words of a search that can be left out one by one when no course matches all of them. */
export const separateWords = (search: string): string[] =>
  [...new Set(withoutFillers(wordsIn(search)))].slice(0, mostTerms)
