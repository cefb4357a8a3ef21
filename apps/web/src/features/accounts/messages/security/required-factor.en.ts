import { defineMessages } from '#web/platform/language/messages.ts'
import type { Count } from '#web/platform/language/numbers.ts'

/**
 * Contains the texts about the second factor that a live installation requires: notice, setup page, and the list of people without
 * one.
 */
export const requiredFactorMessages = defineMessages('requiredFactor', {
  pageTitle: 'Set up a second factor to continue',
  pageWhy: (day: string) =>
    `Your role lets you manage money or other people’s accounts, so a password alone is not enough. The time to set up a second factor ended on ${day}.`,
  pageWhat:
    'Set up an authenticator app or a passkey below. Nothing in your account is lost, and this page then opens.',
  pageReady: 'Your second factor is set up.',
  pageContinue: 'Continue',

  notice: (day: string) => `Your role needs a second factor for sign-ins. Set it up by ${day}.`,
  noticeLabel: 'Second factor',
  setUp: 'Set up now',

  inDemo:
    'In this demo the password alone is enough. A live installation requires a second factor of superadmins, admins and instructors without a business.',
  required: 'Your role requires a second factor: this app, or a passkey.',

  lackingTitle: 'Without a second factor',
  lackingLead: 'Their role requires one. After the day shown, their account opens nothing but the setup.',
  lackingFailed: 'The list of people without a second factor could not be loaded',
  lackingShown: (shown: number, total: Count) => `${shown} of ${total}`,
  lackingMore: 'Show more',
  dueBy: (day: string) => `Until ${day}`,
  overdue: (day: string) => `Closed since ${day}`,
})
