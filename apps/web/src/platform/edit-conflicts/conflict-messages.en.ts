import { defineMessages } from '../language/messages.ts'

export const conflictMessages = defineMessages('conflict', {
  title: 'Changed while you were editing',
  lead: 'Your text is not lost. Choose for each field what to save.',
  mine: 'Yours, not saved yet',
  byPerson: (name: string, when: string) => `${name}, ${when}`,
  byYou: (when: string) => `You, in another tab or on another device, ${when}`,
  somebody: 'Someone else',
  both: 'Both, one after the other',
  bothHint: 'The saved text first, then yours. You can tidy it up afterwards.',
  empty: '(empty)',
  chooseOne: 'Choose what to save',
  back: 'Back to the form',
  save: 'Save this choice',
})
