import type { CourseInvite } from '@apogee/contracts/enrolments/enrolments.ts'
import type { Offer } from '@apogee/contracts/sales/offers.ts'
import { readVisit } from '@apogee/contracts/operations/source-keys.ts'
import { sql, type RawBuilder } from 'kysely'
import { emit, emitFor } from '#server/events.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import { holdUnsuspended } from '#server/policy/suspended-sellers.ts'
import type { CourseStanding } from '#server/policy/standing.ts'
import { AccessEnds } from './access-ends.ts'
import { Cohorts } from './cohorts.ts'
import { StaffGrants } from './staff-grants.ts'
import type { EnrolmentsDependencies } from './enrolments.dependencies.ts'
import { CourseInvitations } from './enrolments.invitations.ts'
import { GrantWithdrawals } from './grant-withdrawals.ts'
import { Removals } from './enrolments.removals.ts'
import {
  inviteEnd,
  quarterAround,
  readInvite,
  refuseOffSale,
  sameQuarter,
  writeInvite,
  type GrantRequest,
  type GrantOutcome,
} from './enrolments.rules.ts'
import * as store from './enrolments.store.ts'
import { partsOf, type Place } from './grants/grants.rules.ts'
import * as grants from './grants/grants.store.ts'
import { revokeGrants, type Revocation } from './grants/revocations.ts'
import * as links from './invitations.store.ts'

interface EnrolmentForm {
  invite: string | undefined
  /** The visit source of the browser, which only statistics use. */
  visit: string | readonly string[] | undefined
  /** When absent, the first open cohort applies, if the course has one. */
  cohortId: number | undefined
  /** This offer was shown to the learner. Another start is refused. */
  offer: Offer | undefined
}

export class Enrolments {
  readonly #deps: EnrolmentsDependencies
  readonly staffGrants
  readonly grantWithdrawals
  readonly invitations
  readonly removals
  readonly accessEnds
  readonly cohorts

  constructor(deps: EnrolmentsDependencies) {
    this.#deps = deps
    this.accessEnds = new AccessEnds(deps)
    this.cohorts = new Cohorts(deps)
    this.staffGrants = new StaffGrants({ ...deps, grant: this.grant.bind(this) })
    this.grantWithdrawals = new GrantWithdrawals({ ...deps, revoke: this.revoke.bind(this) })
    this.invitations = new CourseInvitations({ ...deps, grant: this.grant.bind(this) })
    this.removals = new Removals({ ...deps, grant: this.grant.bind(this) })
  }

  /**
   * Enrols a person. A revoked enrolment is restored, and one whose access has an end is extended. 'already' changes nothing and
   * emits nothing. Callers that grant several courses do so in the order of course ids, so that concurrent transactions cannot
   * deadlock.
   */
  async grant(
    tx: Tx,
    { userId, source, extending = 'ended', visitSource, keepsCohort: isKeeping, at, ...course }: GrantRequest,
  ): Promise<GrantOutcome> {
    const { courseId, cohortId: asked } = course
    const isChosen = asked !== undefined && asked !== null
    if (isChosen || isKeeping) await this.cohorts.lockStarts(tx, userId, [course])
    const cohortId = asked === undefined ? await this.cohorts.usual(tx, userId, courseId) : asked
    const keepsCohort = isKeeping ?? !isChosen
    const { kind, sourceId } = partsOf(source)
    const courses = [{ ...course, cohortId, sourceId }]
    const granting = this.granting({ userId, kind, extending, keepsCohort, visitSource, courses, at })
    const [event] = await emitFor(tx, granting, sql`granted`)
    if (!event) return 'already'
    return event.kind === 'access.changed' ? 'extended' : 'granted'
  }

  /**
   * Does the same as `grant` for several courses, as the part `granted` of a longer SQL statement. The part yields the course, the
   * period and the event of each enrolment that was created or extended.
   */
  granting({
    at = this.#deps.clock.now(),
    ...places
  }: Omit<store.NewEnrolments, 'at'> & { at?: Date | undefined }): RawBuilder<unknown> {
    return sql`${store.insertOrReactivate({ ...places, at })}, ${grants.givenGrants(places.userId, at)}`
  }

