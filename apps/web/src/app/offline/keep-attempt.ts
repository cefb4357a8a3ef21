/**
 * Stores the open attempts shown in this browser for their account, so that a quiz continues offline in another page
 * (docs/decisions/offline-study.md). It requires a service worker that answers for the stored pages.
 */
import type { Assessment, Attempt } from '@apogee/contracts/assessments/assessments.ts'
import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import type { Query, QueryClient } from '@tanstack/react-query'
import { ApiError } from '#web/platform/transfer/client.ts'
import {
  attemptCacheOf,
  deleteKeptAttempts,
  isAttemptFresh,
  keptAttemptAnswer,
  keptAttemptPage,
  keptAttempts,
  type KeptAttempt,
} from '#web/shared/lesson/kept-course/kept-attempt.ts'
import { deleteKeptCourses, digestOf } from '#web/shared/lesson/kept-course/kept-course.ts'
import { isOfSameSession, storedToken } from '#web/platform/session/session-token.ts'
import type { SessionStore } from '#web/platform/session/session.tsx'
import { keepFile, keepPage, loadedCode } from './keep-files.ts'

interface Keeper {
  queries: QueryClient
  /** Returns the user whose session the server has verified. */
  verifiedUser: () => CurrentUser | null
  session: Pick<SessionStore, 'store'>
}

/** Runs until the page is closed; `keepLastCourse` has detected that this browser supports it. */
export function keepOpenAttempts({ queries, verifiedUser, session }: Keeper): void {
  /** Holds the ids of the assessments whose page is stored completely. */
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
    // A success is also reported for data that the page itself has set, such as an answer that the server has accepted.
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

/** Stores an attempt. Returns false when another account has signed in meanwhile. */
async function keepAttempt(kept: Omit<KeptAttempt, 'tokenDigest'>, withFiles: boolean): Promise<boolean> {
  const token = storedToken()
  if (token === null) return false
  const { user, assessment } = kept
  // The cache is opened before the last check, so that signing out after the check deletes it together with later writes.
  const cache = await caches.open(attemptCacheOf(user.id, assessment.id))
  if (withFiles) {
    await Promise.allSettled([
      import('#web/platform/transfer/deferred-calls.ts'),
      import('#web/platform/outbox/sender.ts'),
      import('../shell/unsent-kinds.ts'),
      // The learner may reach the first question with a picture while offline.
      import('#web/features/assessments/components/question-picture.tsx'),
      // This component names the stored quiz on the page of its course.
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

/** Runs when the server has verified a new token of the account, and stores the token's digest with the attempts. */
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
