/** Mails about announcements of courses. */
import type { MailText } from '../mail-text.ts'

interface AnnouncementFacts {
  hello: string
  course: string
  title: string
  /** Its beginning, as one line. */
  text: string
  link: string
  stopLink: string
}

export const announcements = {
  announcement: ({ hello, course, title, text, link, stopLink }: AnnouncementFacts): MailText => ({
    subject: `${course}: ${title}`,
    body: [
      hello,
      `An announcement of your course ${course}: ${title}`,
      text,
      `Read it in the course:\n${link}`,
      `You get this mail because you are enrolled. Stop mails about announcements, without signing in:\n${stopLink}`,
    ].join('\n\n'),
  }),
}
