/** Searches for courses in wider and wider forms until some are found (docs/decisions/lists-and-search.md). */
import { wordsIn } from '@apogee/domain/text/search-words.ts'
import type { PageRequest } from '#server/platform/pages.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Viewer } from '../catalogue.rules.ts'
import * as store from '../catalogue.store.ts'
import { nearWords, ownersNamed } from './course-search.store.ts'
import { nearSearch, understoodWords } from './near-spelling.rules.ts'
import { courseSearch, possibleNames, separateWords, type CourseSearch } from './search.rules.ts'

/** This many words that stand together in a title or a description are a phrase. */
const wordsOfPhrase = 3

/** Adds the teachers and sellers that the words name to the search. */
async function searchFor(db: Db, search: string | undefined): Promise<CourseSearch | null> {
  const names = possibleNames(search)
  return courseSearch(search, names.length > 0 ? await ownersNamed(db, names) : new Map())
}

/**
 * Searches for a phrase as typed, or else for the typed words with their synonyms, categories, teachers and sellers. Without a
 * match, it corrects their spelling; without a match again, it leaves out words that no course matches, and at last all words but
 * the rarest, unless `mayLeaveOut` is false.
 */
export async function findCourses(
  db: Db,
  viewer: Viewer,
  filter: store.ListFilter,
  page: PageRequest,
  typed = '',
  { mayLeaveOut = true } = {},
): Promise<store.IdPage & { searchedFor?: string | undefined }> {
  const words = wordsIn(typed)
  // Somebody who types this many words as they stand in a text means that text, and not others with the same words.
  if (words.length >= wordsOfPhrase) {
    const literal = await store.pageOfIds(db, viewer, filter, page)
    if (literal.counted > 0) return literal
  }
  const found = await store.pageOfIds(db, viewer, { ...filter, search: await searchFor(db, typed) }, page)
  if (found.counted > 0 || words.length === 0) return found
  const near = nearSearch(words, await nearWords(db, words), understoodWords)
  const others = mayLeaveOut ? await matchingWords(db, filter, near ?? words.join(' ')) : []
  for (const searchedFor of new Set([near, ...others])) {
    if (searchedFor === null) continue
    const further = await store.pageOfIds(
      db,
      viewer,
      { ...filter, search: await searchFor(db, searchedFor) },
      page,
    )
    if (further.counted > 0) return { ...further, searchedFor }
  }
  return found
}

/** Returns the words that courses match as whole words, all together and the rarest of them. */
async function matchingWords(db: Db, filter: store.ListFilter, search: string): Promise<string[]> {
  const separate = separateWords(search)
  if (separate.length < 2) return []
  const counted: { word: string; count: number }[] = []
  for (const word of separate) {
    const one = await searchFor(db, word)
    counted.push({ word, count: one ? await store.countMatches(db, filter, one) : 0 })
  }
  const matching = counted.filter(({ count }) => count > 0)
  const [rarest] = matching.toSorted((a, b) => a.count - b.count)
  return rarest ? [matching.map(({ word }) => word).join(' '), rarest.word] : []
}
