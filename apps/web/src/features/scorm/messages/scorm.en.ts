import { defineMessages } from '#web/platform/language/messages.ts'

export const scormMessages = defineMessages('scorm', {
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
  silentHere:
    'This package has not reported: nothing that learners do in it would be saved. Please check that it is a SCORM export.',
  errorHere: 'A script of this package failed. Learners may see only a part of it.',
  silentFor: (title: string, learners: number) =>
    `“${title}”: this package has not reported for ${learners === 1 ? '1 learner' : `${learners} learners`}.`,
  errorFor: (title: string, learners: number) =>
    `“${title}”: ${learners === 1 ? '1 learner' : `${learners} learners`} saw an error in this package.`,
  troubleHint: 'Open the lesson to see it yourself, then export the package again and replace it.',
})
