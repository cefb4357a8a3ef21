import { defineMessages } from '#web/platform/language/messages.ts'

export const recallMessages = defineMessages('recall', {
  title: 'One question about this video',
  later: 'It is asked when you have watched the video.',
  lead: 'It helps you remember. It changes no points and no percentage.',
  answer: 'Answer the question',
  answered: (date: string) => `You have answered it. It is asked again on ${date}.`,
  repeated: 'It comes back among your questions to repeat.',
  notNow: 'Not now',
  close: 'Close the question',
  loadFailed: 'The question could not be loaded',
})
