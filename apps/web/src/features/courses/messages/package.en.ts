import { defineMessages } from '#web/platform/language/messages.ts'

export const packageEditorMessages = defineMessages('packageEditor', {
  add: 'Add SCORM',
  type: 'SCORM package',
  view: 'View lesson',
  title: 'Add a SCORM package',
  file: 'Package',
  hint: 'A .zip file with SCORM 1.2 or SCORM 2004, at most 500 MB',
  waiting: 'Waiting for the network…',
  needZip: 'Choose a .zip file',
  uploading: 'Uploading…',
  examining: 'Checking…',
  action: 'Add package',
  added: 'The package is added. Look at it, then publish it.',
  failed: 'The package could not be added',
  replace: 'Replace package',
  replaceTitle: 'Replace the package',
  replaceText: (title: string) => `Results of “${title}” stay. Learners begin the new package at its start.`,
  replaceAction: 'Replace package',
  replaced: 'The package is replaced',
})
