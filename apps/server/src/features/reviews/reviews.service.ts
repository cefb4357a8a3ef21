import type { CourseCapability } from '@apogee/contracts/access.ts'
import type { ReviewOrder } from '@apogee/contracts/limits.ts'
import type { OwnReview, ReportedReview, Review, ReviewSummary } from '@apogee/contracts/reviews/reviews.ts'
import { emit } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Db, Tx } from '#server/platform/database/database.ts'
import { type Page, type PageQuery, pageOf, pageRequest } from '#server/platform/pages.ts'
import { verdictOn } from '#server/policy/authorise.ts'
import type { Caller, MaybeCaller } from '#server/policy/caller.ts'
import { recordEdit } from '#server/policy/edits.ts'
import { refuse } from '#server/policy/refusal.ts'
import { standingIn, type CourseStanding } from '#server/policy/standing.ts'
import type { Enrolments } from '#server/features/enrolments/enrolments.service.ts'
import { averageOf, cursorOf, cursorPosition, reportLimit, waitFor } from './reviews.rules.ts'
import * as store from './reviews.store.ts'

export interface ReviewsDependencies {
  database: Database
  clock: Clock
  limitsOn: boolean
  enrolments: Pick<Enrolments, 'lockIfEnrolled'>
}

export interface ReviewList extends Page<Review> {
  summary: ReviewSummary
  mine: OwnReview | null
  permissions: { write: boolean; reply: boolean; report: boolean }
}

type ReviewQuery = PageQuery & { order?: ReviewOrder | undefined }

export class Reviews {
  readonly #deps: ReviewsDependencies
  readonly forget = store.forgetPerson

  constructor(deps: ReviewsDependencies) {
    this.#deps = deps
  }

  /** Returns the reviews that everyone with access to the course page sees, and the caller's own. */
  readonly listReviews = (
    caller: MaybeCaller,
    standing: CourseStanding,
    query: ReviewQuery,
  ): Promise<ReviewList> => {
    const { database } = this.#deps
    const read = (db: Db) => this.#reviewsIn(db, caller, standing, query)
    return caller === null ? database.publicRead(read) : read(database.kysely)
  }

