import { withData, type Handlers } from '#server/policy/handler.ts'
import type { Learning } from './learning.service.ts'

export function learningRoutes(learning: Learning): Handlers {
  return {
    courseProgress: (call) =>
      withData(learning.courseProgress(call.user, call.params.userId, call.params.courseId)),
    lessonProgress: async (call) =>
      learning.lessonProgress(call.user, call.params.userId, {
        courseId: call.standing.courseId,
        contentId: call.params.courseContentId,
      }),
    saveLessonProgress: async (call) =>
      learning.saveLesson(call.user, call.standing, {
        contentId: call.body.courseContentId,
        completed: call.body.completed,
        watchTime: call.body.watchTime,
      }),
    saveResourceProgress: async (call) =>
      learning.saveResource(call.user, call.standing, call.params.id, call.body),
    readExercise: (call) => withData(learning.readExercise(call.user, call.params.id)),
    saveExercise: (call) =>
      withData(learning.saveExercise(call.user, call.standing, call.params.id, call.body)),
  }
}
