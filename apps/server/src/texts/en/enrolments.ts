/** Contains the mails to people whom somebody else enrols, invites or removes. */
import type { MailText } from '../mail-text.ts'

interface CourseFacts {
  title: string
  seller: string
  /** This is a space and the recipient's name, or '' if the name is unknown. It follows `Hello`. */
  greeted: string
  link: string
}

interface RemovedFacts {
  hello: string
  title: string
  reason: string
}

export const enrolments = {
  givenCourse: ({ title, seller, greeted, link }: CourseFacts): MailText => ({
    subject: `You are enrolled in "${title}"`,
    body: `Hello${greeted}\n\n${seller} has enrolled you in the course “${title}” on Apogee.\n\nOpen the course:\n${link}`,
  }),

  invitation: ({ title, seller, greeted, link }: CourseFacts): MailText => ({
    subject: `Invitation to the course "${title}"`,
    body: `Hello${greeted}\n\n${seller} invites you to the course “${title}” on Apogee.\n\nSee the invitation:\n${link}\n\nRegister or sign in with this email address to accept it. If you did not expect it, ignore this email: nothing happens.`,
  }),

  removed: ({ hello, title, reason }: RemovedFacts): MailText => ({
    subject: `Your access to "${title}" has ended`,
    body: `${hello}\n\nThe people who run the course “${title}” have ended your access to it.\n\nTheir reason: ${reason}\n\nYour progress is kept, and returns if they give you access again.`,
  }),

  takenBack: 'The enrollment was taken back.',
}
