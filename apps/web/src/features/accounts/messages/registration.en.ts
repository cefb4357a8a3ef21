import { defineMessages } from '#web/platform/messages.ts'

/** Of the page of the registration alone. */
export const registrationMessages = defineMessages('registration', {
  consentAbove: 'By continuing this way, you consent to both documents linked above.',
})
