import { defineMessages } from '#web/platform/language/messages.ts'

export const packageMissingMessages = defineMessages('packageMissing', {
  title: 'What may not work',
  added: 'The package is added, and parts of it may not work here',
  replaced: 'The package is replaced, and parts of it may not work here',
  lead: 'This package uses functions of the browser that packages do not have on this platform at present.',
  storage:
    'What it keeps in the browser, such as settings or pages that were seen, may be lost when the learner leaves a page. Parts that need it may stop.',
  workers: 'Parts that calculate or load something in the background may not start.',
  frames:
    'Pages that show other pages inside them may stay empty or may not react. This can be the whole lesson.',
  dialogs:
    'Messages and questions in a small window of the browser may not appear, and a question then counts as answered with Cancel. Printing may not work.',
  windows: 'Links and buttons that open a new window or tab may do nothing.',
  downloads: 'Files that learners should save or open in another program may not be saved.',
  drawings: 'Pictures that the package draws or changes itself may be missing.',
  works:
    'Its other texts, pictures, sounds and videos work, and the progress and results that it reports are saved. View the lesson and try each part before you publish it.',
  setting:
    'To make everything work, ask the people who run this platform to give each opened package an address of its own: the setting PACKAGE_ORIGIN, such as https://*.content.example.my. You do not need to upload the package again.',
})
