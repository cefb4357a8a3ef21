/** Removes and restores a learner's access (docs/decisions/course-people.md). */
import { emit, type DomainEvents } from '#server/events.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { queueMail } from '#server/platform/mail/mail-outbox.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import { holdUnsuspended } from '#server/policy/suspended-sellers.ts'
import { removedMail } from './enrolments.mail.ts'
import type { Grant } from './enrolments.rules.ts'
import type { EnrolmentsDependencies } from './enrolments.dependencies.ts'
import { endRemovals, markRemoved } from './enrolments.store.ts'
import type { Place } from './grants/grants.rules.ts'
import { closeGrantsOf } from './grants/grants.store.ts'
import { deleteAcceptedFor } from './invitations.store.ts'
import * as store from './removals.store.ts'

export class Removals {
  readonly #deps: EnrolmentsDependencies & { grant: Grant }
  readonly paidBy = store.paidBy
  readonly changesOf = store.changesOf

  constructor(deps: EnrolmentsDependencies & { grant: Grant }) {
    this.#deps = deps
  }

  /**
   * Ends access at once and preserves progress. Idempotent. Refuses to remove paid access, which ends with a refund. The enrolment
   * is locked before payments are read, so a concurrent settlement is either visible or restores the access.
   */
  async remove(caller: Caller, place: Place, reason: string): Promise<void> {
    const { userId: actorId } = caller
    await this.#deps.database.transaction(async (tx) => {
      await holdUnsuspended(tx, caller, place.courseId)
      await deleteAcceptedFor(tx, place)
      const found = await store.lockPlace(tx, place)
      if (!found || found.state === 'revoked') refuse('LEARNER_NOT_FOUND')
      if (found.state === 'removed') return
      if ((await store.paidBy(tx, place)) !== null) refuse('PLACE_IS_PAID')
      const at = this.#deps.clock.now()
      await markRemoved(tx, place, at)
      await closeGrantsOf(tx, place, at)
      await store.insertChange(tx, place, { kind: 'removed', actorId, reason, at })
      await emit(tx, 'enrolment.revoked', { ...place })
      await emit(tx, 'enrolment.removed', { ...place, actorId, reason })
    })
  }

  /** Restores access with progress and certificate. The call is idempotent. */
  async restore({ userId: actorId }: Caller, place: Place): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      const found = await store.lockPlace(tx, place)
      if (!found || found.state === 'revoked') refuse('LEARNER_NOT_FOUND')
      if (found.state === 'active') return
      // An empty `first` adds no prerequisites. The conditions from before the removal apply again.
      const before = { first: [], cohortId: null, keepsCohort: true }
      await this.#deps.grant(tx, { ...place, source: 'granted', ...before })
      const at = this.#deps.clock.now()
      await store.insertChange(tx, place, { kind: 'restored', actorId, reason: '', at })
    })
  }

  /** Deletes the records of a person's removals. The course's staff cannot restore the access afterwards. */
  async forgetPerson(tx: Tx, userId: number): Promise<void> {
    await endRemovals(tx, userId)
    await store.deleteChangesOf(tx, userId)
  }

  /** Refuses free enrolment of a removed learner. The course's staff restore access, or the learner pays. */
  async refuseRemoved(db: Db, userId: number, courseIds: readonly number[]): Promise<void> {
    if (courseIds.length === 0) return
    if ((await store.removedAmong(db, userId, courseIds)).length > 0) refuse('ACCESS_REMOVED')
  }

  async mailRemoved(tx: Tx, removal: DomainEvents['enrolment.removed'], eventId: string): Promise<void> {
    if (removal.isUnmailed) return
    const reader = await store.removedReader(tx, removal)
    if (!reader) return
    const { email: to, language, name, courseTitle } = reader
    const mail = removedMail(language, { name, courseTitle, reason: removal.reason })
    const seller = { courseId: removal.courseId, at: this.#deps.clock.now() }
    await queueMail(tx, { to, language, ...mail, occasion: `access-removed:${eventId}`, seller })
  }
}
