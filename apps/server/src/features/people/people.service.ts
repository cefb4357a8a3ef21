/** The people one administers or teaches, and what may become of them. */
import { dayInMalaysia } from '@apogee/domain/malaysia-time.ts'
import type { CurrentUser, DeletionOutcome, ListedUser } from '@apogee/contracts/accounts.ts'
import type { Role } from '@apogee/contracts/limits.ts'
import type { Transaction } from 'kysely'
import { emit } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Log } from '#server/platform/database/database.ts'
import type { DB } from '#server/platform/database/schema.d.ts'
import { queueMail } from '#server/platform/mail-outbox.ts'
import { pageOf, type Page, type PageRequest } from '#server/platform/pages.ts'
import { searchPattern } from '#server/platform/search-pattern.ts'
import { recordEdit } from '#server/policy/edits.ts'
import type { Caller } from '#server/policy/caller.ts'
import { Refusal, refuse } from '#server/policy/refusal.ts'
import type { Accounting } from '#server/features/accounting/accounting.service.ts'
import { greeting } from '#server/features/accounts/accounts.mail.ts'
import { presentUser, type Account, type Accounts } from '#server/features/accounts/accounts.service.ts'
import type { Businesses } from '#server/features/businesses/businesses.service.ts'
import type { Checkout } from '#server/features/sales/sales.service.ts'
import type { Courses } from '#server/features/courses/courses.service.ts'
import type { Enrolments } from '#server/features/enrolments/enrolments.service.ts'
import type { Invoices } from '#server/features/invoices/invoices.service.ts'
import type { Learning } from '#server/features/learning/learning.service.ts'
import type { Media } from '#server/features/media/media.service.ts'
import { createInvitations } from './people.invitations.ts'
import { leavingMail } from './people.mail.ts'
import { createTeam } from './people.team.ts'
import { businessWithRole, peopleTimes, refusalOfRole } from './people.rules.ts'
import * as store from './people.store.ts'

export interface PeopleParts {
  database: Database
  clock: Clock
  log: Log
  limitsOn: boolean
  accounts: Accounts
  businesses: Businesses
  media: Media
  courses: Courses
  enrolments: Enrolments
  learning: Pick<Learning, 'forgetProgress'>
  accounting: Pick<Accounting, 'forgetBuyer'>
  checkout: Pick<Checkout, 'forgetCustomer'>
  invoices: Pick<Invoices, 'forgetPerson'>
}

export interface PersonChanges {
  name?: string | undefined
  /** URL of the caller's own upload; '' takes the picture away. */
  avatar?: string | undefined
  role?: Role | undefined
  /** Of somebody who teaches. */
  bio?: string | undefined
  version?: number | undefined
}

export type PeoplePage = Page<ListedUser>

export type People = ReturnType<typeof createPeople>

