import type { Dependencies } from '#server/dependencies.ts'
import { defineFeature } from '#server/feature.ts'
import type { Assessments } from '#server/features/assessments/assessments.service.ts'
import type { Enrolments } from '#server/features/enrolments/enrolments.service.ts'
import type { Learning } from '#server/features/learning/learning.service.ts'
import type { Media } from '#server/features/media/media.service.ts'
import type { SecurityLog } from '#server/features/security-log/security-log.service.ts'
import { achievementsRoutes } from './achievements.routes.ts'
import {
  AchievementsService,
  recordStudyTask,
  reviewLearnersTask,
  reviewLearnerTask,
} from './achievements.service.ts'

export const achievements = defineFeature({
  create: (
    needs: Dependencies & {
      enrolments: Enrolments
      learning: Learning
      assessments: Assessments
      media: Media
      securityLog: SecurityLog
    },
  ) => ({
    achievements: new AchievementsService(needs),
  }),
  calls: (all) => achievementsRoutes(all.achievements),
  jobs: (all) => ({
    [reviewLearnersTask]: {
      run: (payload) => all.achievements.reviewLearners(payload as { courseId: number; after: number }),
    },
    [reviewLearnerTask]: {
      run: (payload) => all.achievements.reviewLearner(payload as { userId: number; courseId: number }),
    },
    [recordStudyTask]: {
      run: (payload) =>
        all.achievements.recordStudy(payload as { userId: number; courseId: number; at: string }),
    },
  }),
  listeners: ({ achievements: service }) => ({
    'enrolment.granted': {
      'certificates.review': (tx, { payload, at }) => service.evaluateCompletion(tx, { ...payload, at }),
    },
    'enrolment.revoked': {
      'certificates.revoke': (tx, { payload, at }) => service.evaluateCompletion(tx, { ...payload, at }),
    },
    'course.contents-changed': {
      'certificates.review': (tx, { payload }) => service.contentsChanged(tx, payload),
    },
    'course.copied': {
      'certificates.copy-rule': (tx, { payload, at }) => service.certificates.copyRule(tx, payload, at),
    },
    'course.studied': {
      'activity.record': (tx, { payload: { userId, courseId, at } }) =>
        service.studyBegun(tx, { userId, courseId, at: new Date(at) }),
      'certificates.review-later': (tx, { payload: { userId, courseId, at } }) =>
        service.studiedCourse(tx, { userId, courseId, at: new Date(at) }),
    },
    'lesson.completed': {
      'points.award': (tx, { payload, at }) => service.lessonCompleted(tx, { ...payload, at }),
      'certificates.review': (tx, { payload, at }) => service.evaluateCompletion(tx, { ...payload, at }),
    },
    'lesson.reopened': {
      'points.withdraw': (tx, { payload, at }) => service.lessonReopened(tx, { ...payload, at }),
    },
    'attempt.graded': {
      'points.award': (tx, { payload: { studiedAt, ...attempt }, at }) =>
        service.attemptGraded(tx, { ...attempt, at: studiedAt === undefined ? at : new Date(studiedAt) }),
      'certificates.review': (tx, { payload, at }) => service.attemptReviewed(tx, { ...payload, at }),
    },
    'attempt.regraded': {
      'points.award': (tx, { payload: { studiedAt, ...attempt } }) =>
        service.attemptGraded(tx, { ...attempt, at: new Date(studiedAt) }),
      'certificates.review': (tx, { payload, at }) => service.attemptReviewed(tx, { ...payload, at }),
    },
    'discussion.started': {
      'points.award': (tx, { payload: { authorId: userId, discussionId }, at }) =>
        service.discussionStarted(tx, { userId, discussionId, at }),
    },
    'discussion.answered': {
      'points.award': (tx, { payload: { authorId: userId, ...answer }, at }) =>
        service.discussionAnswered(tx, { userId, ...answer, at }),
    },
    'user.erased': {
      'achievements.erase': (tx, { payload }) => service.forget(tx, payload.userId),
    },
  }),
})
