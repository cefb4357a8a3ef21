import { defineMessages } from '#web/platform/language/messages.ts'

export const packagesMessages = defineMessages('packages', {
  loadFailed: 'The lesson could not be opened',
  opening: 'Opening the lesson…',
  slow: 'This takes longer than usual.',
  openAgain: 'Open again',
  outOfDate: 'This page is out of date and cannot show the lesson.',
  reload: 'Reload the page',
  parts: 'Parts of this lesson',
  part: (number: number, title: string) => `${number}. ${title}`,
  partDone: '(done)',
  fullScreen: 'Full screen',
  score: (percent: number) => `Score: ${percent}%`,
  passed: 'Passed',
  failed: 'Not passed yet',
  done: 'Done',
  begun: 'In progress',
  notRecorded: 'You look at this lesson as its author: nothing is recorded.',
  overtaken:
    'This lesson was opened in another tab or on another device. Your place here is no longer saved.',
})
