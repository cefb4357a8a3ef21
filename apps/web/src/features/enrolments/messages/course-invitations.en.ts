import type { Count } from '#web/platform/language/numbers.ts'
import { defineMessages } from '#web/platform/language/messages.ts'

export const courseInvitationMessages = defineMessages('courseInvitations', {
  invitation: 'Course invitation',
  invitesYou: (seller: string) => `${seller} invites you to a course`,
  whatHappens: 'Accept it and you are enrolled. It costs you nothing.',
  comeBack: 'Create an account or sign in with this address. You then return to this page.',
  accepted: (course: string) => `You are enrolled in ${course}`,
  decline: 'Decline',
  declineQuestion: (course: string) => `Decline the invitation to ${course}?`,
  declineText: 'The link in the email will stop working.',
  declineIt: 'Decline Invitation',
  declined: 'You have declined the invitation',
  declineFailed: 'The invitation could not be declined. Please try again.',
  enrolledAlready: 'You are enrolled in this course.',
  openCourse: 'Open course',
  invalidHint: 'It was answered or withdrawn, or the course is no longer offered.',
  readFailed: 'The invitation could not be loaded',
  yourInvitations: 'Course Invitations',
  from: (seller: string) => `From ${seller}`,
  more: 'Show more invitations',
  shown: (shown: number, total: Count) => `${shown} of ${total} invitations`,
})
