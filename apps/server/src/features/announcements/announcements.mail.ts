/** The mail of an announcement. Sent to verified addresses only. */
import type { Language } from '@apogee/domain/languages.ts'
import { greetingOf, quotedText } from '#server/platform/mail-text.ts'
import { serverTexts } from '#server/texts/index.ts'
import type { MailText } from '#server/texts/mail-text.ts'

const longestTitle = 120
/** The rest is read on the site. */
const longestText = 500

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
    text: quotedText(body, longestText),
    ...links,
  })
