/** Contains the requests that the permission wall sends. */
import type { OpenCalls, RoleCalls } from '#server/app/testing-wall.ts'

const token = 'x'.repeat(43)

export const roleCalls: RoleCalls = {
  readLearningGoal: () => ({}),
  saveLearningGoal: () => ({ body: { daysPerWeek: 3 } }),
  saveLearningPlan: () => ({
    body: { weekdays: [1], hour: 20, timeZone: 'Asia/Kuala_Lumpur', reminds: false },
  }),
  replaceCalendarLink: () => ({}),
}

export const openCalls: OpenCalls = {
  stopReminders: () => ({ params: { token } }),
  readCalendar: () => ({ params: { file: `${token}.ics` } }),
}
