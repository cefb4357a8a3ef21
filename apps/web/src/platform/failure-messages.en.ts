import { defineMessages } from './messages.ts'

export const failureMessages = defineMessages('failure', {
  noAnswer: 'No answer came from Apogee. Check your connection; nothing of yours is lost.',
  ourFault: 'The fault is on our side and nothing of yours is lost. It is usually over in a minute.',
  reference: (id: string) => `Should it last, tell support this reference: ${id}`,
})
