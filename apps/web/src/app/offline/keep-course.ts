/**
 * Stores the course that a learner has opened last for its account, so that its pages open offline
 * (docs/decisions/offline-study.md). It requires a service worker that answers for the stored pages.
 */
import type { CourseDetail } from '@apogee/contracts/catalogue/catalogue.ts'
import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#web/platform/transfer/client.ts'
import { keptAttempts } from '#web/shared/lesson/kept-course/kept-attempt.ts'
import { fillFromAttempts, fillFromKept } from '#web/shared/lesson/kept-course/open-kept-course.ts'
import {
  deleteKeptCourses,
  deleteKeptOfOthers,
  isFresh,
  keptAnswerOf,
  keptCourses,
  placeIn,
  readKeptTexts,
  renewKept,
} from '#web/shared/lesson/kept-course/kept-course.ts'
import { storedToken } from '#web/platform/session/session-token.ts'
import type { SessionStore } from '#web/platform/session/session.tsx'
import { keepOpenAttempts } from './keep-attempt.ts'
import { mostBytesWithoutRequest, inTurn, keepCourse } from './keep-files.ts'

interface Keeper {
  queries: QueryClient
  session: Pick<SessionStore, 'store'>
}

/** Runs until the page is closed. */
export function keepLastCourse(keeper: Keeper): void {
  if (!('caches' in globalThis) || !('serviceWorker' in navigator) || !crypto.subtle) return
  const { queries, session } = keeper
  /** Holds the id of the course whose files this page has stored completely. */
  let whole: number | null = null
  const answeredAt = answersOf(queries, session)
  const soon = (work: () => Promise<void>) => {
    inTurn(work).catch((error: unknown) => console.warn('The course was not kept', error))
  }
  const consider = () =>
    soon(async () => {
      const user = verifiedUser(session)
      if (!user) return
      await deleteKeptOfOthers(user.id)
      const token = storedToken()
      if (token !== null) await renewKept(user, token)
      const course = openedCourse(queries, user.id)
      if (!course || !navigator.serviceWorker.controller) return
      const checkedAt = answeredAt.get(course.id)
      if (checkedAt === undefined) return
      const kept = await keepCourse({
        user,
        course,
        checkedAt,
        withFiles: whole !== course.id,
        most: mostBytesWithoutRequest(),
      })
      if (!kept) return
      whole = course.id
      await deleteKeptCourses((facts) => !facts.isChosen && facts.courseId !== course.id)
    })
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.query.queryKey[0] !== 'course') return
    // Data that the page has set itself (`manual`) does not come from the server.
    if (event.action.type === 'success' && !event.action.manual) {
      answeredAt.set(Number(event.query.queryKey[1]), event.query.state.dataUpdatedAt)
      consider()
    }
    if (event.action.type === 'error') {
      const { error } = event.action
      const refused = event.query.queryKey[1]
      if (isRefusal(error)) soon(() => deleteKeptCourses((facts) => facts.courseId === refused))
    }
  })
  session.store.subscribe(consider)
  navigator.serviceWorker.addEventListener('controllerchange', consider)
  keepOpenAttempts({ ...keeper, verifiedUser: () => verifiedUser(session) })
  addEventListener('offline', () => soon(() => showKept(keeper)))
  soon(() => deleteKeptCourses((facts) => !isFresh(facts, Date.now())))
  consider()
}

/**
 * Returns for each course of the page the time at which the server answered with it, in ms since 1970. The map is empty for a page
 * that started from stored data.
 */
function answersOf(queries: QueryClient, session: Keeper['session']): Map<number, number> {
  if (!verifiedUser(session)) return new Map()
  const courses = queries.getQueryCache().findAll({ queryKey: ['course'] })
  const answered = courses.filter(({ state }) => state.status === 'success')
  return new Map(answered.map(({ queryKey, state }) => [Number(queryKey[1]), state.dataUpdatedAt]))
}

const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && [401, 403, 404].includes(error.status)

function verifiedUser({ store }: Keeper['session']): CurrentUser | null {
  const session = store.getState()
  return session.state === 'signed-in' && session.keptAt === undefined ? session.user : null
}

/** Returns the course that this page shows, if the person learns it and does not edit it. */
function openedCourse(queries: QueryClient, userId: number): CourseDetail | null {
  const place = placeIn(location.pathname)
  if (!place) return null
  for (const [key, answer] of queries.getQueriesData<{ data: CourseDetail }>({ queryKey: ['course'] })) {
    const course = answer?.data
    if (!course || key[2] !== userId) continue
    const isShown =
      place.courseId === course.id || course.contents.some((content) => content.id === place.moduleId)
    if (isShown) return course
  }
  return null
}

/** Lets a page that loses its connection open the other lessons of the stored courses. */
async function showKept({ queries, session }: Keeper): Promise<void> {
  const user = verifiedUser(session)
  const attempts = (await keptAttempts()).map(({ kept }) => kept)
  fillFromAttempts(
    queries,
    attempts.filter((attempt) => attempt.user.id === user?.id),
  )
  for (const kept of await keptCourses()) {
    const { facts } = kept
    if (facts.user.id !== user?.id || !isFresh(facts, Date.now())) continue
    // oxlint-disable-next-line no-await-in-loop -- reading one after the other is fast enough
    const course = await keptAnswerOf(kept)
    if (!course) continue
    // oxlint-disable-next-line no-await-in-loop -- see above
    const texts = await readKeptTexts(kept.cache)
    fillFromKept(queries, { course, texts }, facts.user.id, facts.checkedAt)
  }
}
