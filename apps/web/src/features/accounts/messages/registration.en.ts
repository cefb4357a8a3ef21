import { defineMessages } from '#web/platform/language/messages.ts'

/** The texts appear on the registration page only. */
export const registrationMessages = defineMessages('registration', {
  consentAbove: 'By continuing this way, you consent to both documents linked above.',
})
