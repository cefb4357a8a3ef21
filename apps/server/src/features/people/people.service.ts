/** Lists the people whom a caller administers or teaches, and changes or deletes them. */
import type { CurrentUser, DeletionOutcome, ListedUser } from '@apogee/contracts/accounts/accounts.ts'
import type { Role } from '@apogee/contracts/limits.ts'
import { emit } from '#server/events.ts'
import type { Log, Tx } from '#server/platform/database/database.ts'
import { queueMail } from '#server/platform/mail/mail-outbox.ts'
import { pageOf, type Page, type PageRequest } from '#server/platform/pages.ts'
import { isNearText, mayBeCorrected } from '@apogee/domain/text/near-spelling.ts'
import { hasTrigram, resembling, searchPattern } from '#server/platform/search-pattern.ts'
import { recordEdit } from '#server/policy/edits.ts'
import type { Caller } from '#server/policy/caller.ts'
import type { ClientInfo } from '#server/policy/client-info.ts'
import { Refusal, refuse } from '#server/policy/refusal.ts'
import type { Accounting } from '#server/features/accounting/accounting.service.ts'
import { greeting } from '#server/features/accounts/accounts.mail.ts'
import type { Account } from '#server/features/accounts/accounts.service.ts'
import { presentUser } from '#server/features/accounts/present-user.ts'
import type { Sales } from '#server/features/sales/sales.service.ts'
import type { Enrolments } from '#server/features/enrolments/enrolments.service.ts'
import type { Invoices } from '#server/features/invoices/invoices.service.ts'
import type { Learning } from '#server/features/learning/learning.service.ts'
import type { Media } from '#server/features/media/media.service.ts'
import type { Messages } from '#server/features/messages/messages.service.ts'
import { Invitations, type InvitationsDependencies } from './people.invitations.ts'
import { leavingMail, stayingMail } from './people.mail.ts'
import type { DomainEvent } from '#server/events.ts'
import { Team } from './people.team.ts'
import { businessWithRole, courseScopeOf, peopleTimes, refusalOfRole } from './people.rules.ts'
import * as store from './people.store.ts'

/** Up to this many resembling names are compared letter by letter. */
const mostResembling = 50

const distinct = (people: readonly store.FoundPerson[]): store.FoundPerson[] => [
  ...new Map(people.map((person) => [person.id, person])).values(),
]

/** Returns the lists of people that the caller administers or teaches. */
function listsOf({ role, businessId }: Caller): store.PeopleList['who'][] {
  if (role === 'superadmin') return ['everybody']
  return role === 'admin' && businessId !== null ? ['learners', { teamOf: businessId }] : ['learners']
}

interface PeopleDependencies extends InvitationsDependencies {
  log: Log
  media: Media
  enrolments: Enrolments
  learning: Pick<Learning, 'forgetProgress'>
  accounting: Pick<Accounting, 'receipts'>
  sales: Pick<Sales, 'buyerDetails'>
  invoices: Pick<Invoices, 'seats'>
  messages: Pick<Messages, 'forgetAddressOf'>
  publicUrl: string | null
  ownOrigin: () => string
}

export interface PersonChanges {
  name?: string | undefined
  /** The URL of a picture that the caller has uploaded. An empty string removes the picture. */
  avatar?: string | undefined
  role?: Role | undefined
  /** The biography of a person who teaches. */
  bio?: string | undefined
  version?: number | undefined
}

export type PeoplePage = Page<ListedUser>

export class People {
  readonly #deps: PeopleDependencies
  readonly invitations
  readonly #team

  constructor(deps: PeopleDependencies) {
    this.#deps = deps
    this.invitations = new Invitations(deps)
    this.#team = new Team({ ...deps, invitations: this.invitations })
  }

