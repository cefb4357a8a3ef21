/** Courses given by e-mail address: the seller's own team is enrolled, everybody else is invited and accepts. */
import type { CourseInvitation, EnrolledPerson, InvitedPerson } from '@apogee/contracts/enrolments.ts'
import { invitedAddressesPerDay } from '@apogee/contracts/limits.ts'
import type { Transaction } from 'kysely'
import { emit } from '../../events.ts'
import type { DB } from '../../platform/database/schema.d.ts'
import { queueMail } from '../../platform/mail-outbox.ts'
import { pageOf, type PageRequest } from '../../platform/pages.ts'
import type { Caller } from '../../policy/caller.ts'
import { refuse } from '../../policy/refusal.ts'
import { courseInvitationMail, givenCourseMail } from './enrolments.mail.ts'
import {
  dayInKualaLumpur,
  distinctAddresses,
  greetingName,
  invitationTimes,
  readInvitation as readToken,
  writeInvitation,
  type EnrolmentSource,
} from './enrolments.rules.ts'
import type { EnrolmentsParts } from './enrolments.service.ts'
import { lockOffer, type CourseOffer } from './enrolments.store.ts'
import * as store from './invitations.store.ts'

type Tx = Transaction<DB>
type State = EnrolledPerson['state']
type Grant = (
  tx: Tx,
  place: { userId: number; courseId: number; source: EnrolmentSource },
) => Promise<'granted' | 'already'>

interface GivenBy {
  caller: Caller
  courseId: number
  giver: store.CourseGiver
  origin: string
  names: ReadonlyMap<string, string>
}

