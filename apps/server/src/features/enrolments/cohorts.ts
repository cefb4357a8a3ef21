/** Plans the cohorts of a course, selects a cohort with a free place, and moves learners (docs/decisions/course-openings.md). */
import { cohortLimits, type CohortForm } from '@apogee/contracts/enrolments/cohorts.forms.ts'
import type { Cohort, CourseStarts } from '@apogee/contracts/enrolments/cohorts.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Db, Tx } from '#server/platform/database/database.ts'
import type { Caller, MaybeCaller } from '#server/policy/caller.ts'
import { recordEdit } from '#server/policy/edits.ts'
import { refuse } from '#server/policy/refusal.ts'
import {
  chooseCohort,
  firstOpen,
  offeredStart,
  quotedStart,
  refuseWrongDates,
  type QuotedStart,
  type CohortPlaces,
} from './cohorts.rules.ts'
import * as store from './cohorts.store.ts'
import { lockLearners, membershipOf, moveInto, moveOut, moveStart } from './enrolments.store.ts'

type NewCohort = Pick<CohortForm, 'name' | 'startsOn'> & CohortChanges
type CohortChanges = { [K in keyof CohortForm]?: CohortForm[K] | undefined }

interface CohortInUrl {
  id: number
  cohortId: number
}

export class Cohorts {
  readonly #deps: { database: Database; clock: Clock }

  constructor(deps: { database: Database; clock: Clock }) {
    this.#deps = deps
  }

  /** Returns the starts from which the caller can choose. An enrolled caller has no choice, so the list is empty. */
  async starts(caller: MaybeCaller, courseId: number): Promise<CourseStarts> {
    const { kysely } = this.#deps.database
    const userId = caller?.userId ?? null
    const cohorts = await store.placesOf(kysely, [courseId], userId)
    const isOwn = await this.#ownChoice(kysely, userId, cohorts)
    if (isOwn(courseId, undefined)) return { starts: [], selfPaced: true, isOwn: true }
    return {
      starts: cohorts.filter(({ isOpen }) => isOpen).map(offeredStart),
      selfPaced: cohorts.every(({ selfPaced }) => selfPaced),
    }
  }

  /**
   * Returns the cohort for each of these courses: the requested one, else the first open one. A course is missing from the map if
   * it is taken without a cohort, or if the person is enrolled and stays in the present cohort. The places of the cohorts are locked
   * until the transaction ends, so that only one person receives the last place.
   */
  async choose(
    tx: Tx,
    userId: number,
    courseIds: readonly number[],
    asked: ReadonlyMap<number, number>,
  ): Promise<ReadonlyMap<number, CohortPlaces>> {
    const cohorts = await this.#lockedPlaces(tx, userId, courseIds)
    const isOwn = await this.#ownChoice(tx, userId, cohorts)
    const chosen = courseIds.flatMap((courseId) => {
      if (isOwn(courseId, asked.get(courseId))) return []
      const own = cohorts.filter((cohort) => cohort.courseId === courseId)
      const cohort = chooseCohort(own, asked.get(courseId))
      return cohort ? [[courseId, cohort] as const] : []
    })
    return new Map(chosen)
  }

