/** Takes back what one call gave by e-mail address (docs/decisions/course-people.md). */
import type { WithdrawnGrants } from '@apogee/contracts/enrolments/enrolments.ts'
import { emit } from '#server/events.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { dropUnsentMails } from '#server/platform/mail/mail-outbox.ts'
import type { Caller } from '#server/policy/caller.ts'
import { holdUnsuspended } from '#server/policy/suspended-sellers.ts'
import { serverTexts } from '#server/texts/index.ts'
import { givenMailOccasion, invitationOccasion } from './enrolments.rules.ts'
import type { EnrolmentsDependencies } from './enrolments.dependencies.ts'
import { markRemoved } from './enrolments.store.ts'
import type { SourceOfGrants } from './grants/grants.store.ts'
import type { Revocation } from './grants/revocations.ts'
import * as store from './grant-withdrawals.store.ts'
import { withdrawGrants, withdrawOpen, type GrantCall } from './invitations.store.ts'

type Revoke = (tx: Tx, source: SourceOfGrants) => Promise<Revocation[]>

export class GrantWithdrawals {
  readonly #deps: EnrolmentsDependencies & { revoke: Revoke }

  constructor(deps: EnrolmentsDependencies & { revoke: Revoke }) {
    this.#deps = deps
  }

  /**
   * Takes back the grants of the caller's call at `givenAt`, as far as nobody has accepted, begun or paid. Enrolments return to
   * their state before the call. Mails that wait are not sent, and a person whose mail was sent is mailed again. Idempotent.
   */
  async takeBack(caller: Caller, courseId: number, givenAt: Date): Promise<WithdrawnGrants> {
    const call: GrantCall = { courseId, giverId: caller.userId, at: givenAt }
    return this.#deps.database.transaction(async (tx) => {
      await holdUnsuspended(tx, caller, courseId)
      // Enrolments are locked before invitations and payments are read, as in the call that gives.
      const given = await store.lockGiven(tx, call)
      const staying = await store.stayingAmong(
        tx,
        call,
        given.map(({ userId }) => userId),
      )
      const ending = given.filter(({ userId, hasPeriod }) => hasPeriod && !staying.has(userId))
      const ids = await withdrawGrants(
        tx,
        call,
        ending.map(({ userId }) => userId),
      )
      const revocations = await this.#deps.revoke(tx, { kind: 'invitation', ids, at: givenAt })
      const revoked = revocations.filter(({ outcome }) => outcome === 'revoked').map(({ userId }) => userId)
      await this.#end(tx, call, ending, new Set(revoked))
      const invitations = await withdrawOpen(tx, call)
      await dropUnsentMails(tx, invitations.map(invitationOccasion))
      return store.countWithdrawn(tx, call)
    })
  }

  async #end(
    tx: Tx,
    { courseId, giverId, at }: GrantCall,
    people: readonly store.GivenAccess[],
    revoked: ReadonlySet<number>,
  ): Promise<void> {
    const occasionOf = ({ userId }: { userId: number }) => givenMailOccasion({ courseId, userId, at })
    const mailed = await dropUnsentMails(tx, people.map(occasionOf))
    for (const person of people) {
      const { userId, language, wasRemoved } = person
      const place = { userId, courseId }
      if (revoked.has(userId) && wasRemoved) await markRemoved(tx, place, this.#deps.clock.now())
      const reason = serverTexts(language).enrolments.takenBack
      const isUnmailed = !mailed.has(occasionOf(person))
      await emit(tx, 'enrolment.removed', {
        ...place,
        actorId: giverId,
        reason,
        ...(isUnmailed && { isUnmailed }),
      })
    }
  }
}
