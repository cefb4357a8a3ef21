import { defineMessages } from '../../platform/language/messages.ts'

export const passkeyMessages = defineMessages('passkey', {
  use: 'Use a passkey',
  waiting: 'Waiting for your passkey...',
  declined: 'No passkey was used. Try again, or continue in another way.',
  unavailable: 'Passkeys do not work in this browser or at this address. Please use your email and password.',
  failed: 'The passkey could not be used. Please try again.',
})
