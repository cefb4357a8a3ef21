/** Mails to people who are given a course, or lose it. Titles and names were chosen by others: quoted, short, no links. */
import type { Language } from '@apogee/domain/languages.ts'
import { greetingOf, quotedText } from '#server/platform/mail-text.ts'
import { serverTexts } from '#server/texts/index.ts'
import type { MailText } from '#server/texts/mail-text.ts'

interface GivenCourse {
  /** Name for the greeting; '' when none is usable. */
  name: string
  courseTitle: string
  sellerName: string
  link: string
}

const longestTitle = 80
const longestName = 60

const quotedCourse = ({ name, courseTitle, sellerName, link }: GivenCourse) => ({
  title: quotedText(courseTitle, longestTitle),
  seller: quotedText(sellerName, longestName),
  greeted: name === '' ? '' : ` ${quotedText(name, longestName)}`,
  link,
})

/** To a member of the seller's own team, who is enrolled already. */
export function givenCourseMail(language: Language, course: GivenCourse): MailText {
  return serverTexts(language).enrolments.givenCourse(quotedCourse(course))
}

/** To everybody else: nothing happens unless they accept. */
export function courseInvitationMail(language: Language, course: GivenCourse): MailText {
  return serverTexts(language).enrolments.invitation(quotedCourse(course))
}

const longestReason = 500

/** To a learner whose access the course's people have removed; verified addresses only. */
export function removedMail(
  language: Language,
  { name, courseTitle, reason }: { name: string | null; courseTitle: string; reason: string },
): MailText {
  return serverTexts(language).enrolments.removed({
    hello: greetingOf(language, { name, isProven: true }),
    title: quotedText(courseTitle, longestTitle),
    reason: quotedText(reason, longestReason),
  })
}