export function createPeople(parts: PeopleParts) {
  const {
    database,
    clock,
    log,
    accounts,
    media,
    courses,
    enrolments,
    learning,
    accounting,
    checkout,
    invoices,
  } = parts
  const invitations = createInvitations(parts)
  const team = createTeam({ ...parts, invitations })

  /** Whom the caller administers: the own team, everybody for a superadmin; those who only teach see their learners. */
  async function listUsers(
    caller: Caller,
    search: string | undefined,
    page: PageRequest,
  ): Promise<PeoplePage> {
    if (caller.role === 'instructor' || (caller.role === 'admin' && caller.businessId === null))
      return listLearners(caller, search, page)
    const who = caller.businessId === null ? ('everybody' as const) : { teamOf: caller.businessId }
    const list = { who, scope: scopeOf(caller), pattern: searchPattern(search) }
    const { rows, total } = await store.listPeople(database.kysely, list, page)
    return pageOf(
      rows.map((row) => presentListed(row, false)),
      total,
      page,
    )
  }

  /** Who is enrolled in the caller's courses, with those courses. */
  async function listLearners(
    caller: Caller,
    search: string | undefined,
    page: PageRequest,
  ): Promise<PeoplePage> {
    const list = { who: 'learners' as const, scope: scopeOf(caller), pattern: searchPattern(search) }
    const { rows, total } = await store.listPeople(database.kysely, list, page)
    return pageOf(
      rows.map((row) => presentListed(row, true)),
      total,
      page,
    )
  }

  /**
   * Changes what the caller may change: of themselves the name, picture and, where they teach, biography, of the team the role, a superadmin anybody's
   * name and role. A role counts at once: each request reads it, and the person's sessions end (docs/security.md).
   */
  async function updatePerson(caller: Caller, id: number, changes: PersonChanges): Promise<CurrentUser> {
    return database.transaction(async (tx) => {
      if (changes.role !== undefined) await accounts.lockRoles(tx)
      const person = await lockVisible(tx, caller, id)
      const isSelf = id === caller.userId
      const { name = person.name, role = person.role, bio = person.bio } = changes
      if (name !== person.name && !isSelf && caller.role !== 'superadmin') refuse('FORBIDDEN')
      if (bio !== person.bio && (!isSelf || caller.role === 'student')) refuse('FORBIDDEN')
      await changeOfRole(tx, caller, person, role)
      const avatarUrl = await pictureFrom(tx, caller, person, changes.avatar)
      await recordEdit(tx, {
        ...{ kind: 'user', id, by: caller.userId, at: clock.now(), version: changes.version },
        current: { name: person.name, role: person.role, bio: person.bio, avatar: person.avatarUrl },
        changes: { name, role, bio, avatar: avatarUrl },
      })
      const businessId = businessWithRole(role, person.businessId)
      if (role !== person.role) await invitations.afterChangeOfRole(tx, caller, person, role)
      return presentUser(await accounts.changeAccount(tx, id, { name, avatarUrl, role, businessId, bio }))
    })
  }

  /** A person whom the caller may change. */
  const readPerson = (caller: Caller, id: number): Promise<CurrentUser> =>
    database.transaction(async (tx) => presentUser(await lockVisible(tx, caller, id)))

  /** Oneself, one's team, anybody for a superadmin; for all others there is nobody (or nothing to be done about them). */
  async function lockVisible(tx: Transaction<DB>, caller: Caller, id: number): Promise<Account> {
    const isSelf = id === caller.userId
    if (!isSelf && caller.role !== 'superadmin' && caller.role !== 'admin') refuse('FORBIDDEN')
    const person = await accounts.lockAccount(tx, id)
    const isVisible = isSelf || caller.role === 'superadmin' || person?.businessId === caller.businessId
    return person && isVisible ? person : refuse('USER_NOT_FOUND')
  }

  async function changeOfRole(
    tx: Transaction<DB>,
    caller: Caller,
    person: Account,
    role: Role,
  ): Promise<void> {
    const refusal = refusalOfRole({ ...caller, id: caller.userId }, person, role)
    if (refusal) refuse(refusal)
    if (role === person.role) return
    await accounts.refuseIfLast(tx, person)
    if (!caller.hasFreshProof) refuse('FRESH_PROOF_REQUIRED')
  }

  async function pictureFrom(
    tx: Transaction<DB>,
    caller: Caller,
    person: Account,
    avatar: string | undefined,
  ): Promise<string | null> {
    const isSame = avatar === undefined || avatar === (person.avatarUrl ?? '')
    if (isSame) return person.avatarUrl
    if (person.id !== caller.userId) refuse('FORBIDDEN')
    if (avatar === '') return null
    const file = await media.resolveUpload(tx, caller, avatar, ['avatar'], 'avatar')
    if (file.ownerId !== caller.userId) media.refuseAsUpload('avatar')
    return media.urlFor(caller, file)
  }

  /** What `deletePerson` would do now; refuses what it would refuse. */
  async function deletionOf(caller: Caller, id: number): Promise<DeletionOutcome> {
    return database.transaction(async (tx) => {
      const person = await lockVisible(tx, caller, id)
      await accounts.refuseIfLast(tx, person)
      return team.outcomeOf(tx, caller, person)
    })
  }

  /**
   * Erases a person at once, or takes them out of the team (`people.team.ts`); who was announced to leave the team is never
   * erased. Who deletes themselves leaves as below: a DELETE carries no password, so it
   * refuses whoever has one, and `leave` asks for it.
   */
  async function deletePerson(
    caller: Caller,
    { id, announced }: { id: number; announced?: DeletionOutcome | undefined },
    origin: string,
  ): Promise<{ outcome: DeletionOutcome; eraseAfter: Date | null }> {
    if (id === caller.userId)
      return { outcome: 'scheduled', eraseAfter: await leave(caller, undefined, origin) }
    return database.transaction(async (tx) => {
      await accounts.lockRoles(tx)
      const person = await lockVisible(tx, caller, id)
      await accounts.refuseIfLast(tx, person)
      if (!caller.hasFreshProof) refuse('FRESH_PROOF_REQUIRED')
      const staysOutside = announced === 'leftTeam' && person.businessId !== null
      const outcome = staysOutside ? announced : await team.outcomeOf(tx, caller, person)
      if (outcome === 'leftTeam') await team.takeOut(tx, caller, person, origin)
      else {
        await eraseNow(tx, person)
        await team.recordDeletion(tx, caller, person)
      }
      return { outcome, eraseAfter: null }
    })
  }

  /** Signs a person out everywhere, and has them erased once the grace has passed without their signing in again. */
  const leave = (caller: Caller, password: string | undefined, origin: string): Promise<Date> =>
    depart(caller, origin, () => accounts.proveOneself(caller, password))

  async function depart(caller: Caller, origin: string, prove: () => Promise<void>): Promise<Date> {
    // Refusals come before the password check, so that nobody types a password for nothing.
    await database.transaction((tx) => refuseStaying(tx, caller.userId))
    await prove()
    const at = new Date(clock.now().getTime() + peopleTimes.graceMs)
    await database.transaction(async (tx) => {
      await accounts.lockRoles(tx)
      const person = await refuseStaying(tx, caller.userId)
      await courses.retireLoneSeller(tx, person.id)
      await accounts.scheduleErasure(tx, person.id, at)
      await invitations.revokeSentBy(tx, person.id)
      const { language, email } = person
      const mail = leavingMail(language, {
        hello: greeting(language, person),
        day: dayInMalaysia(at),
        link: `${origin}/login`,
      })
      await queueMail(tx, { to: email, language, ...mail, occasion: `leaving:${person.id}:${at.getTime()}` })
    })
    return at
  }

  /** What leaving took from sale goes back on sale for who has come back, unless they have gone again by now. */
  async function welcomeBack(tx: Transaction<DB>, userId: number): Promise<void> {
    const person = await accounts.lockAccount(tx, userId)
    if (person?.eraseAfter === null) await courses.restoreLoneSeller(tx, userId)
  }

  /** Refuses for those who cannot go: the last of their role, and who still answers for other people's courses. */
  async function refuseStaying(tx: Transaction<DB>, userId: number): Promise<Account> {
    const person = (await accounts.lockAccount(tx, userId)) ?? refuse('UNAUTHENTICATED')
    await accounts.refuseIfLast(tx, person)
    await courses.refuseWithLearners(tx, person.id)
    return person
  }

  /**
   * Leaves nothing that tells of the person: open orders are given up, the others stay without their buyer's details,
   * places are given up too, and what they made for a business stays with it. Other features hear `user.erased`.
   */
  async function eraseNow(tx: Transaction<DB>, person: Account): Promise<void> {
    await accounts.refuseIfLast(tx, person)
    await checkout.forgetCustomer(tx, person.id)
    await courses.retireLoneSeller(tx, person.id)
    await invoices.forgetPerson(tx, { userId: person.id, email: person.email })
    await enrolments.leaveAll(tx, person.id)
    await learning.forgetProgress(tx, person.id)
    await accounting.forgetBuyer(tx, person.id)
    await invitations.forgetInvitations(tx, person)
    await accounts.erase(tx, person)
    await emit(tx, 'user.erased', { userId: person.id })
  }

  /**
   * The job: erases whose grace has passed. Who may not go any more is tried again a day later; one whose erasure fails
   * holds up nobody, and fails the job in the end.
   */
  async function eraseDue(): Promise<number> {
    const failed = new Map<number, unknown>()
    let erased = 0
    for (;;) {
      const outcome = await eraseNextDue(failed)
      if (outcome === 'erased') erased += 1
      if (outcome === 'nobody') break
    }
    if (failed.size === 0) return erased
    const people = failed.size === 1 ? '1 person' : `${failed.size} people`
    throw new AggregateError(failed.values(), `${people} could not be erased`)
  }

  async function eraseNextDue(failed: Map<number, unknown>) {
    let id: number | undefined
    try {
      return await database.transaction(async (tx) => {
        await accounts.lockRoles(tx)
        id = await accounts.lockDueErasure(tx, clock.now(), [...failed.keys()])
        const person = id === undefined ? undefined : await accounts.lockAccount(tx, id)
        return person ? await eraseOrPostpone(tx, person) : ('nobody' as const)
      })
    } catch (error) {
      if (id === undefined) throw error
      log.error({ err: error, userId: id }, 'a person who asked to be deleted could not be erased')
      failed.set(id, error)
      return 'failed' as const
    }
  }

  async function eraseOrPostpone(tx: Transaction<DB>, person: Account): Promise<'erased' | 'postponed'> {
    try {
      await eraseNow(tx, person)
      await team.recordDeletion(tx, null, person)
      return 'erased'
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      log.warn({ userId: person.id, code: error.code }, 'a person who asked to be deleted cannot be yet')
      const later = new Date(clock.now().getTime() + peopleTimes.tryErasureAgainMs)
      await accounts.scheduleErasure(tx, person.id, later)
      return 'postponed'
    }
  }

  return {
    listUsers,
    listLearners,
    updatePerson,
    deletionOf,
    readPerson,
    deletePerson,
    leave,
    welcomeBack,
    eraseDue,
    ...invitations,
  }
}

function scopeOf({ role, businessId, userId }: Caller): store.CourseScope {
  if (role === 'superadmin') return { of: 'everybody' }
  if (role === 'admin' && businessId !== null) return { of: 'business', businessId }
  return { of: 'instructor', userId, businessId }
}

function presentListed(row: store.ListedRow, withCourses: boolean): ListedUser {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    businessId: row.businessId,
    createdAt: row.createdAt.toISOString(),
    lastEnrolled: row.lastEnrolled?.toISOString() ?? null,
    lastBooking: row.lastBooking?.toISOString() ?? null,
    totalBookings: row.totalBookings,
    ...(withCourses && { courses: row.courses }),
    metadata: { avatar: row.avatarUrl },
  }
}
