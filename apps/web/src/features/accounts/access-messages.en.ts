import { defineMessages } from '#web/platform/messages.ts'

/** Forgotten and changed passwords, an address to prove, and other ways in. */
export const accessMessages = defineMessages('access', {
  forgotTitle: 'Forgot password',
  forgotLead: 'Enter your email and we will send you a link to choose a new password.',
  sendLink: 'Send Reset Link',
  sendingLink: 'Sending...',
  linkSent: 'Check your email',
  linkSentTo: (email: string) =>
    `If there is an account for ${email}, a link is on its way. It works once, for 1 hour.`,
  otherEmail: 'Use another email',
  remembered: 'Remembered it?',
  backToLogin: 'Back to Login',
  forgotFailed: 'The link could not be sent. Please try again.',
  resetTitle: 'Reset password',
  resetLead: 'Choose a new password. You will be signed out everywhere else.',
  newPassword: 'New password',
  resetPassword: 'Reset Password',
  resetting: 'Saving...',
  resetFailed: 'The password could not be changed. Please try again.',
  resetSpent: 'This link has expired or was used before',
  resetSpentHint: 'Each link works once, for 1 hour.',
  askAgain: 'Ask for a new link',
  resetDone: 'Your password has been changed',
  resetDoneHint: 'You were signed out on every device. Sign in with your new password.',
  changeTitle: 'Change password',
  changeLead: 'Your other devices are signed out when you change it.',
  currentPassword: 'Current password',
  changePassword: 'Change Password',
  changing: 'Changing...',
  changed: 'Your password has been changed. Other devices have been signed out.',
  changeFailed: 'The password could not be changed. Please try again.',
  unverified: 'Please confirm your email address.',
  unverifiedSent: (email: string) => `We sent a link to ${email}.`,
  unverifiedSells: 'Payouts and invitations need it.',
  unverifiedLabel: 'Confirm your account',
  sendAgain: 'Send the email again',
  sendingAgain: 'Sending...',
  sentAgain: (email: string) => `A new email is on its way to ${email}.`,
  sendAgainFailed: 'The email could not be sent. Please try again.',
  signingInWith: 'Signing you in...',
  providerUnset: (provider: string) =>
    `${provider} sign-in is not set up on this site. Please use your email and password.`,
  providerCancelled: (provider: string) => `Signing in with ${provider} was cancelled.`,
  providerExpired: (provider: string) =>
    `Signing in with ${provider} took too long, or was started in another window. Please try again.`,
  providerUnverified: (provider: string) =>
    `${provider} has not verified your email address, so it cannot sign you in here. Please use your email and password.`,
  providerFailed: (provider: string) =>
    `${provider} did not answer as expected. Please try again, or use your email and password.`,
  providerBusy: 'Too many attempts. Please wait a few minutes and try again.',
})
