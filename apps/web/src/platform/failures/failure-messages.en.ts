import { defineMessages } from '../language/messages.ts'

export const failureMessages = defineMessages('failure', {
  noAnswer: 'Apogee did not answer. Check your connection. Nothing you entered is lost.',
  ourFault: 'Something failed on our side. Nothing you entered is lost. Please try again in a minute.',
  reference: (id: string) => `If it keeps failing, give support this reference: ${id}`,
})
