/** Contains the mails about course announcements and about messages to one learner. */
import type { MailText } from '../mail-text.ts'

interface AnnouncementFacts {
  hello: string
  course: string
  title: string
  /** The mail shows only the beginning of the announcement, in one line. */
  text: string
  link: string
  stopLink: string
}

interface LearnerMessageFacts {
  hello: string
  course: string
  sender: string
  /** The mail shows only the beginning of the message, in one line. */
  text: string
  link: string
  discussionsLink: string
  stopLink: string
}

interface AccessEndingFacts {
  hello: string
  course: string
  /** The access ends at the end of this day. */
  day: string
  link: string
  renewal: { kind: 'buy' | 'enroll'; link: string } | null
  stopLink: string
}

interface CourseOpenedFacts {
  hello: string
  course: string
  link: string
  stopLink: string
}

interface CohortStartingFacts {
  hello: string
  course: string
  cohort: string
  /** The cohort's learners may start on this day. */
  day: string
  /** This is true if the learner must complete other courses first. */
  waits: boolean
  link: string
  stopLink: string
}

export const announcements = {
  accessEnding: ({ hello, course, day, link, renewal, stopLink }: AccessEndingFacts): MailText => ({
    subject: `Your access to ${course} ends on ${day}`,
    body: [
      hello,
      `You can study ${course} until the end of ${day}. After that your notes, your progress and your certificate stay.`,
      `Continue the course:\n${link}`,
      renewal === null
        ? 'To study longer, ask the people who teach the course.'
        : renewal.kind === 'enroll'
          ? `The course is free. To study longer, enroll again after that day:\n${renewal.link}`
          : `If you buy the course again, the new time is added to the time that is left. Buy the course again:\n${renewal.link}`,
      `You get this mail because you are enrolled. Stop mails about announcements and messages of courses:\n${stopLink}`,
    ].join('\n\n'),
  }),

  courseOpened: ({ hello, course, link, stopLink }: CourseOpenedFacts): MailText => ({
    subject: `You can start ${course} now`,
    body: [
      hello,
      `${course} is open to you now. Nothing has to be completed first any more.`,
      `Start the course:\n${link}`,
      `You get this mail because you are enrolled. Stop mails about announcements and messages of courses:\n${stopLink}`,
    ].join('\n\n'),
  }),

  cohortStarting: ({ hello, course, cohort, day, waits, link, stopLink }: CohortStartingFacts): MailText => ({
    subject: `${course} starts tomorrow`,
    body: [
      hello,
      `Your start of ${course} is tomorrow, ${day} (${cohort}).`,
      ...(waits
        ? [
            'The lessons open to you when you have completed the courses that come first. The course page names them.',
          ]
        : []),
      `Go to the course:\n${link}`,
      `You get this mail because you are enrolled. Stop mails about announcements and messages of courses:\n${stopLink}`,
    ].join('\n\n'),
  }),

  /** Mails use this text in place of the name of a sender who has none. */
  teacher: 'your teacher',
  learnerMessage: ({ hello, course, sender, text, ...links }: LearnerMessageFacts): MailText => ({
    subject: `${course}: a message from ${sender}`,
    body: [
      hello,
      `A message from ${sender} to you, about the course ${course}:`,
      text,
      `Read the whole message in your notifications:\n${links.link}`,
      `Nobody reads replies to this email. To answer, write in the discussions of the course:\n${links.discussionsLink}`,
      `You get this mail because you are enrolled. Stop mails about announcements and messages of courses:\n${links.stopLink}`,
    ].join('\n\n'),
  }),

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
