/** Starts a page of a stored course or attempt without an answer of the server. */
import type { CourseDetail } from '@apogee/contracts/catalogue/catalogue.ts'
import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import type { QueryClient } from '@tanstack/react-query'
import { formerOf } from '../../../platform/session/session-token.ts'
import {
  assessmentIn,
  deleteKeptAttempts,
  isAttemptFresh,
  keptAttempts,
  type KeptAttempt,
} from './kept-attempt.ts'
import {
  deleteKeptCourses,
  digestOf,
  isFresh,
  keptAnswerOf,
  keptCourses,
  placeIn,
  readKeptTexts,
  type KeptText,
} from './kept-course.ts'

export interface KeptSession {
  user: CurrentUser
  /** The server sent the stored data last at this time, in ms since 1970. */
  keptAt: number
}

/**
 * Returns the account that the server has verified for this token before, and fills `queries` with its course and open attempts.
 * Returns null when this page belongs to neither, or when nothing is stored for this token. Sends nothing.
 */
export async function openKeptCourse(token: string, queries: QueryClient): Promise<KeptSession | null> {
  const kept = await keptCourses()
  const attempts = (await keptAttempts()).map((found) => found.kept)
  if (kept.length === 0 && attempts.length === 0) return null
  // The page that re-authenticated may have been closed before it could store the digest of the new token, so the former token is
  // tried too.
  const tokens = [token, formerOf(token)].filter((one) => one !== null)
  const digests = await Promise.all(tokens.map(digestOf))
  const facts = [...kept.map((course) => course.facts), ...attempts]
  if (facts.some(({ tokenDigest }) => !digests.includes(tokenDigest))) {
    await deleteKeptCourses()
    return null
  }
  await deleteKeptCourses((course) => !isFresh(course, Date.now()))
  await deleteKeptAttempts((attempt) => !isAttemptFresh(attempt, Date.now()))
  const open = attempts.filter((attempt) => isAttemptFresh(attempt, Date.now()))
  const here = open.find(({ assessment }) => assessment.id === assessmentIn(location.pathname))
  if (here) {
    fillFromAttempts(queries, open)
    return { user: here.user, keptAt: here.checkedAt }
  }
  const place = placeIn(location.pathname)
  const shown = kept.find(
    ({ facts }) =>
      isFresh(facts, Date.now()) &&
      (place?.courseId === facts.courseId ||
        (place?.moduleId !== undefined && facts.moduleIds.includes(place.moduleId))),
  )
  const course = shown && (await keptAnswerOf(shown))
  if (!course || course.id !== shown.facts.courseId) return null
  const { user, checkedAt } = shown.facts
  fillFromAttempts(queries, open)
  fillFromKept(queries, { course, texts: await readKeptTexts(shown.cache) }, user.id, checkedAt)
  return { user, keptAt: checkedAt }
}

/** Fills the cache for the assessment's page and the panel of its lesson. */
export function fillFromAttempts(queries: QueryClient, attempts: readonly KeptAttempt[]): void {
  for (const { assessment, attempt, user, checkedAt: updatedAt } of attempts) {
    const fill = (key: readonly unknown[], data: unknown) => {
      if (queries.getQueryData(key) === undefined)
        queries.setQueryData(key, { success: true, data }, { updatedAt })
    }
    fill(['attempt', assessment.id, attempt.number, user.id], attempt)
    fill(['assessment', assessment.id, user.id], assessment)
    if (assessment.lesson)
      fill(['assessment', 'of-resource', assessment.lesson.resourceId, user.id], assessment)
  }
}

/** Fills the cache with stored answers; newer answers of the page stay. */
export function fillFromKept(
  queries: QueryClient,
  { course, texts }: { course: CourseDetail; texts: readonly KeptText[] },
  userId: number,
  updatedAt: number,
): void {
  const fill = (key: readonly unknown[], data: unknown) => {
    if (queries.getQueryData(key) === undefined) queries.setQueryData(key, data, { updatedAt })
  }
  fill(['course', course.id, userId], { success: true, data: course })
  for (const { id, resources } of course.contents) {
    fill(['content-resources', id, userId], {
      success: true,
      data: resources,
      meta: { total: resources.length, nextCursor: null },
    })
  }
  for (const { version: _, ...text } of texts) {
    fill(['lesson-text', text.resourceId, userId], { success: true, data: text })
  }
}
