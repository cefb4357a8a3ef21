/** The invited person lists, accepts and declines course invitations. */
import type { CourseInvitation } from '@apogee/contracts/enrolments/enrolments.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { pageOf, type PageRequest } from '#server/platform/pages.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import { readInvitation as readToken, writeInvitation, type Grant } from './enrolments.rules.ts'
import type { EnrolmentsDependencies } from './enrolments.dependencies.ts'
import { lockOffer } from './enrolments.store.ts'
import * as store from './invitations.store.ts'

export class CourseInvitations {
  readonly #deps: EnrolmentsDependencies & { grant: Grant }
  readonly forgetPerson = store.deleteAcceptedBy

  constructor(deps: EnrolmentsDependencies & { grant: Grant }) {
    this.#deps = deps
  }

  /**
   * Runs after an address is verified. Enrols the person in courses that their own team gave them, except withheld courses. Other
   * invitations wait for the person's answer. Returns the number of enrolments.
   */
  async claimWaiting(tx: Tx, userId: number): Promise<number> {
    const person = await this.#deps.accounts.changes.lockAccount(tx, userId)
    const waiting = await store.lockInvitationsOf(tx, userId)
    const team = waiting.filter(({ businessId }) => businessId !== null && businessId === person?.businessId)
    let entered = 0
    for (const invitation of team) {
      // The invitation stays open, so that the person can accept it once the seller is restored.
      if ((await lockOffer(tx, invitation.courseId))?.isWithheld) continue
      await this.#enter(tx, userId, invitation)
      entered += 1
    }
    return entered
  }

  async #enter(tx: Tx, userId: number, { id, courseId }: store.InvitationRow): Promise<void> {
    await this.#deps.grant(tx, { userId, courseId, source: { kind: 'invitation', id } })
    await store.markAccepted(tx, id, userId)
  }

  #present(row: store.OfferedInvitation): CourseInvitation {
    const { id, courseId, courseTitle, sellerName, createdAt } = row
    const token = writeInvitation(this.#deps.keys, id)
    return { token, courseId, courseTitle, sellerName, invitedAt: createdAt.toISOString() }
  }

  /** Tells the owner of an unverified address only that an invitation waits, because the address may belong to another person. */
  async invitationsOf({ userId, emailVerified }: Caller, page: PageRequest) {
    const db = this.#deps.database.kysely
    const { rows, total } = await store.invitationsOf(db, userId, page)
    const { data, meta } = pageOf(rows, total, page)
    const waitsForProof = !emailVerified && (await store.hasWaitingCourse(db, userId))
    return { data: data.map(this.#present.bind(this)), meta: { ...meta, waitsForProof } }
  }

  async readInvitation(token: string) {
    const id = readToken(this.#deps.keys, token) ?? refuse('INVITE_INVALID')
    const found = await store.invitationById(this.#deps.database.kysely, id, { lock: false })
    if (!found) refuse('INVITE_INVALID')
    const state = found.state === 'accepted' && found.isEnrolled ? ('accepted' as const) : ('open' as const)
    return { ...this.#present(found), email: found.email, state }
  }

  /**
   * Accepts an invitation. The address must be the invited one, and possession of the link verifies it. Idempotent; accepting again
   * restores lost access.
   */
  async accept(caller: Caller, token: string): Promise<{ courseId: number }> {
    const id = readToken(this.#deps.keys, token) ?? refuse('INVITE_INVALID')
    return this.#deps.database.transaction(async (tx) => {
      const invitation = await store.invitationById(tx, id, { lock: true })
      if (!invitation) refuse('INVITE_INVALID')
      const isTheirs = invitation.acceptedBy === caller.userId
      if (!isTheirs && invitation.email !== caller.email.toLowerCase()) refuse('INVITATION_FOR_SOMEBODY_ELSE')
      const { courseId } = invitation
      const offer = await lockOffer(tx, courseId)
      const isOpen = offer?.state === 'published' || (offer?.state === 'archived' && isTheirs)
      if (!isOpen) refuse('INVITE_INVALID')
      if (offer?.isWithheld && !isTheirs) refuse('COURSE_NOT_OFFERED')
      // Accepting again restores lost access, and does not extend access that has ended.
      if (invitation.state !== 'accepted' || !invitation.isEnrolled)
        await this.#enter(tx, caller.userId, invitation)
      await this.#deps.accounts.emailProof.markEmailVerified(tx, caller.userId)
      return { courseId }
    })
  }

  async decline(token: string): Promise<void> {
    const id = readToken(this.#deps.keys, token) ?? refuse('INVITE_INVALID')
    await this.#deps.database.transaction(async (tx) => {
      const invitation = await store.invitationById(tx, id, { lock: true })
      if (invitation?.state !== 'open') refuse('INVITE_INVALID')
      await store.markDeclined(tx, id, this.#deps.clock.now())
    })
  }
}
