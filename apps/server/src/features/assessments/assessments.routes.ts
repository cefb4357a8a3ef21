import type { Database } from '#server/platform/database/database.ts'
import { withData, type Handlers } from '#server/policy/handler.ts'
import type { Courses } from '#server/features/courses/courses.service.ts'
import type { Assessments } from './assessments.service.ts'
import type { HandIns } from './hand-ins/hand-ins.ts'
import type { QuestionBank } from './questions/question-bank.ts'
import type { QuestionPictures } from './questions/question-pictures.ts'
import type { QuizEditor } from './quizzes/quiz-editor.ts'
import { exportStatistics, readMissed, readStatistics } from './quizzes/quiz-statistics.ts'
import type { RecallQuestions } from './recall/recall.service.ts'
import type { Repetitions } from './repetitions/repetitions.service.ts'

/** A new quiz is also an item of its course, so its routes need `courses`. */
export function quizEditorRoutes(editor: QuizEditor, courses: Courses): Pick<Handlers, QuizEditorCall> {
  return {
    createQuiz: (call) =>
      withData(courses.contents.createQuiz(call.user, call.standing.courseId, call.params.id, call.body)),
    readQuizEdit: (call) => withData(editor.readEdit(call.user, call.standing.courseId, call.params.id)),
    saveQuizDraft: (call) =>
      withData(editor.saveDraft(call.user, call.standing.courseId, call.params.id, call.body)),
    publishQuiz: (call) =>
      withData(editor.publish(call.user, call.standing.courseId, call.params.id, call.body)),
  }
}
type QuizEditorCall = 'createQuiz' | 'readQuizEdit' | 'saveQuizDraft' | 'publishQuiz'

export function recallRoutes(
  recalls: RecallQuestions,
  repetitions: Repetitions,
): Pick<Handlers, 'readRecallQuestion' | 'readRecallEdit' | 'saveRecallQuestion' | 'removeRecallQuestion'> {
  const placeOf = (call: { standing: { courseId: number }; params: { id: number } }) => ({
    courseId: call.standing.courseId,
    resourceId: call.params.id,
  })
  return {
    readRecallQuestion: (call) => withData(repetitions.afterVideo(call.user, call.params.id)),
    readRecallEdit: (call) => withData(recalls.read(call.user, placeOf(call))),
    saveRecallQuestion: (call) => withData(recalls.save(call.user, placeOf(call), call.body)),
    removeRecallQuestion: (call) => withData(recalls.remove(call.user, placeOf(call))),
  }
}

export function quizStatisticsRoutes(needs: {
  database: Database
  assessments: Assessments
  questionPictures: QuestionPictures
}): Pick<Handlers, 'readMissedQuestions' | 'readQuizStatistics' | 'exportQuizStatistics'> {
  const asked = (call: {
    standing: { courseId: number }
    params: { id: number }
    query: { version?: number | undefined }
  }) => ({ courseId: call.standing.courseId, resourceId: call.params.id, version: call.query.version })
  return {
    readMissedQuestions: (call) => withData(readMissed(needs, call.params.id, call.query)),
    readQuizStatistics: (call) => withData(readStatistics(needs, call.user, asked(call))),
    exportQuizStatistics: (call) => withData(exportStatistics(needs, asked(call))),
  }
}

export function handInsRoutes(
  handIns: HandIns,
): Pick<Handlers, 'listHandIns' | 'readHandIn' | 'gradeHandIn'> {
  return {
    listHandIns: (call) => withData(handIns.list(call.user, call.standing, call.query.state)),
    readHandIn: (call) => withData(handIns.read(call.user, call.standing.courseId, call.params.attemptId)),
    gradeHandIn: (call) =>
      withData(handIns.grade(call.user, call.standing.courseId, call.params.attemptId, call.body)),
  }
}

export function questionBankRoutes(
  bank: QuestionBank,
): Pick<Handlers, 'listBankQuestions' | 'saveBankQuestion' | 'deleteBankQuestion'> {
  return {
    listBankQuestions: (call) => withData(bank.list(call.user, call.standing.sellerId, call.query)),
    saveBankQuestion: (call) =>
      withData(bank.save(call.user, { ...call.standing, resourceId: call.params.id }, call.body)),
    deleteBankQuestion: (call) => withData(bank.delete(call.standing.sellerId, call.params.bankQuestionId)),
  }
}

export function assessmentsRoutes(assessments: Assessments, repetitions: Repetitions): Handlers {
  return {
    listOpenAttempts: (call) => withData(assessments.openAttempts(call.user)),
    readAssessment: (call) => withData(assessments.read(call.user, call.params.id)),
    readResourceAssessment: (call) => withData(assessments.ofResource(call.user, call.params.id)),
    startAttempt: (call) => withData(assessments.start(call.user, call.params.id)),
    readAttempt: (call) => withData(assessments.readAttempt(call.user, call.params.id, call.params.number)),
    saveAnswer: (call) => withData(assessments.saveAnswer(call.user, call.params, call.body)),
    listRepetitions: (call) => withData(repetitions.due(call.user)),
    answerRepetition: (call) => withData(repetitions.answer(call.user, call.params.questionId, call.body)),
    submitAttempt: (call) => withData(assessments.submit(call.user, call.params.id, call.params.number)),
  }
}
