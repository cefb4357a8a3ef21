import { withData, type Handlers } from '#server/policy/handler.ts'
import type { Assessments } from './assessments.service.ts'

export function assessmentsRoutes(assessments: Assessments): Handlers {
  return {
    readAssessment: (call) => withData(assessments.read(call.user, call.params.id)),
    readResourceAssessment: (call) => withData(assessments.ofResource(call.user, call.params.id)),
    startAttempt: (call) => withData(assessments.start(call.user, call.params.id)),
    readAttempt: (call) => withData(assessments.readAttempt(call.user, call.params.id, call.params.number)),
    saveAnswer: (call) =>
      withData(assessments.saveAnswer(call.user, call.params, call.body.answer, call.body.agoMs)),
    submitAttempt: (call) => withData(assessments.submit(call.user, call.params.id, call.params.number)),
  }
}
