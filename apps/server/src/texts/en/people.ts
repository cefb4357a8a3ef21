/** Contains the mails to invited and leaving people. */
import type { Role } from '@apogee/contracts/limits.ts'
import type { MailText } from '../mail-text.ts'

interface InvitationFacts {
  inviter: string
  place: string
  /** The text consists of the business, the word `on`, and the name of the platform. */
  where: string
  asRole: string
  link: string
}

export const people = {
  invitation: ({ inviter, place, where, asRole, link }: InvitationFacts): MailText => ({
    subject: `Invitation to join ${place}`,
    body: `Hello\n\n${inviter} invites you to join ${where} as ${asRole}.\n\nOpen your invitation:\n${link}\n\nThe link works for 14 days, for this email address only. If you did not expect it, ignore this email.`,
  }),

  leaving: ({ hello, day, link }: { hello: string; day: string; link: string }): MailText => ({
    subject: 'Your account will be deleted',
    body: `${hello}\n\nYour Apogee account will be deleted on ${day}. You have been signed out on every device.\n\nIf you change your mind, or did not ask for this, sign in before that day to keep everything. Sign in:\n${link}`,
  }),

  staying: ({ hello, link }: { hello: string; link: string }): MailText => ({
    subject: 'Your account stays',
    body: `${hello}\n\nYou have signed in to Apogee. This has cancelled the deletion of your account, and everything in it stays.\n\nIf you did not sign in, set a new password now:\n${link}`,
  }),

  leftTeam: ({ hello, place, link }: { hello: string; place: string; link: string }): MailText => ({
    subject: `You are no longer on the team of ${place}`,
    body: `${hello}\n\nAn admin has removed you from the team of ${place}. You have been signed out on every device.\n\nYou keep your account, the courses you are enrolled in and your certificates. Courses you made for ${place} stay there. Sign in to continue learning:\n${link}`,
  }),

  /** Each text includes the article, because it follows ‘as’. */
  roles: {
    student: 'a student',
    instructor: 'an instructor',
    admin: 'an admin',
    superadmin: 'a superadmin',
  } satisfies Record<Role, string>,
  /** The word precedes the name of the platform. */
  on: 'on',
}
