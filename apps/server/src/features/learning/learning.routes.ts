import { signedIn, standingOf, type Handlers } from '#server/policy/handler.ts'
import type { Learning } from './learning.service.ts'

export function learningRoutes(learning: Learning): Handlers {
  return {
    courseProgress: async (call) => ({
      data: await learning.courseProgress(signedIn(call), call.params.userId, call.params.courseId),
    }),
    lessonProgress: async (call) =>
      learning.lessonProgress(signedIn(call), call.params.userId, {
        courseId: standingOf(call).courseId,
        contentId: call.params.courseContentId,
      }),
    saveLessonProgress: async (call) =>
      learning.saveLesson(signedIn(call), standingOf(call), {
        contentId: call.body.courseContentId,
        completed: call.body.completed,
        watchTime: call.body.watchTime,
      }),
    saveResourceProgress: async (call) =>
      learning.saveResource(signedIn(call), standingOf(call), call.params.id, call.body),
  }
}
