/** The mail that reminds a learner of a chosen day. Sent to verified addresses only. */
import type { Language } from '@apogee/domain/languages.ts'
import { greetingOf, quotedText } from '#server/platform/mail-text.ts'
import { serverTexts } from '#server/texts/index.ts'
import type { MailText } from '#server/texts/mail-text.ts'

const longestTitle = 120

interface LearningReminder {
  name: string | null
  courseTitle: string
  lessonTitle: string
  /** Of the lesson. */
  link: string
  /** Ends the reminders, without signing in. */
  stopLink: string
  /** Where reminders are turned on again; null unless this is the last one. */
  restartLink: string | null
}

export const learningReminderMail = (
  language: Language,
  { name, courseTitle, lessonTitle, ...links }: LearningReminder,
): MailText =>
  serverTexts(language).goals.reminder({
    hello: greetingOf(language, { name, isProven: true }),
    course: quotedText(courseTitle, longestTitle),
    lesson: quotedText(lessonTitle, longestTitle),
    ...links,
  })
