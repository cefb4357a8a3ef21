export const accountsRefusals = {
  WRONG_PASSWORD: { status: 403, sentence: 'Your current password is not correct' },
  PUBLISHED_PASSWORD: {
    status: 403,
    sentence:
      'The demo password is published, so it works only on the machine or private network of this demo. Whoever runs the demo can set DEMO_PASSWORD to another one.',
  },
  PASSWORD_COMMON: {
    status: 422,
    sentence:
      'This password is easy to guess: it is on lists of leaked passwords, or made of your own name. Please choose another one.',
  },
  PASSWORD_SHORT_FOR_STAFF: {
    status: 422,
    sentence: 'People who teach or manage need a password of at least 12 characters',
  },
  NO_PASSWORD: {
    status: 409,
    sentence: 'This account has no password yet. Use "Forgot password?" to set one.',
  },
  PASSWORD_NEEDED: { status: 403, sentence: 'Please confirm with your password' },
  SIGN_IN_AGAIN: {
    status: 403,
    sentence: 'Please log out, sign in again and repeat this, so that we know it is you',
  },
  SECOND_FACTOR_REQUIRED: { status: 403, sentence: 'Please enter the code of your authenticator app' },
  SIGN_IN_EXPIRED: {
    status: 410,
    sentence: 'This sign-in has ended, or was completed already. Please sign in again.',
  },
  WRONG_CODE: {
    status: 403,
    sentence: 'This code is not correct, or was already used. Please enter the code that the app shows now.',
  },
  SECOND_FACTOR_ON: {
    status: 409,
    sentence: 'Your sign-in already has a second factor. Turn it off first to set it up anew.',
  },
  SECOND_FACTOR_SETUP_REQUIRED: {
    status: 403,
    sentence: 'Set up a second factor for your sign-ins first: your role needs one.',
  },
  SECOND_FACTOR_NEEDED: {
    status: 409,
    sentence:
      'Your role needs a second factor. Add a passkey or an authenticator app before you remove the one you have.',
  },
  SECOND_FACTOR_OFF: { status: 409, sentence: 'Your sign-in has no second factor' },
  FACTOR_REMOVAL_OWN: {
    status: 403,
    sentence: 'Your own second factor is removed by two other superadmins, not by you',
  },
  FACTOR_REMOVAL_OF_TWO: {
    status: 403,
    sentence: 'You made this request, so another superadmin confirms it',
  },
  FACTOR_REMOVAL_NEW_SUPERADMIN: {
    status: 403,
    sentence: 'Both of you have to have been superadmins for a week, so another superadmin has to do this',
  },
  FACTOR_REMOVAL_OPEN: { status: 409, sentence: 'There is a request for this person already' },
  FACTOR_REMOVAL_NOTHING: {
    status: 409,
    sentence: 'This person has no second factor. They can sign in, or ask for a new password.',
  },
  FACTOR_REMOVAL_ENDED: { status: 409, sentence: 'This request has ended. Please reload the page.' },
  PASSKEY_REFUSED: { status: 403, sentence: 'This passkey was refused. Use another one, or your password.' },
  PASSKEY_EXPIRED: { status: 410, sentence: 'This took too long, or was done already. Please try again.' },
  LAST_WAY_IN: {
    status: 409,
    sentence:
      'This is your only way to sign in. Set a password with "Forgot password?" or add a passkey first.',
  },
  EMAIL_UNCHANGED: { status: 409, sentence: 'This is the email address of your account already' },
  EMAIL_CHANGE_UNCONFIRMED: {
    status: 409,
    sentence: 'The new address is not confirmed yet. Open the link in the email that we sent there.',
  },
  EMAIL_CHANGE_WAITS: {
    status: 409,
    sentence:
      'Your present address can still object. You can finish without it seven days after your request.',
  },
  EMAIL_CHANGE_NEEDS_SECOND_STEP: {
    status: 409,
    sentence:
      'Without your present mailbox, this needs two-factor authentication or a passkey from before your request. Sign in again with that passkey and try again, or turn one of them on and ask again.',
  },
  TOO_MANY_PASSKEYS: { status: 409, sentence: 'You have 20 passkeys. Remove one to add another.' },
} as const
