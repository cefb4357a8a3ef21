import { defineMessages } from '#web/platform/messages.ts'

/** The second step of a sign-in, on the sign-in page and in Settings. */
export const secondFactorMessages = defineMessages('secondFactor', {
  stepTitle: 'Enter your code',
  stepLead: 'Open your authenticator app and enter the six digits it shows for Apogee.',
  code: 'Code',
  codeHint: 'Without the app, enter one of your recovery codes.',
  trust: 'Do not ask again in this browser for 30 days',
  signIn: 'Sign in',
  signingIn: 'Signing in...',
  startAgain: 'Sign in with another account',
  stepFailed: 'The code could not be checked. Please try again.',

  lead: 'After your password, a sign-in also needs a code from an app on your phone. A stolen password alone opens nothing.',
  off: 'Your password is enough to sign in.',
  on: (day: string) => `On since ${day}.`,
  codesLeft: (count: number) =>
    count === 1 ? '1 recovery code is left.' : `${count} recovery codes are left.`,
  failed: 'The second step could not be loaded',
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  newCodes: 'New recovery codes',

  setUpTitle: 'Set up an authenticator app',
  setUpText:
    'Use any app that shows codes, such as Google Authenticator, Microsoft Authenticator or 1Password.',
  scan: 'Scan this with the app.',
  qrAlt: 'QR code for the authenticator app',
  orType: 'Or enter this key in the app',
  copyKey: 'Copy key',
  keyCopied: 'Key copied',
  copyFailed: 'Copying failed. Please select the text and copy it.',
  firstCode: 'Code that the app shows',
  confirming: 'Checking...',
  setUpFailed: 'The second step could not be turned on. Please try again.',
  beginFailed: 'The setup could not be started',
  turnedOn: 'Two-step sign-in is on. Your other devices were signed out.',

  codesTitle: 'Save your recovery codes',
  codesText: 'Each signs you in once when you do not have your phone. They are not shown again.',
  codesWarning: 'Without your phone and these codes you cannot sign in.',
  copyCodes: 'Copy',
  codesCopied: 'Recovery codes copied',
  download: 'Download',
  fileName: 'apogee-recovery-codes.txt',
  saved: 'I have saved them',

  turnOffTitle: 'Turn off two-step sign-in?',
  turnOffText: 'Your password alone then signs you in again.',
  turningOff: 'Turning off...',
  turnOffFailed: 'The second step could not be turned off. Please try again.',
  turnedOff: 'Two-step sign-in is off',
  newCodesTitle: 'Make new recovery codes?',
  newCodesText: 'The codes you have now stop working.',
  makeCodes: 'Make new codes',
  makingCodes: 'Making codes...',
  newCodesFailed: 'New codes could not be made. Please try again.',
})
