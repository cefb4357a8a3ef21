import { defineMessages } from '#web/platform/language/messages.ts'

export const forbiddenMessages = defineMessages('forbidden', {
  title: 'Access Denied',
  hint: "You don't have permission to access this page.",
  signedInAs: (name: string) => `You are signed in as ${name}.`,
})