  async #reviewsIn(
    db: Db,
    caller: MaybeCaller,
    standing: CourseStanding,
    query: ReviewQuery,
  ): Promise<ReviewList> {
    const { courseId } = standing
    const order = query.order ?? 'newest'
    const { limit, offset } = pageRequest(query)
    const place = cursorPosition(order, query.cursor)
    const [rows, rating, side, own] = await Promise.all([
      store.pageOfReviews(db, courseId, order, { limit, offset, place }),
      store.ratingOf(db, courseId),
      caller ? store.courseSide(db, courseId) : undefined,
      caller ? store.reviewBy(db, caller.userId, courseId) : undefined,
    ])
    if (caller && !side) refuse('COURSE_NOT_FOUND')
    const shown = rows.slice(0, limit)
    const last = shown.at(-1)
    return {
      data: shown.map((row) => presentReview(row, caller)),
      meta: { total: rating.reviews, nextCursor: rows.length > limit && last ? cursorOf(order, last) : null },
      summary: { average: averageOf(rating), count: rating.reviews, perStar: rating.perStar },
      mine: own ? presentOwn(own, caller) : null,
      permissions: {
        write:
          caller !== null &&
          side !== undefined &&
          verdictOn('course.review', standing) === 'allow' &&
          !isOnSellersSide(caller, standing, side),
        reply: side !== undefined && mayReply(standing, side),
        report: caller !== null,
      },
    }
  }

  /** Returns the reviews of a seller's public courses as anonymous visitors see them. */
  async ofSeller(db: Db, sellerId: number, limit: number) {
    const sum = await store.ratingOfSeller(db, sellerId)
    const average = averageOf(sum)
    const rows = await store.newestOfSeller(db, sellerId, limit)
    return {
      rating: average === null ? null : { average, count: sum.reviews },
      reviews: rows.map((row) => ({ ...presentReview(row, null), courseTitle: row.courseTitle })),
    }
  }

  /** Saves a person's review of a course. Each person has at most one. Idempotent. */
  async saveReview(
    caller: Caller,
    standing: CourseStanding,
    form: { rating: number; text?: string | undefined; version?: number | undefined },
  ): Promise<OwnReview> {
    const { courseId } = standing
    const authorId = caller.userId
    const { rating, text = '', version } = form
    return this.#deps.database.transaction(async (tx) => {
      if (!(await this.#deps.enrolments.lockIfEnrolled(tx, authorId, courseId))) refuse('NOT_ENROLLED')
      const side = (await store.courseSide(tx, courseId)) ?? refuse('COURSE_NOT_FOUND')
      if (isOnSellersSide(caller, standing, side)) refuse('REVIEW_OF_OWN_COURSE')
      const at = this.#deps.clock.now()
      const before = await store.ownReview(tx, authorId, courseId)
      const { id, isNew } = await store.writeReview(tx, { userId: authorId, courseId, rating, text, at })
      await recordEdit<Partial<{ rating: number; text: string }>>(tx, {
        // A deleted review that is written again overwrites nothing, so it needs no version.
        kind: 'review',
        id,
        by: authorId,
        at,
        version: before ? version : undefined,
        current: before ?? {},
        changes: { rating, text },
      })
      const row = (await store.reviewById(tx, id)) ?? refuse('REVIEW_NOT_FOUND')
      if (isNew && row.isShown) await emit(tx, 'review.written', { reviewId: id, courseId, authorId, rating })
      return presentOwn(row, caller)
    })
  }

  readonly deleteReview = ({ userId }: Caller, courseId: number): Promise<void> =>
    this.#deps.database.transaction((tx) => store.removeReview(tx, userId, courseId, this.#deps.clock.now()))

  /** Locks and returns a review that this person may see. Other reviews are not found, and a missing capability is refused. */
  async #held(
    tx: Tx,
    caller: Caller,
    id: number,
    capability: CourseCapability,
  ): Promise<{ review: store.ReviewRow; standing: CourseStanding }> {
    if (!(await store.lockReview(tx, id))) refuse('REVIEW_NOT_FOUND')
    const review = (await store.reviewById(tx, id)) ?? refuse('REVIEW_NOT_FOUND')
    const standing = await standingIn(tx, caller, { course: review.courseId })
    if (!standing) refuse('REVIEW_NOT_FOUND')
    if (verdictOn('course.see', standing) !== 'allow' || !review.isShown) refuse('REVIEW_NOT_FOUND')
    if (verdictOn(capability, standing) !== 'allow') refuse('FORBIDDEN')
    return { review, standing }
  }

  async #answerable(tx: Tx, caller: Caller, id: number): Promise<store.ReviewRow> {
    const { review, standing } = await this.#held(tx, caller, id, 'course.answerReviews')
    const side = (await store.courseSide(tx, review.courseId)) ?? refuse('REVIEW_NOT_FOUND')
    if (!mayReply(standing, side)) refuse('FORBIDDEN')
    if (standing.isWithheld && caller.role !== 'superadmin') refuse('SELLER_SUSPENDED')
    return review
  }

  async reply(
    caller: Caller,
    id: number,
    { text, version }: { text: string; version?: number | undefined },
  ): Promise<Review> {
    await this.#deps.database.transaction(async (tx) => {
      const { courseId, authorId, reply: before } = await this.#answerable(tx, caller, id)
      const replierId = caller.userId
      const at = this.#deps.clock.now()
      await recordEdit(tx, {
        kind: 'review-reply',
        id,
        by: replierId,
        at,
        version,
        current: { text: before },
        changes: { text },
      })
      await store.setReply(tx, id, { text, by: replierId, at })
      if (before === null) await emit(tx, 'review.answered', { reviewId: id, courseId, authorId, replierId })
    })
    return this.#readReview(this.#deps.database.kysely, caller, id)
  }

  async deleteReply(caller: Caller, id: number): Promise<Review> {
    await this.#deps.database.transaction(async (tx) => {
      await this.#answerable(tx, caller, id)
      await store.removeReply(tx, id)
    })
    return this.#readReview(this.#deps.database.kysely, caller, id)
  }

  async #readReview(db: Db, caller: Caller, id: number): Promise<Review> {
    return presentReview((await store.reviewById(db, id)) ?? refuse('REVIEW_NOT_FOUND'), caller)
  }

  async report(caller: Caller, id: number, reason: string): Promise<void> {
    const reporterId = caller.userId
    await this.#deps.database.transaction(async (tx) => {
      await store.lockWriter(tx, reporterId)
      const { review } = await this.#held(tx, caller, id, 'course.see')
      if (review.authorId === reporterId) refuse('FORBIDDEN')
      const at = this.#deps.clock.now()
      const since = new Date(at.getTime() - reportLimit.withinMs)
      const wait = waitFor(await store.reportedSince(tx, reporterId, since), at)
      if (this.#deps.limitsOn && wait !== null) refuse('TOO_MANY_ATTEMPTS', { retryAfter: wait })
      await store.insertReport(tx, { reviewId: id, reporterId, reason, at })
    })
  }

  async listReported(
    query: PageQuery & { state?: 'reported' | 'hidden' | undefined },
  ): Promise<Page<ReportedReview>> {
    const page = pageRequest(query)
    const { rows, total } = await store.pageOfReported(
      this.#deps.database.kysely,
      query.state ?? 'reported',
      page,
    )
    return pageOf(rows.map(presentReported), total, page)
  }

  async hideReview(caller: Caller, id: number, hidden: boolean): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      if (!(await store.lockReview(tx, id))) refuse('REVIEW_NOT_FOUND')
      const at = this.#deps.clock.now()
      await store.setHidden(tx, id, hidden ? { by: caller.userId, at } : null)
      await store.resolveReports(tx, id, caller.userId, at)
    })
  }
}