  /**
   * Closes what these order lines, seats, invitations or links gave. An enrolment without another grant ends. Otherwise a grant that
   * waited begins, or the enrolment loses what was left of the closed period. Idempotent.
   */
  revoke(tx: Tx, source: grants.SourceOfGrants): Promise<Revocation[]> {
    return revokeGrants(tx, source, this.#deps.clock.now())
  }

  /** Ends an enrolment and closes all its grants. Idempotent. */
  async end(tx: Tx, { userId, courseId }: Place): Promise<void> {
    const at = this.#deps.clock.now()
    const isOpen = await store.markRevoked(tx, userId, courseId, at)
    await grants.closeGrantsOf(tx, { userId, courseId }, at)
    if (isOpen) await emit(tx, 'enrolment.revoked', { userId, courseId })
  }

  /** Ends every enrolment of a person who leaves permanently, and the invitations that they accepted. */
  async leaveAll(tx: Tx, userId: number): Promise<void> {
    await this.invitations.forgetPerson(tx, userId)
    await this.removals.forgetPerson(tx, userId)
    await this.accessEnds.forgetPerson(tx, userId)
    for (const courseId of await store.coursesOf(tx, userId)) await this.end(tx, { userId, courseId })
  }

  /** Returns those of `courseIds` to which the person has access. */
  async isEnrolled(db: Db, userId: number, courseIds: readonly number[]): Promise<Set<number>> {
    if (courseIds.length === 0) return new Set()
    return new Set(await store.enrolledAmong(db, userId, courseIds))
  }

  /**
   * Returns the time when this learner last studied the course, including after the end of access. Null means never; undefined
   * means that the person is not enrolled.
   */
  async lastAccess(db: Db, userId: number, courseId: number): Promise<Date | null | undefined> {
    const enrolment = await store.activeEnrolment(db, userId, courseId)
    return enrolment && enrolment.lastAccessedAt
  }

  /**
   * Records that a learner is studying, and emits the event once per quarter of an hour. Locks the enrolment until the transaction
   * ends. Refuses people who lost access meanwhile.
   */
  async studyNow(tx: Tx, userId: number, courseId: number, at = this.#deps.clock.now()): Promise<void> {
    const before = await store.touch(tx, userId, courseId, at)
    if (!before) refuse('NOT_ENROLLED')
    if (before.lastAccessedAt && sameQuarter(before.lastAccessedAt, at)) return
    await emit(tx, 'course.studied', { userId, courseId, at: at.toISOString() })
  }

  /**
   * Does the same as `studyNow`, as the first part of a longer SQL statement without a transaction. Yields the course's id. Yields
   * no row when `studyNow` would refuse or emit the event, or when another save of this learner in this course was under way.
   */
  studiesAgain(userId: number, courseId: number, at: Date): RawBuilder<{ course_id: number }> {
    return store.touchAgain(userId, courseId, { at, ...quarterAround(at) })
  }

  /** Returns whether the person is enrolled, including ended access, and locks the enrolment until the transaction ends. */
  lockIfEnrolled(tx: Tx, userId: number, courseId: number): Promise<boolean> {
    return store.lockIfEnrolled(tx, userId, courseId)
  }

  /**
   * Enrols the caller in a free public course, or in a private one by its invite link. The current price decides whether a course
   * is free. Callers who are enrolled already receive the same response, and no use of the link is counted.
   */
  async enroll(caller: Caller, standing: CourseStanding, { visit, ...form }: EnrolmentForm): Promise<void> {
    const { userId } = caller
    const { courseId } = standing
    await this.#deps.database.transaction(async (tx) => {
      const offer = await store.lockOffer(tx, courseId)
      if (!offer) refuse('COURSE_NOT_FOUND')
      if ((await this.isEnrolled(tx, userId, [courseId])).has(courseId)) return
      if (offer.state !== 'published') refuse('COURSE_NOT_FOUND')
      if (offer.isWithheld) refuse('COURSE_NOT_OFFERED')
      if (offer.isPrivate) return this.#enterByInvite(tx, caller, standing, form)
      if (offer.priceCents > 0) refuse('COURSE_NOT_FREE')
      await this.removals.refuseRemoved(tx, userId, [courseId])
      const chosen = await this.#choose(tx, userId, courseId, form)
      const visitSource = readVisit(visit).get(courseId)
      await this.grant(tx, { userId, courseId, source: 'free', visitSource, cohortId: chosen })
    })
  }

  async #choose(
    tx: Tx,
    userId: number,
    courseId: number,
    { cohortId: asked, offer }: Pick<EnrolmentForm, 'cohortId' | 'offer'>,
  ): Promise<number | null> {
    const chosen = new Map(asked === undefined ? [] : [[courseId, asked]])
    const cohortId = (await this.cohorts.choose(tx, userId, [courseId], chosen)).get(courseId)?.id ?? null
    if (offer && offer.terms.cohortId !== cohortId) refuse('OFFER_CHANGED')
    return cohortId
  }

  /** Archives a course in the caller's own list, or reverses that. Nothing else changes. */
  async archive({ userId }: Caller, courseId: number, archived: boolean): Promise<void> {
    const { database, clock } = this.#deps
    const at = archived ? clock.now() : null
    if (!(await store.setArchived(database.kysely, { userId, courseId }, at))) refuse('COURSE_NOT_FOUND')
  }

  /** Reports a private course as not found without an invite link with a valid signature for the course. */
  async #enterByInvite(
    tx: Tx,
    { userId }: Caller,
    { courseId, held }: CourseStanding,
    { invite, ...start }: Omit<EnrolmentForm, 'visit'>,
  ): Promise<void> {
    const inviteId = invite === undefined ? null : readInvite(this.#deps.keys, invite, courseId)
    if (inviteId === null) {
      const seesIt = held.some((standing) => standing === 'IO' || standing === 'AO' || standing === 'SA')
      refuse(seesIt && invite !== undefined ? 'INVITE_INVALID' : 'COURSE_NOT_FOUND')
    }
    await this.removals.refuseRemoved(tx, userId, [courseId])
    // A link opens the course to each person once. The link does not extend access that has ended; the course's staff do.
    if (await store.hasEnded(tx, userId, courseId)) refuse('ACCESS_ENDED')
    const cohortId =
      start.cohortId === undefined ? undefined : await this.#choose(tx, userId, courseId, start)
    if (!(await links.useInvite(tx, inviteId, courseId, this.#deps.clock.now()))) refuse('INVITE_INVALID')
    await this.grant(tx, { userId, courseId, source: { kind: 'link', id: inviteId }, cohortId })
  }

  /** Creates a link under `origin` that enrols its holders until it expires, is used up or revoked. */
  async createInvite(
    caller: Caller,
    courseId: number,
    asked: { expiresAt?: string | undefined; maxUses?: number | undefined },
    origin: string,
  ): Promise<CourseInvite> {
    const expiresAt = inviteEnd(asked.expiresAt, this.#deps.clock.now())
    if (!expiresAt) {
      refuse('VALIDATION', { issues: [{ path: 'expiresAt', message: 'must be within the next 366 days' }] })
    }
    const maxUses = asked.maxUses ?? null
    const id = await this.#deps.database.transaction(async (tx) => {
      await holdUnsuspended(tx, caller, courseId)
      refuseOffSale((await store.lockOffer(tx, courseId)) ?? refuse('COURSE_NOT_FOUND'))
      return links.insertInvite(tx, { courseId, createdBy: caller.userId, expiresAt, maxUses })
    })
    return this.#presentInvite({ id, expiresAt, maxUses, uses: 0 }, courseId, origin)
  }

  /** Computes the link each time as a signature over its ids. The link is never stored. */
  #presentInvite(invite: links.InviteRow, courseId: number, origin: string): CourseInvite {
    const { id, expiresAt, maxUses, uses } = invite
    const url = `${origin}/sp/${courseId}/?invite=${writeInvite(this.#deps.keys, { id, courseId })}`
    return { id, url, expiresAt: expiresAt.toISOString(), maxUses, uses }
  }

  /** Returns the number of enrolled and invited people, and the valid links, newest first. */
  async peopleOf(courseId: number, origin: string) {
    const db = this.#deps.database.kysely
    const counts = await store.countPeople(db, courseId)
    const invites = await links.openInvites(db, courseId, this.#deps.clock.now())
    return { ...counts, invites: invites.map((invite) => this.#presentInvite(invite, courseId, origin)) }
  }

  async revokeInvite(courseId: number, inviteId: number): Promise<void> {
    if (
      !(await links.markInviteRevoked(this.#deps.database.kysely, inviteId, courseId, this.#deps.clock.now()))
    )
      refuse('INVITE_INVALID')
  }
}
