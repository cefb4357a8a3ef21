/**
 * Keeps the open attempts that this browser shows, for their account, so that a quiz goes on without a connection in another page
 * (docs/decisions/offline-study.md). Only where a service worker answers for the kept pages.
 */
import type { Assessment, Attempt } from '@apogee/contracts/assessments/assessments.ts'
import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import type { Query, QueryClient } from '@tanstack/react-query'
import { ApiError } from '#web/platform/client.ts'
import {
  attemptCacheOf,
  deleteKeptAttempts,
  isAttemptFresh,
  keptAttemptAnswer,
  keptAttemptPage,
  keptAttempts,
  type KeptAttempt,
} from '#web/platform/kept-course/kept-attempt.ts'
import { deleteKeptCourses, digestOf } from '#web/platform/kept-course/kept-course.ts'
import { isOfSameSession, storedToken } from '#web/platform/session-token.ts'
import type { SessionStore } from '#web/platform/session.tsx'
import { keepFile, keepPage, loadedCode } from './keep-files.ts'

interface Keeper {
  queries: QueryClient
  /** Whose session the server has verified. */
  verifiedUser: () => CurrentUser | null
  session: Pick<SessionStore, 'store'>
}

/** Runs as long as the page lives; `keepLastCourse` has found out that this browser can. */
export function keepOpenAttempts({ queries, verifiedUser, session }: Keeper): void {
  /** Assessments whose page this page has kept. */
  const whole = new Set<number>()
  let last: Promise<unknown> = Promise.resolve()
  const soon = (work: () => Promise<void>) => {
    last = last.then(work).catch((error: unknown) => console.warn('The quiz under way was not kept', error))
  }
  const consider = (query: Query) =>
    soon(async () => {
      const user = verifiedUser()
      const answer = query.state.data as { data: Attempt } | undefined
      if (!user || !answer || query.queryKey[3] !== user.id) return
      const { assessmentId: id, state } = answer.data
      if (state !== 'open') return deleteKeptAttempts(({ assessment }) => assessment.id === id)
      const assessment = queries.getQueryData<{ data: Assessment }>(['assessment', id, user.id])?.data
      if (!assessment || !navigator.serviceWorker.controller) return
      const kept = { user, assessment, attempt: answer.data, checkedAt: query.state.dataUpdatedAt }
      if (await keepAttempt(kept, !whole.has(id))) whole.add(id)
    })
  const considerAll = () =>
    queries
      .getQueryCache()
      .findAll({ queryKey: ['attempt'] })
      .forEach(consider)
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.query.queryKey[0] !== 'attempt') return
    // Also what the page has set: an answer that the server has.
    if (event.action.type === 'success') consider(event.query)
    if (event.action.type === 'error' && isRefusal(event.action.error)) {
      const refused = event.query.queryKey[1]
      soon(() => deleteKeptAttempts(({ assessment }) => assessment.id === refused))
    }
  })
  session.store.subscribe(() => {
    soon(() => renew(verifiedUser()))
    considerAll()
  })
  navigator.serviceWorker.addEventListener('controllerchange', considerAll)
  soon(() => deleteKeptAttempts((kept) => !isAttemptFresh(kept, Date.now())))
  soon(() => renew(verifiedUser()))
  considerAll()
}

const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && [401, 403, 404].includes(error.status)

/** False when the account has changed meanwhile. */
async function keepAttempt(kept: Omit<KeptAttempt, 'tokenDigest'>, withFiles: boolean): Promise<boolean> {
  const token = storedToken()
  if (token === null) return false
  const { user, assessment } = kept
  // Opened before the last check: signing out after it deletes this cache, and what is written later goes with it.
  const cache = await caches.open(attemptCacheOf(user.id, assessment.id))
  if (withFiles) {
    await Promise.allSettled([
      import('#web/platform/deferred-calls.ts'),
      import('#web/platform/outbox/sender.ts'),
      import('./shell/unsent-kinds.ts'),
      // A question that is reached without a connection may be the first with a picture.
      import('#web/features/assessments/components/question-picture.tsx'),
      // Names the quiz on the page of its course.
      import('./kept-quizzes.tsx'),
    ])
    const code = new Set(loadedCode())
    for (const file of await keepPage(cache, keptAttemptPage, `/assessment/${assessment.id}`)) code.add(file)
    // oxlint-disable-next-line no-await-in-loop -- one request at a time: the person reads meanwhile
    for (const address of code) await keepFile(cache, address, { most: Infinity })
  }
  const present = storedToken()
  if (present !== null && isOfSameSession(token)) {
    const facts: KeptAttempt = { ...kept, tokenDigest: await digestOf(present) }
    await cache.put(keptAttemptAnswer, Response.json(facts))
  }
  if (isOfSameSession(token)) return true
  await deleteKeptCourses()
  return false
}

/** The server has verified another token of the account. */
async function renew(user: CurrentUser | null): Promise<void> {
  const token = storedToken()
  if (!user || token === null) return
  const tokenDigest = await digestOf(token)
  for (const { cache, kept } of await keptAttempts()) {
    if (kept.user.id !== user.id || kept.tokenDigest === tokenDigest) continue
    // oxlint-disable-next-line no-await-in-loop -- there are few
    await (await caches.open(cache)).put(keptAttemptAnswer, Response.json({ ...kept, user, tokenDigest }))
  }
}
