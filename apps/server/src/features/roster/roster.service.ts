/** The learners of a course, for people who manage the course (docs/decisions/course-people.md). */
import type { Attempt } from '@apogee/contracts/assessments/assessments.ts'
import type { CourseLearner, LearnerDetail } from '@apogee/contracts/roster/roster.ts'
import {
  inactiveAfterDays,
  type LearnerSource,
  type LearnerState,
  type RosterSort,
} from '@apogee/contracts/roster/roster-choices.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { cappedTotal, type Page } from '#server/platform/pages.ts'
import { searchPattern } from '#server/platform/search-pattern.ts'
import { authoriseOnCourse } from '#server/policy/authorise.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import { moneySeenBy } from '#server/policy/seller-scope.ts'
import type { Assessments } from '#server/features/assessments/assessments.service.ts'
import type { Enrolments } from '#server/features/enrolments/enrolments.service.ts'
import type { Prerequisites } from '#server/features/prerequisites/prerequisites.service.ts'
import * as learner from './learner.store.ts'
import { modulesFrom, readCursor, writeCursor } from './roster.rules.ts'
import * as store from './roster.store.ts'

export interface RosterDependencies {
  database: Database
  clock: Clock
  assessments: Pick<Assessments, 'attemptsOfEach' | 'attemptInCourse'>
  enrolments: Pick<Enrolments, 'removals' | 'accessEnds'>
  prerequisites: Pick<Prerequisites, 'isWaiting' | 'passesOf'>
}

/** The query of the list. The CSV uses its filters. */
export interface RosterQuery {
  search?: string | undefined
  source?: LearnerSource | undefined
  state?: LearnerState | undefined
  cohort?: number | 'none' | undefined
  stoppedAt?: number | undefined
  sort?: RosterSort | undefined
  direction?: 'ascending' | 'descending' | undefined
  limit?: number | undefined
  cursor?: string | undefined
  page?: number | undefined
}

const pageSize = 50
const questionsShown = 20
const dayMs = 24 * 3_600_000

export class Roster {
  readonly #deps: RosterDependencies

  constructor(deps: RosterDependencies) {
    this.#deps = deps
  }

  async list(courseId: number, query: RosterQuery) {
    const db = this.#deps.database.kysely
    const { stoppedAt } = query
    const [{ data, meta }, courseTitle, item] = await Promise.all([
      this.#pageOf(courseId, query),
      learner.courseTitle(db, courseId),
      stoppedAt === undefined ? undefined : learner.publishedTitle(db, courseId, stoppedAt),
    ])
    const named = { ...meta, courseTitle: courseTitle ?? '' }
    return { data, meta: item === undefined ? named : { ...named, stoppedAtTitle: item } }
  }