  /** Lists the people whom the caller administers: the team, or all people for a superadmin. Other teachers see their learners. */
  async listUsers(caller: Caller, search: string | undefined, page: PageRequest): Promise<PeoplePage> {
    if (caller.role === 'instructor' || (caller.role === 'admin' && caller.businessId === null))
      return this.listLearners(caller, search, page)
    const who = caller.businessId === null ? ('everybody' as const) : { teamOf: caller.businessId }
    const list = { who, scope: courseScopeOf(caller), pattern: searchPattern(search) }
    const { rows, total } = await store.listPeople(this.#deps.database.kysely, list, page)
    return pageOf(
      rows.map((row) => presentListed(row, false)),
      total,
      page,
    )
  }

  /** Lists people enrolled in the caller's courses, with those courses. */
  async listLearners(caller: Caller, search: string | undefined, page: PageRequest): Promise<PeoplePage> {
    const list = { who: 'learners' as const, scope: courseScopeOf(caller), pattern: searchPattern(search) }
    const { rows, total } = await store.listPeople(this.#deps.database.kysely, list, page)
    return pageOf(
      rows.map((row) => presentListed(row, true)),
      total,
      page,
    )
  }

  /**
   * Finds up to `limit` people among those whom `listUsers` and `listLearners` list, the newest first. If no name or address contains
   * the words, it finds names that resemble them.
   */
  async findPeople(caller: Caller, search: string, limit: number): Promise<store.FoundPerson[]> {
    const pattern = searchPattern(search)
    if (pattern === null) return []
    const { database } = this.#deps
    const by = hasTrigram(pattern) ? ('words' as const) : ('letters' as const)
    const lists = listsOf(caller).map((who) => ({ who, scope: courseScopeOf(caller), pattern }))
    const exact = await Promise.all(
      lists.map((list) => store.findPeople(database.kysely, { ...list, by }, limit)),
    )
    const found = exact.flat()
    if (found.length > 0) return distinct(found.toSorted((a, b) => b.id - a.id)).slice(0, limit)
    if (!mayBeCorrected(search)) return []
    const near = await resembling(database, async (tx) => {
      const read = (list: (typeof lists)[number]) =>
        store.findPeople(tx, { ...list, by: 'likeness' }, mostResembling)
      const people: store.FoundPerson[][] = []
      for (const list of lists) people.push(await read(list))
      return people.flat()
    })
    return distinct(near.filter(({ name }) => isNearText(search, name ?? ''))).slice(0, limit)
  }

  /**
   * Changes a person. Everybody may change their own name, picture and, if they teach, biography; admins also the role of team
   * members; superadmins any person's name and role. A new role applies at once, because each request reads the role and the
   * person's sessions end (docs/security.md).
   */
  async updatePerson(caller: Caller, id: number, changes: PersonChanges): Promise<CurrentUser> {
    return this.#deps.database.transaction(async (tx) => {
      if (changes.role !== undefined) await this.#deps.accounts.changes.lockRoles(tx)
      const person = await this.#lockVisible(tx, caller, id)
      const isSelf = id === caller.userId
      const { name = person.name, role = person.role, bio = person.bio } = changes
      if (name !== person.name && !isSelf && caller.role !== 'superadmin') refuse('FORBIDDEN')
      if (bio !== person.bio && (!isSelf || caller.role === 'student')) refuse('FORBIDDEN')
      await this.#changeOfRole(tx, caller, person, role)
      const avatarUrl = await this.#pictureFrom(tx, caller, person, changes.avatar)
      await recordEdit(tx, {
        kind: 'user',
        id,
        by: caller.userId,
        at: this.#deps.clock.now(),
        version: changes.version,
        current: { name: person.name, role: person.role, bio: person.bio, avatar: person.avatarUrl },
        changes: { name, role, bio, avatar: avatarUrl },
      })
      const businessId = businessWithRole(role, person.businessId)
      if (role !== person.role) await this.invitations.afterChangeOfRole(tx, caller, person, role)
      const { accounts } = this.#deps
      const changed = await accounts.changes.changeAccount(tx, id, { name, avatarUrl, role, businessId, bio })
      return isSelf ? accounts.presentSelf(tx, changed) : presentUser(changed)
    })
  }

  /** Returns a person whom the caller may change, and refuses others like `updatePerson`. */
  readonly readPerson = (caller: Caller, id: number): Promise<CurrentUser> =>
    this.#deps.database.transaction(async (tx) => presentUser(await this.#lockVisible(tx, caller, id)))