export function createCourseInvitations({
  database,
  clock,
  keys,
  accounts,
  limitsOn,
  grant,
}: EnrolmentsParts & { grant: Grant }) {
  /**
   * Gives a course by address. Nobody learns whether an address that is not of the seller's own team has an account:
   * the answer is the same for all of them.
   */
  async function enrolPeople(
    caller: Caller,
    courseId: number,
    asked: { emails: readonly string[]; names?: readonly { email: string; name: string }[] | undefined },
    origin: string,
  ): Promise<{ enrolled: number; waiting: number; people: EnrolledPerson[] }> {
    const addresses = distinctAddresses(asked.emails)
    const names = new Map(
      (asked.names ?? []).map(({ email, name }) => [email.trim().toLowerCase(), greetingName(name)]),
    )
    return database.transaction(async (tx) => {
      const offer = await lockOffer(tx, courseId)
      const giver = await store.giverOf(tx, courseId)
      if (!offer || !giver) refuse('COURSE_NOT_FOUND')
      refuseOffSale(offer)
      if (!caller.emailVerified) refuse('EMAIL_NOT_VERIFIED')
      const known = await store.knownAddresses(tx, courseId, addresses)
      const given: GivenBy = { caller, courseId, giver, origin, names }
      const states = await enrolTeam(tx, given, known)
      const others = addresses.filter((email) => !states.has(email))
      for (const [email, state] of await inviteOthers(tx, given, others, known)) states.set(email, state)
      const people = addresses.map((email) => ({ email, state: states.get(email) ?? ('invited' as const) }))
      const count = (...wanted: State[]) => people.filter(({ state }) => wanted.includes(state)).length
      return { enrolled: count('enrolled', 'already'), waiting: count('invited'), people }
    })
  }

  /** Those who are in already, and those of the seller's own team whose address is proven: in the order of their ids. */
  async function enrolTeam(
    tx: Tx,
    given: GivenBy,
    known: readonly store.KnownAddress[],
  ): Promise<Map<string, State>> {
    const { caller, courseId, giver } = given
    const states = new Map<string, State>()
    for (const person of known) {
      const isTeam = giver.businessId !== null && person.businessId === giver.businessId
      const isOwn = isTeam || person.userId === caller.userId
      if (person.isEnrolled) states.set(person.email, 'already')
      else if (person.isProven && isOwn) {
        await grant(tx, { userId: person.userId, courseId, source: 'granted' })
        await mailGiven(tx, given, person)
        states.set(person.email, 'enrolled')
      }
    }
    return states
  }

  async function mailGiven(tx: Tx, given: GivenBy, person: store.KnownAddress): Promise<void> {
    const { courseId, giver, origin } = given
    const { email: to, language, userId } = person
    const mail = givenCourseMail(language, {
      ...giver,
      name: person.name ?? '',
      link: `${origin}/course/${courseId}`,
    })
    const occasion = `course-given:${courseId}:${userId}:${clock.now().getTime()}`
    await queueMail(tx, { to, language, ...mail, occasion })
  }

  /** An address that is invited already is not mailed again, and does not count again. */
  async function inviteOthers(
    tx: Tx,
    given: GivenBy,
    addresses: readonly string[],
    known: readonly store.KnownAddress[],
  ): Promise<Map<string, State>> {
    const { caller, courseId, giver, names } = given
    const day = dayInKualaLumpur(clock.now())
    const today = await store.lockInvitedToday(tx, giver.sellerId, day)
    const before = await store.invitationsTo(tx, courseId, addresses)
    const states = new Map<string, State>(
      before
        .filter(({ state }) => state !== 'accepted')
        .map(({ email, state }) => [email, state === 'declined' ? 'declined' : 'invited']),
    )
    const fresh = addresses.filter((email) => !states.has(email))
    if (fresh.length === 0) return states
    const room = limitsOn ? Math.max(0, invitedAddressesPerDay - today) : fresh.length
    if (room === 0) refuse('ENROL_LIMIT_REACHED')
    for (const email of fresh.slice(room)) states.set(email, 'limit')
    const invited = await store.insertInvitations(
      tx,
      { courseId, grantedBy: caller.userId, at: clock.now() },
      fresh.slice(0, room).map((email) => ({ email, name: names.get(email) ?? '' })),
    )
    await store.countInvited(tx, giver.sellerId, day, invited.length)
    const people = new Map(known.map((person) => [person.email, person]))
    const language = await store.languageOf(tx, caller.userId)
    for (const invitation of invited) {
      const person = people.get(invitation.email)
      await mailInvitation(tx, invitation, { giver, origin: given.origin, language, person })
      if (person?.isProven) await tellInvited(tx, person.userId, invitation)
    }
    return states
  }

  async function mailInvitation(
    tx: Tx,
    invitation: store.InvitationRow,
    about: {
      giver: store.CourseGiver
      origin: string
      language: 'en' | 'ms'
      person: store.KnownAddress | undefined
    },
  ): Promise<void> {
    const { giver, origin, person } = about
    const { id, email: to, mails } = invitation
    const language = person?.language ?? about.language
    const name = person?.isProven ? (person.name ?? '') : invitation.name
    const link = `${origin}/course-invitations/${writeInvitation(keys, id)}`
    const mail = courseInvitationMail(language, { ...giver, name, link })
    await queueMail(tx, { to, language, ...mail, occasion: `course-invitation:${id}:${mails}` })
  }

  const tellInvited = (tx: Tx, userId: number, { id, courseId }: store.InvitationRow) =>
    emit(tx, 'course.invited', { userId, courseId, invitationId: id })

  /** Once an address is proven: what the own team gave is theirs, of all else they are told. Returns how many are theirs. */
  async function claimWaiting(tx: Tx, userId: number): Promise<number> {
    const person = await accounts.lockAccount(tx, userId)
    let granted = 0
    for (const invitation of await store.lockInvitationsOf(tx, userId)) {
      const isTeam = invitation.businessId !== null && invitation.businessId === person?.businessId
      if (isTeam) {
        await enter(tx, userId, invitation)
        granted += 1
      } else await tellInvited(tx, userId, invitation)
    }
    return granted
  }

  async function enter(tx: Tx, userId: number, { id, courseId }: store.InvitationRow): Promise<void> {
    await grant(tx, { userId, courseId, source: 'granted' })
    await store.markAnswered(tx, id, 'accepted')
  }

  async function listInvitedPeople(courseId: number, page: PageRequest) {
    const { rows, total } = await store.listInvited(database.kysely, courseId, page)
    const { data, meta } = pageOf(rows, total, page)
    return { data: data.map(presentInvited), meta }
  }

  const sentLongAgo = () => new Date(clock.now().getTime() - invitationTimes.sendAgainAfterMs)

  function presentInvited(row: store.InvitationRow): InvitedPerson {
    const { id, email, name, createdAt, mailedAt } = row
    const state = row.state === 'declined' ? 'declined' : 'open'
    const canSendAgain = state === 'open' && (mailedAt === null || mailedAt <= sentLongAgo())
    const sentAt = mailedAt?.toISOString() ?? null
    return { id, email, name, state, invitedAt: createdAt.toISOString(), sentAt, canSendAgain }
  }

  async function sendAgain(
    caller: Caller,
    { courseId, id }: { courseId: number; id: number },
    origin: string,
  ): Promise<InvitedPerson> {
    if (!caller.emailVerified) refuse('EMAIL_NOT_VERIFIED')
    return database.transaction(async (tx) => {
      refuseOffSale((await lockOffer(tx, courseId)) ?? refuse('COURSE_NOT_FOUND'))
      const giver = (await store.giverOf(tx, courseId)) ?? refuse('COURSE_NOT_FOUND')
      const which = { courseId, id, at: clock.now(), before: sentLongAgo() }
      const invitation = await store.markMailedAgain(tx, which)
      if (!invitation)
        refuse((await store.isOpen(tx, courseId, id)) ? 'INVITATION_JUST_SENT' : 'INVITE_INVALID')
      const [person] = await store.knownAddresses(tx, courseId, [invitation.email])
      const language = await store.languageOf(tx, caller.userId)
      await mailInvitation(tx, invitation, { giver, origin, language, person })
      return presentInvited(invitation)
    })
  }

  async function withdraw(courseId: number, id: number): Promise<void> {
    if (!(await store.deleteInvitation(database.kysely, courseId, id))) refuse('INVITE_INVALID')
  }

  function present(row: store.OfferedInvitation): CourseInvitation {
    const { id, courseId, courseTitle, sellerName, createdAt } = row
    const token = writeInvitation(keys, id)
    return { token, courseId, courseTitle, sellerName, invitedAt: createdAt.toISOString() }
  }

  /** An address that is not proven learns only that something waits: it may be somebody else's. */
  async function invitationsOf({ userId, emailVerified }: Caller, page: PageRequest) {
    const db = database.kysely
    const { rows, total } = await store.invitationsOf(db, userId, page)
    const { data, meta } = pageOf(rows, total, page)
    const waitsForProof = !emailVerified && (await store.hasWaitingCourse(db, userId))
    return { data: data.map(present), meta: { ...meta, waitsForProof } }
  }

  async function readInvitation(token: string) {
    const id = readToken(keys, token) ?? refuse('INVITE_INVALID')
    const found = await store.invitationById(database.kysely, id, { lock: false })
    if (!found) refuse('INVITE_INVALID')
    const state = found.state === 'accepted' ? ('accepted' as const) : ('open' as const)
    return { ...present(found), email: found.email, state }
  }

  /** The address must be the invited one, and is proven by holding the link. Accepting twice changes nothing. */
  async function accept(caller: Caller, token: string): Promise<{ courseId: number }> {
    const id = readToken(keys, token) ?? refuse('INVITE_INVALID')
    return database.transaction(async (tx) => {
      const invitation = await store.invitationById(tx, id, { lock: true })
      if (!invitation) refuse('INVITE_INVALID')
      if (invitation.email !== caller.email.toLowerCase()) refuse('INVITATION_FOR_SOMEBODY_ELSE')
      const { courseId } = invitation
      if (invitation.state === 'accepted') return { courseId }
      const offer = await lockOffer(tx, courseId)
      if (offer?.state !== 'published') refuse('INVITE_INVALID')
      await enter(tx, caller.userId, invitation)
      await accounts.markEmailVerified(tx, caller.userId)
      return { courseId }
    })
  }

  async function decline(token: string): Promise<void> {
    const id = readToken(keys, token) ?? refuse('INVITE_INVALID')
    await database.transaction(async (tx) => {
      const invitation = await store.invitationById(tx, id, { lock: true })
      if (invitation?.state !== 'open') refuse('INVITE_INVALID')
      await store.markAnswered(tx, id, 'declined')
    })
  }

  const sweep = () =>
    store.deleteDaysBefore(
      database.kysely,
      dayInKualaLumpur(new Date(clock.now().getTime() - invitationTimes.keepDaysMs)),
    )

  return {
    enrolPeople,
    claimWaiting,
    listInvitedPeople,
    sendAgain,
    withdraw,
    invitationsOf,
    readInvitation,
    accept,
    decline,
    endInvitations: (tx: Tx, { courseId }: { courseId: number }) => store.deleteOfCourse(tx, courseId),
    forgetAddress: store.forgetAddress,
    sweep,
  }
}

/** Nobody is let into a draft or an archived course. */
export function refuseOffSale({ state }: CourseOffer): void {
  if (state === 'draft') refuse('COURSE_IS_DRAFT')
  if (state === 'archived') refuse('COURSE_ARCHIVED')
}
