/** Builds the mails about questions in courses. They are sent to verified addresses only. */
import type { Language } from '@apogee/domain/languages.ts'
import { greetingOf, quotedText } from '#server/platform/mail/mail-text.ts'
import { serverTexts } from '#server/texts/index.ts'
import type { MailText } from '#server/texts/mail-text.ts'

const longestTitle = 120

/** Writes seconds as `3:05` or `1:03:05`, as the player does. */
function clockTime(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const [first, ...rest] = parts[0] === 0 ? parts.slice(1) : parts
  return [first, ...rest.map((part) => String(part).padStart(2, '0'))].join(':')
}

interface Reader {
  name: string | null
  courseTitle: string
  /** This link ends these mails. It works without signing in. */
  stopLink: string
}

/** Lists the new questions of one course for a teacher. */
export function questionsMail(
  language: Language,
  {
    name,
    courseTitle,
    stopLink,
    questions,
  }: Reader & { questions: readonly { title: string; link: string }[] },
): MailText {
  const lines = questions
    .map(({ title, link }) => `- ${quotedText(title, longestTitle)}:\n${link}`)
    .join('\n\n')
  return serverTexts(language).community.questions({
    hello: greetingOf(language, { name, isProven: true }),
    course: quotedText(courseTitle, longestTitle),
    count: questions.length,
    lines,
    stopLink,
  })
}

/** Notifies a person whom a reply mentions. */
export const mentionMail = (
  language: Language,
  {
    name,
    author,
    title,
    ...links
  }: { name: string | null; author: string; title: string; link: string; stopLink: string },
): MailText =>
  serverTexts(language).community.mentioned({
    hello: greetingOf(language, { name, isProven: true }),
    author: quotedText(author, longestTitle),
    discussion: quotedText(title, longestTitle),
    ...links,
  })

/** Notifies the author of a question that a teacher or admin of the course has replied. */
export const teacherAnswerMail = (
  language: Language,
  {
    name,
    courseTitle,
    title,
    isTeacher,
    link,
    moment,
    stopLink,
  }: Reader & {
    title: string
    isTeacher: boolean
    link: string
    moment: { seconds: number; link: string } | null
  },
): MailText =>
  serverTexts(language).community.teacherAnswer({
    hello: greetingOf(language, { name, isProven: true }),
    course: quotedText(courseTitle, longestTitle),
    question: quotedText(title, longestTitle),
    isTeacher,
    link,
    moment: moment && { time: clockTime(moment.seconds), link: moment.link },
    stopLink,
  })
