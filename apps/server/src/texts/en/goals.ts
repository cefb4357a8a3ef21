/** Contains the texts of a learner's plan as a calendar, and of its reminders by mail. */
import type { MailText } from '../mail-text.ts'

interface ReminderFacts {
  hello: string
  course: string
  lesson: string
  percent: number
  done: number
  total: number
  link: string
  stopLink: string
  /** This link turns reminders on again. It is null unless this mail is the last reminder. */
  restartLink: string | null
}

interface CalendarWords {
  name: string
  summary: string
  description: string
}

export const goals = {
  calendar: (url: string): CalendarWords => ({
    name: 'Learning on Apogee',
    summary: 'Learn on Apogee',
    description: `Continue where you left off: ${url}`,
  }),

  reminder: ({
    hello,
    course,
    lesson,
    link,
    stopLink,
    restartLink,
    ...progress
  }: ReminderFacts): MailText => ({
    subject: `Your learning day: ${course}`,
    body: [
      hello,
      `Today is one of the days on which you want to learn. Next in ${course}: ${lesson}`,
      `Your progress: ${progress.percent}% complete (${progress.done}/${progress.total} lessons).`,
      `Continue:\n${link}`,
      ...(restartLink === null
        ? []
        : [
            `This is the last reminder: we have sent three and have not seen you since. You can turn reminders on again on your profile:\n${restartLink}`,
          ]),
      `You chose these reminders on your profile. Stop the reminders, without signing in:\n${stopLink}`,
    ].join('\n\n'),
  }),
}
