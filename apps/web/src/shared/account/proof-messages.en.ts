import { defineMessages } from '../../platform/language/messages.ts'

export const proofMessages = defineMessages('proof', {
  endedTitle: 'Your session has ended',
  endedText: 'Your session has ended. Sign in again to save. What you typed is still here.',
  staleTitle: 'Confirm that it is you',
  staleText: 'This step is protected. Enter your password again to continue.',
  email: 'Email',
  password: 'Password',
  code: 'Code',
  codeHint: 'The six digits of your authenticator app, or a recovery code.',
  show: 'Show password',
  hide: 'Hide password',
  signIn: 'Sign in',
  confirm: 'Confirm',
  checking: 'Checking...',
  failed: 'This could not be checked. Please try again.',
  noPassword: 'This account has no password. Sign in again with Google or GitHub below.',
  elsewhere: 'No password? Sign in again in a new tab. This page then continues automatically.',
  google: 'Sign in with Google',
  github: 'Sign in with GitHub',
  stays: 'Your session has ended. What you typed is still here, and not saved yet.',
  otherAccount: 'Another account is signed in now, so nothing was saved.',
})
