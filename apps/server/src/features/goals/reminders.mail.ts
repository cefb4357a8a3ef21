/** The mail that reminds a learner on a chosen day. Only verified addresses receive it. */
import { percentOf, type LessonCounts } from '@apogee/contracts/courses/course-progress.ts'
import type { Language } from '@apogee/domain/languages.ts'
import { greetingOf, quotedText } from '#server/platform/mail/mail-text.ts'
import { serverTexts } from '#server/texts/index.ts'
import type { MailText } from '#server/texts/mail-text.ts'

const longestTitle = 120

interface LearningReminder {
  name: string | null
  courseTitle: string
  lessonTitle: string
  lessons: LessonCounts
  link: string
  /** The link ends the reminders without a sign-in. */
  stopLink: string
  /** The address where the learner turns reminders on again. Null unless this is the last reminder. */
  restartLink: string | null
}

export const learningReminderMail = (
  language: Language,
  { name, courseTitle, lessonTitle, lessons, ...links }: LearningReminder,
): MailText =>
  serverTexts(language).goals.reminder({
    hello: greetingOf(language, { name, isProven: true }),
    course: quotedText(courseTitle, longestTitle),
    lesson: quotedText(lessonTitle, longestTitle),
    percent: percentOf(lessons),
    done: lessons.completedLessons,
    total: lessons.totalLessons,
    ...links,
  })
