/** Mails about announcements of courses. */
import type { MailText } from '../mail-text.ts'

interface AnnouncementFacts {
  hello: string
  course: string
  title: string
  text: string
  /** The mail has the whole text. */
  isWhole: boolean
  link: string
  stopLink: string
}

export const announcements = {
  announcement: ({ hello, course, title, text, isWhole, link, stopLink }: AnnouncementFacts): MailText => ({
    subject: `${course}: ${title}`,
    body: [
      hello,
      `An announcement of your course ${course}: ${title}`,
      isWhole ? text : `${text} …`,
      `${isWhole ? 'Open it in the course' : 'Read the rest in the course'}:\n${link}`,
      `You get this mail because you are enrolled. Stop mails about announcements, without signing in:\n${stopLink}`,
    ].join('\n\n'),
  }),
}
