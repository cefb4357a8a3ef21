import { defineMessages } from '../../platform/language/messages.ts'

export const setupMessages = defineMessages('setupFirst', {
  title: 'Set up a second factor first',
  text: 'Your role needs a second factor for sign-ins. Set it up in a new tab, come back and send this again. What you typed is still here.',
  setUp: 'Set up in a new tab',
  sendAgain: 'Send again',
})