  /** Returns whether an enrolled person stays in their cohort because they requested no other one. */
  async #ownChoice(
    db: Db,
    userId: number | null,
    cohorts: readonly CohortPlaces[],
  ): Promise<(courseId: number, asked: number | undefined) => boolean> {
    if (userId === null || cohorts.length === 0) return () => false
    const courseIds = [...new Set(cohorts.map(({ courseId }) => courseId))]
    const rows = await store.ownCohorts(db, userId, courseIds)
    const own = new Map(rows.map(({ courseId, cohortId }) => [courseId, cohortId]))
    return (courseId, asked) => own.has(courseId) && (asked === undefined || asked === own.get(courseId))
  }

  /**
   * Returns the cohort for access that is granted without a choice: the first open cohort with a free place. Null means that there
   * is none, or that the person stays in or returns to an earlier cohort.
   */
  async usual(tx: Tx, userId: number, courseId: number): Promise<number | null> {
    const found = await membershipOf(tx, userId, courseId)
    if (found?.isActive) return null
    if (found?.hasCohort) {
      await this.lockStarts(tx, userId, [{ courseId }])
      return null
    }
    return firstOpen(await this.#lockedPlaces(tx, userId, [courseId]))?.id ?? null
  }

  readonly lockStarts = store.lockStarts

  async #lockedPlaces(tx: Tx, userId: number, courseIds: readonly number[]): Promise<CohortPlaces[]> {
    const cohorts = await store.placesOf(tx, courseIds, userId)
    if (!cohorts.some(({ isOpen }) => isOpen)) return cohorts
    await store.lockPlaces(tx, courseIds)
    // The second read includes changes that were committed while this transaction waited for the locks.
    return store.placesOf(tx, courseIds, userId)
  }

  /**
   * Returns the start that a purchase of each course would receive now, or the problem with the requested start, by course id.
   * Locks nothing.
   */
  async quoted(
    db: Db,
    userId: number | null,
    courseIds: readonly number[],
    asked: ReadonlyMap<number, number>,
  ): Promise<ReadonlyMap<number, QuotedStart>> {
    if (courseIds.length === 0) return new Map()
    const found = await store.placesOf(db, courseIds, userId)
    const isOwn = await this.#ownChoice(db, userId, found)
    const cohorts = Map.groupBy(found, ({ courseId }) => courseId)
    const quote = (id: number) =>
      isOwn(id, asked.get(id)) ? {} : quotedStart(cohorts.get(id) ?? [], asked.get(id))
    return new Map(courseIds.map((id) => [id, quote(id)]))
  }

  async list(courseId: number): Promise<{ cohorts: Cohort[]; selfPaced: boolean }> {
    const { kysely } = this.#deps.database
    const rows = await store.cohortsOf(kysely, courseId)
    return { cohorts: rows.map(present), selfPaced: await store.isSelfPaced(kysely, courseId) }
  }

  async create(courseId: number, asked: NewCohort): Promise<Cohort> {
    const { endsOn = null, places = null, closesOn = asked.startsOn, name, startsOn } = asked
    const form = { name, startsOn, endsOn, places, closesOn }
    refuseWrongDates(form)
    const { database, clock } = this.#deps
    return database.transaction(async (tx) => {
      if ((await store.lockCount(tx, courseId)) >= cohortLimits.cohorts) refuse('COHORT_LIMIT_REACHED')
      const id = await store.insertCohort(tx, courseId, form, clock.now())
      return read(tx, { courseId, id })
    })
  }

  /**
   * Updates a cohort. Before the first day a changed start moves its members. Afterwards, the start changes only for a cohort
   * without members and held places.
   */
  async update(
    { userId: by }: Caller,
    { id: courseId, cohortId: id }: CohortInUrl,
    { version, ...changes }: CohortChanges & { version?: number | undefined },
  ): Promise<Cohort> {
    const { database, clock } = this.#deps
    const place = { courseId, id }
    return database.transaction(async (tx) => {
      const isThere = await store.lockCohort(tx, place)
      const row = (isThere && (await store.cohortById(tx, place))) || refuse('COHORT_NOT_FOUND')
      const { name, startsOn, endsOn, places, closesOn } = row
      const current = { name, startsOn, endsOn, places, closesOn }
      await recordEdit(tx, { kind: 'cohort', id, by, at: clock.now(), version, current, changes })
      const next = { ...current, ...definedIn(changes) }
      refuseWrongDates(next)
      if (next.startsOn !== startsOn) {
        if (row.hasStarted && row.members + row.held > 0) refuse('COHORT_HAS_STARTED')
        await moveStart(tx, id, next.startsOn)
      }
      await store.saveCohort(tx, id, next)
      return read(tx, place)
    })
  }

  /** Removes the cohort. The call is idempotent. */
  async remove({ id: courseId, cohortId: id }: CohortInUrl): Promise<void> {
    const { database, clock } = this.#deps
    await database.transaction(async (tx) => {
      if (!(await store.lockCohort(tx, { courseId, id }))) return
      const row = await store.cohortById(tx, { courseId, id })
      if (row && (row.members > 0 || row.held > 0)) refuse('COHORT_HAS_MEMBERS')
      await store.markRemoved(tx, id, clock.now())
    })
  }

  async setSelfPaced(courseId: number, selfPaced: boolean): Promise<void> {
    await store.saveSelfPaced(this.#deps.database.kysely, courseId, selfPaced)
  }

  /** Moves learners. The course's staff may also choose a full cohort. A null `cohortId` removes learners from their cohort. */
  async moveLearners(
    courseId: number,
    { userIds, cohortId }: { userIds: readonly number[]; cohortId: number | null },
  ): Promise<{ moved: number }> {
    const place = { courseId, userIds: [...new Set(userIds)] }
    const moved = await this.#deps.database.transaction(async (tx) => {
      if (cohortId !== null && !(await store.lockCohort(tx, { courseId, id: cohortId })))
        refuse('COHORT_NOT_FOUND')
      const found = await lockLearners(tx, courseId, place.userIds)
      if (found.length < place.userIds.length) refuse('LEARNER_NOT_FOUND')
      if (cohortId === null) return moveOut(tx, place)
      return moveInto(tx, place, await read(tx, { courseId, id: cohortId }))
    })
    return { moved }
  }
}

/** Returns only the fields that are present. An absent field stays unchanged. */
const definedIn = (changes: CohortChanges): Partial<CohortForm> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))

async function read(db: Db, place: { courseId: number; id: number }): Promise<Cohort> {
  return present((await store.cohortById(db, place)) ?? refuse('COHORT_NOT_FOUND'))
}

function present({ hasStarted, hasEnded, ...row }: store.CohortRow): Cohort {
  return { ...row, state: hasEnded ? 'past' : hasStarted ? 'running' : 'upcoming' }
}
