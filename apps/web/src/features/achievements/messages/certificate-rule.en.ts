import { defineMessages } from '#web/platform/language/messages.ts'

/** The texts are for the people of a course. */
export const certificateRuleMessages = defineMessages('certificateRule', {
  title: 'Certificate',
  lead: (course: string) => `What learners get when they complete every lesson of “${course}”.`,
  give: 'Give a certificate on completion',
  isOff: 'Nobody gets a new certificate, and the sales page does not mention one. Issued ones stay valid.',
  issuedStay:
    'A change of these settings never takes a certificate back. Learners who now have everything get theirs.',
  needsWatching: 'Each video must be watched to a share of its length',
  watched: 'Share of each video, in percent (50 to 95)',
  needsResults: 'Each quiz needs a result of at least',
  result: 'Best result in each quiz, in percent (1 to 100)',
  hours: 'Hours on the certificate',
  hoursHint: 'In steps of half an hour. Empty: the length of the videos.',
  signerName: 'Signed by',
  signerHint: 'Empty: nobody signs.',
  signerRole: 'Role of the signer',
  wrongWatched: 'Enter a whole number from 50 to 95.',
  wrongResult: 'Enter a whole number from 1 to 100.',
  wrongHours: 'Enter hours in steps of 0.5, from 0.5 to 1000.',
  wrongSignerName: 'Enter the name of the signer, or leave the role empty.',
  save: 'Save',
  saving: 'Saving…',
  saved: 'Certificate settings saved',
  loadFailed: 'The settings could not be loaded. Please try again.',
  saveFailed: 'The settings could not be saved. Please try again.',
})
