import { defineMessages } from '#web/platform/language/messages.ts'

/** Contains the page of the links in mails about a change of e-mail address. */
export const emailChangeLinkMessages = defineMessages('emailChangeLink', {
  title: 'Change of email address',
  confirmTitle: (email: string) => `Change your email address to ${email}?`,
  confirmOwn: (email: string) => `The Apogee account with the address ${email} asked for this.`,
  confirmPassword: (email: string) =>
    `The Apogee account with the address ${email} asked for this. Enter the password of that account to confirm.`,
  signedInAs: (email: string) => `You are signed in as ${email}.`,
  confirm: 'Confirm change',
  confirming: 'Confirming...',
  wrongPassword: 'This is not the password for this account',
  confirmFailed: 'The change could not be confirmed. Please try again.',
  stopLead: 'You did not ask for this?',
  stop: 'Stop the change',
  stopping: 'Stopping...',
  stopFailed: 'The change could not be stopped. Please try again.',

  changed: 'Your email address has been changed',
  changedHint: (email: string) => `Sign in with ${email} from now on.`,
  halfDone: 'This address is confirmed',
  halfDoneHint: (email: string) => `Now open the link in the email that we sent to ${email}.`,
  stopped: 'The change was stopped',
  stoppedHint:
    'The email address stays as it is. Someone who is signed in to your account asked for the change: set a new password, which signs out every device.',
  newPassword: 'Set a new password',

  undoTitle: (email: string) => `Restore ${email}?`,
  undoLead: (email: string) =>
    `The address of your Apogee account was changed to ${email}. Restoring it signs out every device, removes the password, and removes passkeys, two-factor authentication and links that were added in the week before the request or later. We then send you a link to choose a new password.`,
  undo: 'Restore address',
  undoing: 'Restoring...',
  undoFailed: 'The address could not be restored. Please try again.',
  undone: 'Your former email address is restored',
  undoneHint: (email: string) => `We sent a link to ${email}. Open it to choose a new password.`,

  failed: 'This link does not work',
  spentHint: 'It was used already, the request was withdrawn, or a newer one took its place.',
  toSettings: 'Go to Settings',
  signIn: 'Sign in',
})
