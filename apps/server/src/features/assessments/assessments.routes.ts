import { signedIn, type Handlers } from '#server/policy/handler.ts'
import type { Assessments } from './assessments.service.ts'

export function assessmentsRoutes(assessments: Assessments): Handlers {
  return {
    readAssessment: async (call) => ({ data: await assessments.read(signedIn(call), call.params.id) }),
    readResourceAssessment: async (call) => ({
      data: await assessments.ofResource(signedIn(call), call.params.id),
    }),
    startAttempt: async (call) => ({ data: await assessments.start(signedIn(call), call.params.id) }),
    readAttempt: async (call) => ({
      data: await assessments.readAttempt(signedIn(call), call.params.id, call.params.number),
    }),
    saveAnswer: async (call) => ({
      data: await assessments.saveAnswer(signedIn(call), call.params, call.body.answer),
    }),
    submitAttempt: async (call) => ({
      data: await assessments.submit(signedIn(call), call.params.id, call.params.number),
    }),
  }
}