  async #pageOf(courseId: number, query: RosterQuery): Promise<Page<CourseLearner>> {
    const { sort = 'since', limit = pageSize } = query
    const descending = (query.direction ?? (sort === 'name' ? 'ascending' : 'descending')) === 'descending'
    const filter = this.#filterOf(query)
    const after = readCursor(query.cursor, sort, { isText: sort === 'name' })
    const offset = after === null ? ((query.page ?? 1) - 1) * limit : 0
    const page = { sort, descending, limit, after, offset }
    const db = this.#deps.database.kysely
    const rows = await store.rosterOf(db, courseId, filter, page)
    // A page after the last row has no row, so the total is read from the first page.
    const [counted = rows[0]] =
      (after !== null || offset > 0) && !rows[0]
        ? await store.rosterOf(db, courseId, filter, { ...page, after: null, offset: 0, limit: 1 })
        : []
    const data = rows.slice(0, limit)
    const last = data.at(-1)
    const nextCursor = rows.length > limit && last ? writeCursor(sort, last) : null
    return { data: data.map(presentLearner), meta: { ...cappedTotal(counted?.total ?? 0), nextCursor } }
  }

  #filterOf({ search, source, state, cohort, stoppedAt }: RosterQuery): store.RosterFilter {
    const inactiveBefore = new Date(this.#deps.clock.now().getTime() - inactiveAfterDays * dayMs)
    return {
      pattern: searchPattern(search),
      source: source ?? null,
      state: state ?? null,
      cohort: cohort ?? null,
      stoppedAt: stoppedAt ?? null,
      inactiveBefore,
    }
  }

  /** Exports all pages as CSV. The caller's rights are checked at the time of the export. */
  async *export(
    caller: Caller,
    courseId: number,
    query: RosterQuery,
    batch: number,
  ): AsyncGenerator<readonly CourseLearner[]> {
    await authoriseOnCourse(this.#deps.database.kysely, caller, 'course.seeLearnersProgress', {
      course: courseId,
    })
    let cursor: string | undefined
    do {
      const { data, meta }: Page<CourseLearner> = await this.#pageOf(courseId, {
        ...query,
        limit: batch,
        cursor,
      })
      yield data
      cursor = meta.nextCursor ?? undefined
    } while (cursor !== undefined)
  }

  async read(caller: Caller, courseId: number, userId: number): Promise<LearnerDetail> {
    const db = this.#deps.database.kysely
    const { assessments, enrolments, prerequisites } = this.#deps
    const row = (await store.learnerOf(db, courseId, userId)) ?? refuse('LEARNER_NOT_FOUND')
    const place = { userId, courseId }
    const lessons = await learner.lessonsOf(db, courseId, userId)
    const quizzes = await learner.quizzesOf(db, courseId, userId)
    const attempts = await assessments.attemptsOfEach(
      userId,
      quizzes.map(({ assessmentId }) => assessmentId),
    )
    const certificate = await learner.certificateOf(db, courseId, userId)
    const orders = await learner.ordersOf(db, courseId, userId)
    const questions = await learner.questionsOf(db, courseId, userId, questionsShown)
    const passes = await prerequisites.passesOf(db, place)
    const changes = await this.#accessChanges(place, passes)
    const isReadable = moneySeenBy(caller) !== null
    return {
      ...presentLearner(row),
      courseTitle: (await learner.courseTitle(db, courseId)) ?? '',
      modules: modulesFrom(lessons),
      quizzes: quizzes.map((quiz) => ({ ...quiz, attempts: attempts.get(quiz.assessmentId) ?? [] })),
      certificate: certificate ? { ...certificate, issuedAt: certificate.issuedAt.toISOString() } : null,
      orders: orders.map(({ orderId, priceCents, status, isChargedBack, settledAt }) => ({
        id: orderId,
        paidAt: settledAt.toISOString(),
        price: isReadable ? priceCents : null,
        isRefunded: status === 'refunded',
        isChargedBack,
        isReadable,
      })),
      invoiceIds: await learner.invoicesOf(db, courseId, userId),
      questions: questions.map((question) => ({
        ...question,
        createdAt: question.createdAt.toISOString(),
      })),
      accessChanges: changes,
      ...((await prerequisites.isWaiting(db, place)) && { isWaiting: true as const }),
      ...(passes[0]?.mayStart && { mayStart: true as const }),
      paidBy: await enrolments.removals.paidBy(db, place),
    }
  }

  /** Returns removals, restorations, changed ends and permissions to start, newest first. */
  async #accessChanges(
    place: { userId: number; courseId: number },
    passes: Awaited<ReturnType<Prerequisites['passesOf']>>,
  ): Promise<LearnerDetail['accessChanges']> {
    const { database, enrolments } = this.#deps
    const changes = await enrolments.removals.changesOf(database.kysely, place)
    const ends = await enrolments.accessEnds.changesOf(database.kysely, place)
    return [
      ...changes.map((change) => ({ ...change, at: change.at.toISOString() })),
      ...ends.map(({ endsAt, at, ...change }) => ({
        ...change,
        kind: 'end-set' as const,
        endsAt: endsAt?.toISOString() ?? null,
        at: at.toISOString(),
      })),
      ...passes.map(({ mayStart, by, at }) => ({
        kind: mayStart ? ('start-allowed' as const) : ('start-withdrawn' as const),
        by,
        reason: '',
        at: at.toISOString(),
      })),
    ].toSorted((one, other) => other.at.localeCompare(one.at))
  }

  async readAttempt(
    caller: Caller,
    courseId: number,
    attempt: { userId: number; assessmentId: number; number: number },
  ): Promise<Attempt> {
    const db = this.#deps.database.kysely
    if (!(await store.learnerOf(db, courseId, attempt.userId))) refuse('LEARNER_NOT_FOUND')
    return this.#deps.assessments.attemptInCourse(caller, courseId, attempt)
  }
}

const presentLearner = (row: store.LearnerRow): CourseLearner => ({
  userId: row.userId,
  name: row.name,
  email: row.email,
  avatar: row.avatarUrl,
  source: row.source,
  since: row.since.toISOString(),
  removedAt: row.removedAt?.toISOString() ?? null,
  ...(row.accessEndsAt && { accessEndsAt: row.accessEndsAt.toISOString() }),
  ...(row.cohort && { cohort: row.cohort }),
  lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
  completedLessons: row.completedLessons,
  totalLessons: row.totalLessons,
  quizScore: row.quizScore,
  certificateId: row.certificateId,
})
