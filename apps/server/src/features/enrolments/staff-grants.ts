/** Gives courses by e-mail address: members of the seller's own team are enrolled, and other people are invited. */
import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import type { EnrolledPerson, InvitedPerson } from '@apogee/contracts/enrolments/enrolments.ts'
import { invitedAddressesPerDay } from '@apogee/contracts/limits.ts'
import { emit, type DomainEvents } from '#server/events.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { queueMails, type OutgoingMail } from '#server/platform/mail/mail-outbox.ts'
import { pageOf, type PageRequest } from '#server/platform/pages.ts'
import { searchPattern } from '#server/platform/search-pattern.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import { holdUnsuspended } from '#server/policy/suspended-sellers.ts'
import { courseInvitationMail, givenCourseMail } from './enrolments.mail.ts'
import {
  distinctAddresses,
  givenMailOccasion,
  greetingName,
  invitationOccasion,
  invitationTimes,
  refuseOffSale,
  writeInvitation,
  type Grant,
} from './enrolments.rules.ts'
import type { EnrolmentsDependencies } from './enrolments.dependencies.ts'
import { lockLearners, lockOffer } from './enrolments.store.ts'
import { hasGrantsOf } from './grant-withdrawals.store.ts'
import * as store from './invitations.store.ts'

type State = EnrolledPerson['state']

interface GivenBy {
  caller: Caller
  courseId: number
  giver: store.InvitingSeller
  origin: string
  names: ReadonlyMap<string, string>
  /** The time of one call, which all its rows store. The giver can take the call back by this time. */
  at: Date
}

export class StaffGrants {
  readonly #deps: EnrolmentsDependencies & { grant: Grant }

  constructor(deps: EnrolmentsDependencies & { grant: Grant }) {
    this.#deps = deps
  }

