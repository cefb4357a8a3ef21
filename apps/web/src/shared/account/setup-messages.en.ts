import { defineMessages } from '../../platform/language/messages.ts'

export const setupMessages = defineMessages('setupFirst', {
  title: 'Set up a second step first',
  text: 'Your role needs a second step for sign-ins. Set it up in a new tab, come back and send this again. What you typed is still here.',
  setUp: 'Set up in a new tab',
  sendAgain: 'Send again',
})
