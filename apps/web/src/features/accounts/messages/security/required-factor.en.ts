import { defineMessages } from '#web/platform/language/messages.ts'
import type { Count } from '#web/platform/language/numbers.ts'

/**
 * Contains the texts about the second factor that a live installation requires: notice, setup page, and the list of people without
 * one.
 */
export const requiredFactorMessages = defineMessages('requiredFactor', {
  pageTitle: 'Set up a second step to continue',
  pageWhy: (day: string) =>
    `Your role lets you manage money or other people’s accounts, so a password alone is not enough. The time to set up a second step ended on ${day}.`,
  pageWhat:
    'Set up an authenticator app or a passkey below. Nothing in your account is lost, and this page then opens.',
  pageReady: 'Your second step is set up.',
  pageContinue: 'Continue',

  notice: (day: string) => `Your role needs a second step for sign-ins. Set it up by ${day}.`,
  noticeLabel: 'Second step',
  setUp: 'Set up now',

  inDemo:
    'In this demo the password alone is enough. A live installation requires a second step of superadmins, admins and instructors without a business.',
  required: 'Your role requires a second step: this app, or a passkey.',

  lackingTitle: 'Without a second step',
  lackingLead: 'Their role requires one. After the day shown, their account opens nothing but the setup.',
  lackingFailed: 'The list of people without a second step could not be loaded',
  lackingShown: (shown: number, total: Count) => `${shown} of ${total}`,
  lackingMore: 'Show more',
  dueBy: (day: string) => `Until ${day}`,
  overdue: (day: string) => `Closed since ${day}`,
})
