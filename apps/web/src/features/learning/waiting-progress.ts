/** Applies progress that waits in the outbox of this device to what the server has answered. */
import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'
import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import type { Entry } from '#web/platform/outbox/entries.ts'
import { completion, pagesRead, playback, type Watched } from './late-progress.ts'

type Waiting = Pick<Entry, 'kind' | 'payload' | 'madeAt' | 'refusal'>

export interface WaitingPosition extends Watched {
  madeAt: number
}

/** Returns the newest position in this video that the server does not have. */
export function waitingPosition(
  entries: readonly Waiting[],
  resourceId: number,
): WaitingPosition | undefined {
  return entries
    .flatMap(({ kind, payload, madeAt, refusal }) =>
      kind === playback.name && !refusal && playback.isPayload(payload) && payload.resourceId === resourceId
        ? [{ ...payload, madeAt }]
        : [],
    )
    .reduce<WaitingPosition | undefined>(
      (newest, one) => (newest && newest.madeAt > one.madeAt ? newest : one),
      undefined,
    )
}

/** Returns the item of an entry about a lesson, or null for entries of other kinds and refused ones. */
function itemOf({ kind, payload, refusal }: Waiting): number | null {
  if (refusal) return null
  const isOfLesson = [completion, playback, pagesRead].find(({ name }) => name === kind)?.isPayload(payload)
  return isOfLesson ? (payload as { resourceId: number }).resourceId : null
}

export const isOfLesson = (entry: Waiting): boolean => itemOf(entry) !== null

function completedHere(entries: readonly Waiting[], resourceId: number): boolean | undefined {
  return entries
    .flatMap(({ kind, payload, refusal }) =>
      kind === completion.name &&
      !refusal &&
      completion.isPayload(payload) &&
      payload.resourceId === resourceId
        ? [payload.completed]
        : [],
    )
    .at(-1)
}

/**
 * Returns the course as it will be once the entries have arrived: the item to go on with, the seconds left in it, and when it was
 * opened last. An entry counts when it is newer than the answer (`readAt`, by the clock of this device) or than the last access that
 * the answer names. `items` are those of the course, or of a part of it, that this page has loaded, in lesson order.
 */
export function withWaiting(
  course: CatalogueCourse,
  entries: readonly Waiting[],
  { items, readAt }: { items: readonly CourseResource[]; readAt: number },
): CatalogueCourse {
  const { enrollment } = course
  if (!enrollment) return course
  const accessedAt = enrollment.lastAccessed === null ? 0 : Date.parse(enrollment.lastAccessed)
  const newer = entries.filter(({ madeAt }) => madeAt > readAt || madeAt > accessedAt)
  const own = newer.filter((entry) => {
    const item = itemOf(entry)
    return item !== null && (item === enrollment.next?.id || items.some(({ id }) => id === item))
  })
  if (own.length === 0) return course
  const at = own.reduce((latest, { madeAt }) => Math.max(latest, madeAt), accessedAt)
  const next = enrollment.next && nextHere(enrollment.next, items, own)
  return {
    ...course,
    enrollment: {
      ...enrollment,
      lastAccessed: new Date(at).toISOString(),
      ...(next && { next: { ...nextOf(next), ...secondsLeftIn(next, own) } }),
    },
  }
}

/**
 * Returns the item with which the learner goes on after these entries: from the newest one's item on among the loaded ones, or that of
 * the server.
 */
function nextHere(next: Next, items: readonly CourseResource[], entries: readonly Waiting[]): Next {
  const isLeft = ({ id, progress }: Pick<CourseResource, 'id' | 'progress'>) =>
    !(completedHere(entries, id) ?? progress?.completed)
  const last = itemOf(entries.reduce((newest, one) => (newest.madeAt > one.madeAt ? newest : one)))
  const stop = items.findIndex(({ id }) => id === last)
  const onwards = stop < 0 ? undefined : items.slice(stop).find(isLeft)
  const found = onwards ?? (isLeft(next) ? next : items.find(isLeft))
  return found === undefined || found.id === next.id ? next : found
}

type Next = NonNullable<NonNullable<CatalogueCourse['enrollment']>['next']>

const nextOf = (next: Next): Next => {
  const { id, courseContentId, title, secondsLeft } = next
  return { id, courseContentId, title, ...(secondsLeft !== undefined && { secondsLeft }) }
}

function secondsLeftIn({ id }: Next, entries: readonly Waiting[]): { secondsLeft?: number } {
  const waiting = waitingPosition(entries, id)
  if (!waiting?.duration) return {}
  const left = Math.ceil(waiting.duration - waiting.position)
  return left > 0 ? { secondsLeft: left } : {}
}
