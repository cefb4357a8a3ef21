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
  const others = await store.otherGrants(tx, place)
  if (others === 'none') {
    if (await enrolments.markRevoked(tx, place.userId, place.courseId, at))
      await emit(tx, 'enrolment.revoked', place)
    return 'revoked'
  }
  if (period && others === 'waiting')
    await enrolments.setPeriod(tx, place, await store.beginWaiting(tx, place))
  else if (period) await enrolments.shortenBy(tx, place, period)
  await enrolments.followSource(tx, place)
  return 'kept'
}
