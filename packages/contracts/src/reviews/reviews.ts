import * as z from 'zod/mini'
import { byRole, signedIn } from '../access.ts'
import { versionRead, versionSent } from '../edits.ts'
import { answerOf, doneAnswer, endpoint, idInUrl, instant, listAnswer, pageQuery } from '../endpoint.ts'
import { reviewOrders } from '../limits.ts'
import { reviewForm, reviewReplyForm, reviewReportForm } from './reviews.forms.ts'

/** Describes the rating of a course by its visible reviews. `average` has one decimal. It is absent when no review is visible. */
export const courseRating = z.object({ average: z.number(), count: z.int() })

const reviewReply = z.object({
  text: z.string(),
  /** Holds the name of the seller: a business, the platform or the lone instructor. Null means that the seller has no name. */
  sellerName: z.nullable(z.string()),
  createdAt: instant,
  editedAt: z.nullable(instant),
})

export const review = z.object({
  id: z.int(),
  courseId: z.int(),
  /** The rating is 1–5. */
  rating: z.int(),
  /** '' means that the review gives only stars. */
  text: z.string(),
  author: z.object({ name: z.nullable(z.string()), avatar: z.nullable(z.string()) }),
  createdAt: instant,
  editedAt: z.nullable(instant),
  reply: z.nullable(reviewReply),
  version: versionRead,
  /** Holds the edit version of the reply. A reply that does not exist yet has one, too. */
  replyVersion: versionRead,
  isMine: z.boolean(),
})
export type Review = z.infer<typeof review>

/** `withdrawn` means that the author is no longer enrolled. Neither withdrawn nor hidden reviews count in the rating. */
export const ownReview = z.object({ ...review.shape, state: z.enum(['shown', 'hidden', 'withdrawn']) })
export type OwnReview = z.infer<typeof ownReview>

export const reviewSummary = z.object({
  /** The average has one decimal. Null means that the course has no review. */
  average: z.nullable(z.number()),
  count: z.int(),
  /** Counts the reviews with one star, two stars, up to five stars. */
  perStar: z.array(z.int()),
})
export type ReviewSummary = z.infer<typeof reviewSummary>

export const reportedReview = z.object({
  ...review.shape,
  course: z.object({ id: z.int(), title: z.string() }),
  isHidden: z.boolean(),
  /** Lists the unresolved reports, newest first, at most 20. */
  reports: z.array(
    z.object({ reason: z.string(), reporterName: z.nullable(z.string()), createdAt: instant }),
  ),
  reportCount: z.int(),
})
export type ReportedReview = z.infer<typeof reportedReview>

const reviewInUrl = z.object({ id: idInUrl })

export const reviewsEndpoints = {
  listReviews: endpoint({
    call: 'GET /courses/:courseId/reviews',
    scope: 'courses:read',
    access: {
      kind: 'course',
      capability: 'course.see',
      course: ({ params }) => ({ course: params.courseId }),
    },
    summary: 'What learners say of a course, with its figures and the caller’s own review',
    params: z.object({ courseId: idInUrl }),
    query: z.object({ ...pageQuery, order: z.optional(z.enum(reviewOrders)) }),
    answer: z.object({
      success: z.literal(true),
      data: z.array(review),
      meta: z.object({ total: z.int(), nextCursor: z.nullable(z.string()) }),
      summary: reviewSummary,
      /** Holds the caller's own review, even when others cannot see it. It is null when there is none. */
      mine: z.nullable(ownReview),
      permissions: z.object({ write: z.boolean(), reply: z.boolean(), report: z.boolean() }),
    }),
    refusals: ['COURSE_NOT_FOUND'],
  }),
  saveReview: endpoint({
    call: 'PUT /courses/:courseId/review',
    bound: { perDay: 60, of: 'person' },
    access: {
      kind: 'course',
      capability: 'course.review',
      course: ({ params }) => ({ course: params.courseId }),
    },
    summary: 'Write one’s own review of a course one studies, or replace it',
    params: z.object({ courseId: idInUrl }),
    body: z.extend(reviewForm, { version: versionSent }),
    answer: answerOf(ownReview),
    refusals: ['EDIT_CONFLICT', 'COURSE_NOT_FOUND', 'NOT_ENROLLED', 'REVIEW_OF_OWN_COURSE'],
  }),
  deleteReview: endpoint({
    call: 'DELETE /courses/:courseId/review',
    bound: 'ends',
    // The call has no course rule, because authors may delete reviews of courses that they can no longer see.
    access: signedIn,
    summary: 'Delete one’s own review of a course; where there is none nothing happens',
    params: z.object({ courseId: idInUrl }),
    answer: doneAnswer,
  }),
  replyToReview: endpoint({
    call: 'PUT /reviews/:id/reply',
    bound: { perDay: 1_000, of: 'person' },
    // The service authorises the review's course.
    access: signedIn,
    summary: 'The seller’s reply to a review: write it, or replace it',
    params: reviewInUrl,
    body: z.extend(reviewReplyForm, { version: versionSent }),
    answer: answerOf(review),
    refusals: ['SELLER_SUSPENDED', 'REVIEW_NOT_FOUND', 'EDIT_CONFLICT'],
  }),
  deleteReviewReply: endpoint({
    call: 'DELETE /reviews/:id/reply',
    bound: 'ends',
    // The service authorises the review's course.
    access: signedIn,
    summary: 'Take the seller’s reply back',
    params: reviewInUrl,
    answer: answerOf(review),
    refusals: ['SELLER_SUSPENDED', 'REVIEW_NOT_FOUND'],
  }),
  reportReview: endpoint({
    call: 'POST /reviews/:id/reports',
    bound: 'counted',
    // The service authorises the review's course.
    access: signedIn,
    summary: 'Report somebody else’s review; once per person',
    params: reviewInUrl,
    body: reviewReportForm,
    answer: doneAnswer,
    refusals: ['REVIEW_NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
  }),
  listReportedReviews: endpoint({
    call: 'GET /reviews/reported',
    // A seller may report a review, but not hide it.
    access: byRole('platform.run'),
    summary: 'Reviews with reports nobody has answered, or those that are hidden; newest first',
    query: z.object({ ...pageQuery, state: z.optional(z.enum(['reported', 'hidden'])) }),
    answer: listAnswer(reportedReview),
  }),
  hideReview: endpoint({
    call: 'PUT /reviews/:id/hidden',
    lastWins: 'a switch: whoever presses it sees what it becomes',
    bound: 'platform',
    // A seller may report a review, but not hide it.
    access: byRole('platform.run'),
    summary: 'Hide a review or show it again; either way its reports are answered',
    params: reviewInUrl,
    body: z.object({ hidden: z.boolean() }),
    answer: doneAnswer,
    refusals: ['REVIEW_NOT_FOUND'],
  }),
} as const
