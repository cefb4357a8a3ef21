/** Closes grants by their source. The grants that remain decide about the enrolment (docs/decisions/access-periods.md). */
import { emit } from '#server/events.ts'
import type { Tx } from '#server/platform/database/database.ts'
import * as enrolments from '../enrolments.store.ts'
import type { AccessPeriod, Place } from './grants.rules.ts'
import * as store from './grants.store.ts'

export interface Revocation extends Place {
  /** 'kept' means that another grant keeps the enrolment open. */
  outcome: 'revoked' | 'kept'
}

/** Closes the open grants of these sources. Idempotent. Returns the closed grants with their outcome. */
export async function revokeGrants(tx: Tx, source: store.SourceOfGrants, at: Date): Promise<Revocation[]> {
  const revocations: Revocation[] = []
  for (const { id, userId, courseId } of await store.openGrantsOf(tx, source)) {
    const place = { userId, courseId }
    // A concurrent grant is either visible after this lock, or finds the enrolment revoked and restores it.
    await enrolments.lockEnrolment(tx, place)
    const period = await store.closeGrant(tx, id, at)
    if (period !== undefined)
      revocations.push({ ...place, outcome: await afterClosing(tx, place, period, at) })
  }
  return revocations
}

async function afterClosing(
  tx: Tx,
  place: Place,
  period: AccessPeriod | null,
  at: Date,
): Promise<Revocation['outcome']> {
  const left = await store.remainingGrants(tx, place)
  if (left.count === 0) {
    if (await enrolments.markRevoked(tx, place.userId, place.courseId, at))
      await emit(tx, 'enrolment.revoked', place)
    return 'revoked'
  }
  if (period) {
    const next = nextGrants(left)
    if (next.length > 0) await beginWaiting(tx, place, next)
    else await enrolments.shortenBy(tx, place, period)
  }
  await enrolments.followSource(tx, place)
  return 'kept'
}

/**
 * Returns the grants that begin, one after the other, because a period was closed: one without an end, unless given access has none,
 * or the others when nothing else is open. Paid periods add up. Without one, the first unpaid grant begins.
 */
function nextGrants({ isEndless, isLasting, waiting }: store.RemainingGrants): readonly { id: number }[] {
  const endless = waiting.find((grant) => grant.isEndless)
  if (endless) return isEndless ? [] : [endless]
  if (isLasting) return []
  const paid = waiting.filter(({ isPaid }) => isPaid)
  return paid.length > 0 ? paid : waiting.slice(0, 1)
}

async function beginWaiting(tx: Tx, place: Place, grants: readonly { id: number }[]): Promise<void> {
  let period: AccessPeriod | null = null
  for (const { id } of grants) period = await store.beginGrant(tx, id, period?.to ?? null)
  if (period) await enrolments.setPeriod(tx, place, period)
}
