import { defineMessages } from '#web/platform/language/messages.ts'
import { counted } from '#web/platform/language/numbers.ts'

export const todayMessages = defineMessages('today', {
  today: 'Today',
  alsoToday: 'Also today',
  liveNow: (title: string) => `On now: ${title}`,
  liveAt: (time: string, title: string) => `Live on ${time}: ${title}`,
  goalOfWeek: (days: number, goal: number) => `Weekly goal: ${days} of ${counted(goal, 'day', 'days')}`,
  goalHint: 'Nothing learned today yet',
  partFailed: 'A part of today could not be loaded',
})