/**
 * Returns whether the caller belongs to the course's side: its teachers, its business's staff and superadmins. They cannot rate the
 * course, even if they are enrolled.
 */
function isOnSellersSide(caller: Caller, standing: CourseStanding, side: store.CourseSide): boolean {
  return (
    caller.role === 'superadmin' ||
    [side.createdBy, side.instructorId].includes(caller.userId) ||
    (caller.businessId !== null && caller.businessId === standing.businessId)
  )
}

/** Returns whether the caller may reply for the seller. A superadmin may reply only for courses of the platform itself. */
function mayReply(standing: CourseStanding, side: store.CourseSide): boolean {
  if (verdictOn('course.answerReviews', standing) !== 'allow') return false
  return side.isPlatforms || !standing.held.includes('SA')
}

function presentReview(row: store.ReviewRow, caller: MaybeCaller): Review {
  return {
    id: row.id,
    courseId: row.courseId,
    rating: row.rating,
    text: row.text,
    author: { name: row.authorName, avatar: row.authorAvatar },
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    reply:
      row.reply === null || row.repliedAt === null
        ? null
        : {
            text: row.reply,
            sellerName: row.sellerName,
            createdAt: row.repliedAt.toISOString(),
            editedAt: row.replyEditedAt?.toISOString() ?? null,
          },
    isMine: row.authorId === caller?.userId,
    version: row.version,
    replyVersion: row.replyVersion,
  }
}

const presentOwn = (row: store.ReviewRow, caller: MaybeCaller): OwnReview => ({
  ...presentReview(row, caller),
  state: row.isHidden ? 'hidden' : row.hasPlace ? 'shown' : 'withdrawn',
})

const presentReported = (row: store.ReportedRow): ReportedReview => ({
  ...presentReview(row, null),
  course: { id: row.courseId, title: row.courseTitle },
  isHidden: row.isHidden,
  reports: row.reports.map((report) => ({ ...report, createdAt: new Date(report.createdAt).toISOString() })),
  reportCount: row.reportCount,
})
