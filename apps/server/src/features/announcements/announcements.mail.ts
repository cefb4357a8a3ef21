/** Builds the mails of announcements and of messages to one learner. They go to verified addresses only. */
import { paperLocales, type Language } from '@apogee/domain/languages.ts'
import { plainSmallText } from '@apogee/domain/text/small-text.ts'
import { malaysiaTimeZone } from '@apogee/domain/time/time-zone.ts'
import { greetingOf, quotedText } from '#server/platform/mail/mail-text.ts'
import { serverTexts } from '#server/texts/index.ts'
import type { MailText } from '#server/texts/mail-text.ts'

const longestTitle = 120
/** A longer text is cut; the rest is read on the site. */
const longestText = 500

/** Formats the day in Malaysia. */
const dayInWords = (at: Date, language: Language): string =>
  new Intl.DateTimeFormat(paperLocales[language], {
    timeZone: malaysiaTimeZone,
    dateStyle: 'long',
  }).format(at)

export const announcementMail = (
  language: Language,
  {
    name,
    courseTitle,
    title,
    body,
    ...links
  }: {
    name: string | null
    courseTitle: string
    title: string
    body: string
    link: string
    stopLink: string
  },
): MailText =>
  serverTexts(language).announcements.announcement({
    hello: greetingOf(language, { name, isProven: true }),
    course: quotedText(courseTitle, longestTitle),
    title: quotedText(title, longestTitle),
    text: quotedText(plainSmallText(body, 'announcement'), longestText),
    ...links,
  })

export const accessEndingMail = (
  language: Language,
  {
    name,
    courseTitle,
    endsAt,
    ...links
  }: {
    name: string | null
    courseTitle: string
    endsAt: Date
    link: string
    /** Says how to get access again: by buying the course, or by enrolling for free. Null means that the course offers neither. */
    renewal: { kind: 'buy' | 'enroll'; link: string } | null
    stopLink: string
  },
): MailText =>
  serverTexts(language).announcements.accessEnding({
    hello: greetingOf(language, { name, isProven: true }),
    course: quotedText(courseTitle, longestTitle),
    day: dayInWords(endsAt, language),
    ...links,
  })

export const courseOpenedMail = (
  language: Language,
  {
    name,
    courseTitle,
    ...links
  }: { name: string | null; courseTitle: string; link: string; stopLink: string },
): MailText =>
  serverTexts(language).announcements.courseOpened({
    hello: greetingOf(language, { name, isProven: true }),
    course: quotedText(courseTitle, longestTitle),
    ...links,
  })

export const cohortStartingMail = (
  language: Language,
  {
    name,
    courseTitle,
    cohortName,
    startsAt,
    ...facts
  }: {
    name: string | null
    courseTitle: string
    cohortName: string
    startsAt: Date
    waits: boolean
    link: string
    stopLink: string
  },
): MailText =>
  serverTexts(language).announcements.cohortStarting({
    hello: greetingOf(language, { name, isProven: true }),
    course: quotedText(courseTitle, longestTitle),
    cohort: quotedText(cohortName, longestTitle),
    day: dayInWords(startsAt, language),
    ...facts,
  })

export const learnerMessageMail = (
  language: Language,
  {
    name,
    sender,
    courseTitle,
    body,
    ...links
  }: {
    name: string | null
    /** Null means that the author has no name. */
    sender: string | null
    courseTitle: string
    body: string
    link: string
    discussionsLink: string
    stopLink: string
  },
): MailText => {
  const { announcements } = serverTexts(language)
  return announcements.learnerMessage({
    hello: greetingOf(language, { name, isProven: true }),
    course: quotedText(courseTitle, longestTitle),
    sender: quotedText(sender ?? '', longestTitle) || announcements.teacher,
    text: quotedText(body, longestText),
    ...links,
  })
}
