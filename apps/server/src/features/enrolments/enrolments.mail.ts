/**
 * Mails to people who receive or lose a course. Other people chose the titles and names, so they are quoted, short and without
 * links.
 */
import type { Language } from '@apogee/domain/languages.ts'
import { greetingOf, quotedText } from '#server/platform/mail/mail-text.ts'
import { serverTexts } from '#server/texts/index.ts'
import type { MailText } from '#server/texts/mail-text.ts'

interface GivenCourse {
  /** The name for the greeting. An empty string means that no usable name exists. */
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

/** Notifies a member of the seller's own team, who is enrolled already. */
export function givenCourseMail(language: Language, course: GivenCourse): MailText {
  return serverTexts(language).enrolments.givenCourse(quotedCourse(course))
}

/** Invites people outside the team. The mail has no effect unless they accept. */
export function courseInvitationMail(language: Language, course: GivenCourse): MailText {
  return serverTexts(language).enrolments.invitation(quotedCourse(course))
}

const longestReason = 500

/** Notifies a learner with a verified address whose access the course's staff have removed. */
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
