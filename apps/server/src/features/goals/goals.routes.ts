import { withData, type Handlers } from '#server/policy/handler.ts'
import type { Goals } from './goals.service.ts'
import type { Reminders } from './reminders.service.ts'

export function goalsRoutes(goals: Goals, reminders: Reminders): Handlers {
  return {
    readLearningGoal: (call) => withData(goals.read(call.user, call.origin)),
    saveLearningGoal: (call) => withData(goals.saveGoal(call.user, call.body.daysPerWeek, call.origin)),
    saveLearningPlan: (call) => withData(goals.savePlan(call.user, call.body, call.origin)),
    replaceCalendarLink: (call) => withData(goals.replaceCalendarLink(call.user, call.origin)),
    stopReminders: ({ params }) => reminders.stop(params.token),
    readCalendar: async ({ params, reply, origin }) => {
      const feed = await goals.readCalendar(params.file, origin)
      return reply
        .headers({ 'content-type': 'text/calendar; charset=utf-8', 'cache-control': 'private, no-store' })
        .send(feed)
    },
  }
}
