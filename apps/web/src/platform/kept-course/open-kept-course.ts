/** Starts a page of the kept course without an answer of the server. */
import type { CourseDetail } from '@apogee/contracts/catalogue/catalogue.ts'
import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import type { QueryClient } from '@tanstack/react-query'
import {
  deleteKeptCourse,
  digestOf,
  isFresh,
  keptAnswer,
  keptFacts,
  placeIn,
  readKept,
  type KeptFacts,
} from './kept-course.ts'

export interface KeptSession {
  user: CurrentUser
  /** When the server last answered, in ms since 1970. */
  keptAt: number
}

/**
 * The account that the server has verified for this token before; its course is then in `queries`. Null when this page is not of the
 * kept course, or when nothing is kept for this token. Nothing is sent.
 */
export async function openKeptCourse(token: string, queries: QueryClient): Promise<KeptSession | null> {
  const facts = await readKept<KeptFacts>(keptFacts)
  if (!facts) return null
  if (!isFresh(facts, Date.now()) || facts.tokenDigest !== (await digestOf(token))) {
    await deleteKeptCourse()
    return null
  }
  const place = placeIn(location.pathname)
  const isOurs =
    place?.courseId === facts.courseId ||
    (place?.moduleId !== undefined && facts.moduleIds.includes(place.moduleId))
  const course = isOurs ? await readKept<CourseDetail>(keptAnswer) : null
  if (course?.id !== facts.courseId) return null
  fillFromKept(queries, course, facts.user.id, facts.checkedAt)
  return { user: facts.user, keptAt: facts.checkedAt }
}

/** Newer answers that the page has stay. */
export function fillFromKept(
  queries: QueryClient,
  course: CourseDetail,
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
}
