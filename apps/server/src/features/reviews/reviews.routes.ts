import { signedIn, standingOf, type Handlers } from '#server/policy/handler.ts'
import type { Reviews } from './reviews.service.ts'

export function reviewsRoutes(reviews: Reviews): Handlers {
  return {
    listReviews: async (call) => reviews.listReviews(call.caller, standingOf(call), call.query),
    saveReview: async (call) => ({
      data: await reviews.saveReview(signedIn(call), standingOf(call), call.body),
    }),
    deleteReview: async (call) => {
      await reviews.deleteReview(signedIn(call), call.params.courseId)
      return {}
    },
    replyToReview: async (call) => ({
      data: await reviews.reply(signedIn(call), call.params.id, call.body),
    }),
    deleteReviewReply: async (call) => ({ data: await reviews.deleteReply(signedIn(call), call.params.id) }),
    reportReview: async (call) => {
      await reviews.report(signedIn(call), call.params.id, call.body.reason)
      return {}
    },
    listReportedReviews: async (call) => reviews.listReported(call.query),
    hideReview: async (call) => {
      await reviews.hideReview(signedIn(call), call.params.id, call.body.hidden)
      return {}
    },
  }
}
