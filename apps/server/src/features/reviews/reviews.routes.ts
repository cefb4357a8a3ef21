import { withData, type Handlers } from '#server/policy/handler.ts'
import type { Reviews } from './reviews.service.ts'

export function reviewsRoutes(reviews: Reviews): Handlers {
  return {
    listReviews: async (call) => reviews.listReviews(call.caller, call.standing, call.query),
    saveReview: (call) => withData(reviews.saveReview(call.user, call.standing, call.body)),
    deleteReview: (call) => reviews.deleteReview(call.user, call.params.courseId),
    replyToReview: (call) => withData(reviews.reply(call.user, call.params.id, call.body)),
    deleteReviewReply: (call) => withData(reviews.deleteReply(call.user, call.params.id)),
    reportReview: (call) => reviews.report(call.user, call.params.id, call.body.reason),
    listReportedReviews: async (call) => reviews.listReported(call.query),
    hideReview: (call) => reviews.hideReview(call.user, call.params.id, call.body.hidden),
  }
}
