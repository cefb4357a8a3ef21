import { defineMessages } from '#web/platform/language/messages.ts'
import type { Count } from '#web/platform/language/numbers.ts'

export const factorRemovalsMessages = defineMessages('factorRemovals', {
  title: 'Lost second factors',
  lead: 'For somebody who has lost authenticator app, recovery codes and passkeys. Two superadmins decide; 24 hours later the password alone signs in.',
  failed: 'The requests could not be loaded',
  none: 'No requests',
  noneHint: 'Be sure of the person before you ask for a removal.',
  shown: (shown: number, total: Count) => `${shown} of ${total}`,
  more: 'Show more',

  ask: 'Request removal',
  asking: 'Sending...',
  askText: 'Another superadmin has to confirm this. The person is told.',
  email: 'Email of the person',
  reason: 'What was lost, and how',
  identityCheck: 'How you checked who this is',
  identityHint: 'Such as a video call with a passport. A mail or a phone call is not enough.',
  askFailed: 'The request could not be made. Please try again.',
  asked: 'Requested. Another superadmin has to confirm it.',

  confirm: 'Confirm removal',
  confirmNamed: (name: string) => `Confirm removal for ${name}`,
  confirmTitle: (name: string) => `Remove the second factor of ${name}?`,
  confirmText:
    'In 24 hours the authenticator app, recovery codes and passkeys are removed, and all devices and API tokens are signed out. The owner can stop it until then.',
  confirming: 'Confirming...',
  confirmFailed: 'This could not be confirmed. Please try again.',
  confirmedNotice: 'Confirmed. The owner is told by email.',

  withdraw: 'Withdraw',
  withdrawNamed: (name: string) => `Withdraw the request for ${name}`,
  withdrawTitle: (name: string) => `Withdraw the request for ${name}?`,
  withdrawText: 'The second factor stays. Another request can be made later.',
  withdrawing: 'Withdrawing...',
  withdrawFailed: 'The request could not be withdrawn. Please try again.',
  withdrawnNotice: 'Withdrawn. The second factor stays.',

  state_asked: 'Waits for a second superadmin',
  state_confirmed: (day: string) => `Takes effect ${day}`,
  state_removed: 'Removed',
  state_stopped: 'Stopped by the owner',
  state_withdrawn: 'Withdrawn',
  state_expired: 'Not confirmed in time',
  by: (name: string, at: string) => `Requested by ${name}, ${at}`,
  confirmedBy: (name: string, at: string) => `Confirmed by ${name}, ${at}`,
  somebody: 'a superadmin',
  recognised: (text: string) => `Identity: ${text}`,

  ownNotice: (day: string) =>
    `Superadmins were told that you have lost your second factor. They remove it on ${day}.`,
  keep: 'Keep my second factor',
  keeping: 'Saving...',
  kept: 'Your second factor stays.',
  keepFailed: 'This could not be saved. Please try again.',
  keepTitle: 'Keep your second factor?',
  keepLead: 'Press the button if you did not ask for its removal, or have found it again.',
  keptHint: 'The request has ended. If you did not make it, set a new password as well.',
  gone: 'This link no longer works',
  goneHint:
    'The request has ended, or your second factor was removed. Sign in to see which. If you did not ask for the removal, set a new password as well.',
  openSettings: 'Open Settings',
  newPassword: 'Set a new password',
})
