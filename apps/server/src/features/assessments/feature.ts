import type { Dependencies } from '#server/dependencies.ts'
import { defineFeature } from '#server/feature.ts'
import type { Courses } from '#server/features/courses/courses.service.ts'
import type { Learning } from '#server/features/learning/learning.service.ts'
import type { Media } from '#server/features/media/media.service.ts'
import {
  assessmentsRoutes,
  handInsRoutes,
  questionBankRoutes,
  quizEditorRoutes,
  recallRoutes,
  quizStatisticsRoutes,
} from './assessments.routes.ts'
import { Assessments } from './assessments.service.ts'
import { HandIns } from './hand-ins/hand-ins.ts'
import { QuestionBank } from './questions/question-bank.ts'
import { QuestionPictures } from './questions/question-pictures.ts'
import { QuizArchives } from './quizzes/quiz-archives.ts'
import { QuizEditor } from './quizzes/quiz-editor.ts'
import { RecallQuestions } from './recall/recall.service.ts'
import { Repetitions } from './repetitions/repetitions.service.ts'

export const assessments = defineFeature({
  create: (needs: Dependencies & { media: Media; courses: Courses; learning: Learning }) => {
    const questionPictures = new QuestionPictures(needs)
    const repetitions = new Repetitions({ ...needs, questionPictures })
    const assessments = new Assessments({ ...needs, repetitions, questionPictures })
    return {
      assessments,
      repetitions,
      questionPictures,
      questionBank: new QuestionBank({ ...needs, questionPictures }),
      handIns: new HandIns({ ...needs, assessments, questionPictures }),
      quizEditor: new QuizEditor({ ...needs, assessments, repetitions, questionPictures }),
      recallQuestions: new RecallQuestions({ ...needs, repetitions, questionPictures }),
      quizArchives: new QuizArchives({ ...needs, assessments }),
    }
  },
  calls: (all) => ({
    ...assessmentsRoutes(all.assessments, all.repetitions),
    ...quizEditorRoutes(all.quizEditor, all.courses),
    ...recallRoutes(all.recallQuestions, all.repetitions),
    ...quizStatisticsRoutes(all),
    ...questionBankRoutes(all.questionBank),
    ...handInsRoutes(all.handIns),
  }),
  jobs: (all) => ({
    'assessments.sweep': {
      everyMinutes: 1,
      run: async (_payload, { signal }) => all.assessments.grader.sweep(signal),
    },
    'assessments.end-after-access': {
      everyMinutes: 60,
      run: async () => all.assessments.grader.endAfterAccess(),
    },
  }),
  listeners: (all) => ({
    'course.quizzes-copied': {
      // Copies are filled at once, because the original may later be changed or deleted.
      'quizzes.fill': (tx, { payload }) => all.assessments.fillCopies(tx, payload.resourceIds),
      'recalls.fill': (tx, { payload }) => all.recallQuestions.fillCopies(tx, payload.resourceIds),
    },
    'user.erased': {
      'attempts.erase': async (tx, { payload }) => {
        await all.assessments.forget(tx, payload.userId)
        await all.repetitions.forget(tx, payload.userId)
      },
    },
  }),
})