  /**
   * Locks the account of the caller, of a member of their team, or of any person for a superadmin. Admins do not find other people,
   * and other roles are refused.
   */
  async #lockVisible(tx: Tx, caller: Caller, id: number): Promise<Account> {
    const isSelf = id === caller.userId
    if (!isSelf && caller.role !== 'superadmin' && caller.role !== 'admin') refuse('FORBIDDEN')
    const person = await this.#deps.accounts.changes.lockAccount(tx, id)
    const isVisible = isSelf || caller.role === 'superadmin' || person?.businessId === caller.businessId
    return person && isVisible ? person : refuse('USER_NOT_FOUND')
  }

  async #changeOfRole(tx: Tx, caller: Caller, person: Account, role: Role): Promise<void> {
    const refusal = refusalOfRole({ ...caller, id: caller.userId }, person, role)
    if (refusal) refuse(refusal)
    if (role === person.role) return
    await this.#deps.accounts.changes.refuseIfLast(tx, person)
    if (!caller.hasFreshProof) refuse('FRESH_PROOF_REQUIRED')
  }

  async #pictureFrom(
    tx: Tx,
    caller: Caller,
    person: Account,
    avatar: string | undefined,
  ): Promise<string | null> {
    const isSame = avatar === undefined || avatar === (person.avatarUrl ?? '')
    if (isSame) return person.avatarUrl
    if (person.id !== caller.userId) refuse('FORBIDDEN')
    if (avatar === '') return null
    const file = await this.#deps.media.resolveUpload(tx, caller, avatar, ['avatar'], 'avatar')
    if (file.ownerId !== caller.userId) this.#deps.media.refuseAsUpload('avatar')
    return this.#deps.media.urlFor(caller, file)
  }

  /** Signs another person out of all sessions, including trusted browsers and sessions of other programs. */
  async signOut(caller: Caller, id: number): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      // People end their own sessions in Settings, where the current session stays.
      if (id === caller.userId) refuse('FORBIDDEN')
      const person = await this.#lockVisible(tx, caller, id)
      await this.#deps.accounts.changes.signOut(tx, id)
      const about = { actor: caller, businessId: person.businessId, subjectId: id }
      await this.#deps.accounts.securityLog.recordSecurityEvent(tx, { kind: 'sessions.ended', ...about })
    })
  }

  /** Returns what `deletePerson` would do now. Refuses people who are the last of their role. */
  async deletionOf(caller: Caller, id: number): Promise<DeletionOutcome> {
    return this.#deps.database.transaction(async (tx) => {
      const person = await this.#lockVisible(tx, caller, id)
      await this.#deps.accounts.changes.refuseIfLast(tx, person)
      return this.#team.outcomeOf(tx, caller, person)
    })
  }

  /**
   * Erases a person at once, or removes them from the team (`people.team.ts`). If the caller was told that the person would leave
   * the team, the person is never erased instead. A caller who deletes their own account leaves as by `leave`, without a password,
   * so callers with a password are refused.
   */
  async deletePerson(
    caller: Caller,
    { id, announced }: { id: number; announced?: DeletionOutcome | undefined },
    visitor: ClientInfo,
    origin: string,
  ): Promise<{ outcome: DeletionOutcome; eraseAfter: Date | null }> {
    if (id === caller.userId)
      return { outcome: 'scheduled', eraseAfter: await this.leave(caller, {}, visitor, origin) }
    return this.#deps.database.transaction(async (tx) => {
      await this.#deps.accounts.changes.lockRoles(tx)
      const person = await this.#lockVisible(tx, caller, id)
      await this.#deps.accounts.changes.refuseIfLast(tx, person)
      if (!caller.hasFreshProof) refuse('FRESH_PROOF_REQUIRED')
      const staysOutside = announced === 'leftTeam' && person.businessId !== null
      const outcome = staysOutside ? announced : await this.#team.outcomeOf(tx, caller, person)
      if (outcome === 'leftTeam') await this.#team.takeOut(tx, caller, person, origin)
      else {
        await this.#eraseNow(tx, person)
        await this.#team.recordDeletion(tx, caller, person)
      }
      return { outcome, eraseAfter: null }
    })
  }

  /** Ends all sessions of a person, and erases them after the grace period unless they sign in again. */
  readonly leave = (
    caller: Caller,
    given: { password?: string | undefined; code?: string | undefined },
    visitor: ClientInfo,
    origin: string,
  ): Promise<Date> =>
    this.#depart(caller, origin, () => this.#deps.accounts.proveForLeaving(caller, given, visitor))

  async #depart(caller: Caller, origin: string, prove: () => Promise<void>): Promise<Date> {
    // A person who may not leave is refused before the password check, so that nobody types a password in vain.
    await this.#deps.database.transaction((tx) => this.#refuseStaying(tx, caller.userId))
    await prove()
    const at = new Date(this.#deps.clock.now().getTime() + peopleTimes.graceMs)
    await this.#deps.database.transaction(async (tx) => {
      await this.#deps.accounts.changes.lockRoles(tx)
      const person = await this.#refuseStaying(tx, caller.userId)
      await this.#deps.courses.retireLoneSeller(tx, person.id)
      await this.#deps.accounts.changes.scheduleErasure(tx, person.id, at)
      await this.invitations.revokeSentBy(tx, person.id)
      const { id: subjectId, businessId } = person
      const left = { kind: 'account.left', actor: caller, subjectId, businessId } as const
      await this.#deps.accounts.securityLog.recordActivity(tx, left)
      const { language, email } = person
      const mail = leavingMail(language, {
        hello: greeting(language, person),
        at,
        link: `${origin}/login`,
      })
      await queueMail(tx, {
        to: email,
        language,
        ...mail,
        occasion: `leaving:${person.id}:${at.getTime()}`,
        seller: null,
      })
    })
    return at
  }

  /**
   * Restores the courses that were archived when the person left, and mails that the account stays, unless the person has left again.
   */
  async welcomeBack(tx: Tx, { id, payload: { userId } }: DomainEvent<'account.returned'>): Promise<void> {
    const person = await this.#deps.accounts.changes.lockAccount(tx, userId)
    if (person?.eraseAfter !== null) return
    await this.#deps.courses.restoreLoneSeller(tx, userId)
    const { language, email: to } = person
    const link = `${this.#deps.publicUrl ?? this.#deps.ownOrigin()}/forgot-password`
    const mail = stayingMail(language, { hello: greeting(language, person), link })
    await queueMail(tx, { to, language, ...mail, occasion: `staying:${id}`, seller: null })
  }

  /** Refuses people who cannot leave: the last of their role, and people who are responsible for courses with learners. */
  async #refuseStaying(tx: Tx, userId: number): Promise<Account> {
    const person = (await this.#deps.accounts.changes.lockAccount(tx, userId)) ?? refuse('UNAUTHENTICATED')
    await this.#deps.accounts.changes.refuseIfLast(tx, person)
    await this.#deps.courses.refuseWithLearners(tx, person.id)
    return person
  }

  /**
   * Removes all personal data. Open orders are cancelled, other orders stay without the buyer's details, enrolments end, and
   * courses made for a business stay with the business. The event `user.erased` lets other features remove their data.
   */
  async #eraseNow(tx: Tx, person: Account): Promise<void> {
    await this.#deps.accounts.changes.refuseIfLast(tx, person)
    await this.#deps.sales.buyerDetails.forgetCustomer(tx, person.id)
    await this.#deps.courses.retireLoneSeller(tx, person.id)
    await this.#deps.invoices.seats.forgetPerson(tx, { userId: person.id, email: person.email })
    await this.#deps.enrolments.leaveAll(tx, person.id)
    await this.#deps.learning.forgetProgress(tx, person.id)
    await this.#deps.accounting.receipts.forgetBuyer(tx, person.id)
    await this.invitations.forgetInvitations(tx, person)
    if (person.emailVerifiedAt) await this.#deps.messages.forgetAddressOf(tx, person.email)
    await this.#deps.accounts.changes.erase(tx, person)
    await emit(tx, 'user.erased', { userId: person.id })
  }

  /**
   * Erases people whose grace period is over, as a job. A person who may not leave is tried again a day later. An erasure that
   * fails does not delay the others, and fails the job in the end.
   */
  async eraseDue(stopping?: AbortSignal): Promise<number> {
    const failed = new Map<number, unknown>()
    let erased = 0
    while (!stopping?.aborted) {
      const outcome = await this.#eraseNextDue(failed)
      if (outcome === 'erased') erased += 1
      if (outcome === 'nobody') break
    }
    if (failed.size === 0) return erased
    const people = failed.size === 1 ? '1 person' : `${failed.size} people`
    throw new AggregateError(failed.values(), `${people} could not be erased`)
  }

  async #eraseNextDue(failed: Map<number, unknown>) {
    let id: number | undefined
    try {
      return await this.#deps.database.transaction(async (tx) => {
        await this.#deps.accounts.changes.lockRoles(tx)
        id = await this.#deps.accounts.changes.lockDueErasure(tx, this.#deps.clock.now(), [...failed.keys()])
        const person = id === undefined ? undefined : await this.#deps.accounts.changes.lockAccount(tx, id)
        return person ? await this.#eraseOrPostpone(tx, person) : ('nobody' as const)
      })
    } catch (error) {
      if (id === undefined) throw error
      this.#deps.log.error({ err: error, userId: id }, 'account due for deletion not erased')
      failed.set(id, error)
      return 'failed' as const
    }
  }

  async #eraseOrPostpone(tx: Tx, person: Account): Promise<'erased' | 'postponed'> {
    try {
      await this.#eraseNow(tx, person)
      await this.#team.recordDeletion(tx, null, person)
      return 'erased'
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.#deps.log.warn(
        { userId: person.id, code: error.code },
        'account due for deletion must stay for now',
      )
      const later = new Date(this.#deps.clock.now().getTime() + peopleTimes.tryErasureAgainMs)
      await this.#deps.accounts.changes.scheduleErasure(tx, person.id, later)
      return 'postponed'
    }
  }
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