  /**
   * Gives a course by address. The caller does not learn whether an address outside their own team has an account: response and
   * work are the same for all addresses. Addresses beyond the daily limit are reported per address.
   */
  async enrolPeople(
    caller: Caller,
    courseId: number,
    asked: { emails: readonly string[]; names?: readonly { email: string; name: string }[] | undefined },
    origin: string,
  ): Promise<{ enrolled: number; waiting: number; people: EnrolledPerson[]; givenAt?: string }> {
    const addresses = distinctAddresses(asked.emails)
    const names = new Map(
      (asked.names ?? []).map(({ email, name }) => [email.trim().toLowerCase(), greetingName(name)]),
    )
    return this.#deps.database.transaction(async (tx) => {
      const giver = await this.#giverForWriting(tx, caller, courseId)
      const at = this.#deps.clock.now()
      const given: GivenBy = { caller, courseId, giver, origin, names, at }
      const states = await this.#enrolTeam(tx, given, addresses)
      const others = addresses.filter((email) => !states.has(email))
      for (const [email, state] of await this.#inviteOthers(tx, given, others)) states.set(email, state)
      const people = addresses.map((email) => ({ email, state: states.get(email) ?? ('invited' as const) }))
      const count = (...wanted: State[]) => people.filter(({ state }) => wanted.includes(state)).length
      const counts = { enrolled: count('enrolled', 'already'), waiting: count('invited') }
      const hasGiven = await hasGrantsOf(tx, { courseId, giverId: caller.userId, at })
      return { ...counts, people, ...(hasGiven && { givenAt: at.toISOString() }) }
    })
  }

  async #giverForWriting(tx: Tx, caller: Caller, courseId: number): Promise<store.InvitingSeller> {
    await holdUnsuspended(tx, caller, courseId)
    refuseOffSale((await lockOffer(tx, courseId)) ?? refuse('COURSE_NOT_FOUND'))
    if (!caller.emailVerified) refuse('EMAIL_NOT_VERIFIED')
    return (await store.giverOf(tx, courseId)) ?? refuse('COURSE_NOT_FOUND')
  }

  /**
   * Enrols members of the seller's own team, in the order of ids. The grant is also recorded for members who were enrolled before,
   * so that they keep the course when another source of their access ends.
   */
  async #enrolTeam(tx: Tx, given: GivenBy, addresses: readonly string[]): Promise<Map<string, State>> {
    const { caller, courseId, giver, at } = given
    const about = { courseId, businessId: giver.businessId, giverId: caller.userId }
    const people = await store.alreadyEnrolled(tx, about, addresses)
    const team = people.filter(({ isTeam }) => isTeam)
    // Enrolments are locked before invitations, as everywhere.
    await lockLearners(
      tx,
      courseId,
      team.map(({ userId }) => userId),
    )
    const grant = { courseId, grantedBy: caller.userId, at }
    const invitations =
      team.length > 0 ? await store.recordAccepted(tx, grant, team) : new Map<number, number>()
    for (const { userId } of team) {
      const id = invitations.get(userId)
      if (id !== undefined)
        await this.#deps.grant(tx, { userId, courseId, source: { kind: 'invitation', id }, at })
    }
    const enrolled = people.filter(({ isEnrolled }) => !isEnrolled)
    await queueMails(
      tx,
      enrolled.map((person) => this.#givenMail(given, person)),
    )
    return new Map(people.map(({ email, isEnrolled }) => [email, isEnrolled ? 'already' : 'enrolled']))
  }

  #givenMail({ courseId, giver, origin, at }: GivenBy, person: store.OwnPerson): OutgoingMail {
    const { email: to, language, userId } = person
    const name = person.name ?? ''
    const mail = givenCourseMail(language, { ...giver, name, link: `${origin}/course/${courseId}` })
    return {
      to,
      language,
      ...mail,
      occasion: givenMailOccasion({ courseId, userId, at }),
      seller: { courseId, at },
    }
  }

  /**
   * Invites the other addresses. An address with an earlier invitation, even a withdrawn one, receives no second mail and does not
   * count again.
   */
  async #inviteOthers(tx: Tx, given: GivenBy, addresses: readonly string[]): Promise<Map<string, State>> {
    const { caller, courseId, giver, names, origin, at } = given
    const states = new Map<string, State>()
    if (addresses.length === 0) return states
    const day = dayInMalaysia(at)
    const today = await store.lockInvitedToday(tx, giver.sellerId, day)
    const before = await store.invitationsTo(tx, courseId, addresses)
    const withdrawn = before.filter(({ state }) => state === 'withdrawn').map(({ id }) => id)
    if (withdrawn.length > 0) await store.reopen(tx, withdrawn, { grantedBy: caller.userId, at })
    for (const { email, state, declinedAt } of before)
      if (state !== 'accepted') states.set(email, declinedAt ? 'declined' : 'invited')
    const fresh = addresses.filter((email) => !states.has(email))
    const room = this.#deps.limitsOn ? Math.max(0, invitedAddressesPerDay - today) : fresh.length
    for (const email of fresh.slice(room)) states.set(email, 'limit')
    const invited = await store.insertInvitations(
      tx,
      { courseId, grantedBy: caller.userId, at },
      fresh.slice(0, room).map((email) => ({ email, name: names.get(email) ?? '' })),
    )
    if (invited.length > 0) await store.countInvited(tx, giver.sellerId, day, invited.length)
    // Each invitation is mailed once. The mail of a reopened invitation has the same occasion as before, so that it is sent only if
    // the first mail was never queued.
    const invitationIds = [...invited.map(({ id }) => id), ...withdrawn]
    if (invitationIds.length > 0)
      await emit(tx, 'course.people-invited', { invitationIds, giverId: caller.userId, origin })
    return states
  }

  /**
   * Mails the invited people after the response. Only this step looks up whether an address has an account, for its language and
   * name.
   */
  async mailInvited(tx: Tx, invited: DomainEvents['course.people-invited']): Promise<void> {
    const { invitationIds, giverId, origin } = invited
    const at = this.#deps.clock.now()
    const mails = (await store.invitationsToMail(tx, invitationIds, giverId)).map((invitation) => {
      const { id, courseId, email: to, mails: times, language, greeted: name } = invitation
      const link = `${origin}/course-invitations/${writeInvitation(this.#deps.keys, id)}`
      const mail = courseInvitationMail(language, { ...invitation, name, link })
      return {
        to,
        language,
        ...mail,
        occasion: invitationOccasion({ id, mails: times }),
        seller: { courseId, at },
      }
    })
    await queueMails(tx, mails)
  }

  async listInvitedPeople(courseId: number, search: string | undefined, page: PageRequest) {
    const list = { courseId, pattern: searchPattern(search) }
    const { rows, total } = await store.listInvited(this.#deps.database.kysely, list, page)
    const { data, meta } = pageOf(rows, total, page)
    return { data: data.map(this.#presentInvited.bind(this)), meta }
  }

  readonly #sentLongAgo = () => new Date(this.#deps.clock.now().getTime() - invitationTimes.sendAgainAfterMs)

  #presentInvited(row: store.InvitationRow): InvitedPerson {
    const { id, email, name, createdAt, mailedAt } = row
    const state = row.state === 'declined' ? 'declined' : 'open'
    const canSendAgain = state === 'open' && (mailedAt === null || mailedAt <= this.#sentLongAgo())
    const sentAt = mailedAt?.toISOString() ?? null
    return { id, email, name, state, invitedAt: createdAt.toISOString(), sentAt, canSendAgain }
  }

  async sendAgain(
    caller: Caller,
    { courseId, id }: { courseId: number; id: number },
    origin: string,
  ): Promise<InvitedPerson> {
    return this.#deps.database.transaction(async (tx) => {
      await this.#giverForWriting(tx, caller, courseId)
      const which = { courseId, id, at: this.#deps.clock.now(), before: this.#sentLongAgo() }
      const invitation = await store.markMailedAgain(tx, which)
      if (!invitation)
        refuse((await store.isOpen(tx, courseId, id)) ? 'INVITATION_JUST_SENT' : 'INVITE_INVALID')
      await emit(tx, 'course.people-invited', { invitationIds: [id], giverId: caller.userId, origin })
      return this.#presentInvited(invitation)
    })
  }

  async withdraw(courseId: number, id: number): Promise<void> {
    if (!(await store.markWithdrawn(this.#deps.database.kysely, courseId, id))) refuse('INVITE_INVALID')
  }

  readonly deleteUnanswered = (before: Date) => store.deleteUnanswered(this.#deps.database.kysely, before)

  readonly deleteDays = (before: Date) =>
    store.deleteDaysBefore(this.#deps.database.kysely, dayInMalaysia(before))

  endInvitations(tx: Tx, { courseId }: { courseId: number }) {
    return store.withdrawAll(tx, courseId)
  }
}
