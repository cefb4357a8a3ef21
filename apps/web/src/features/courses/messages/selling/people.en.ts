import { defineMessages } from '#web/platform/language/messages.ts'
import { counted, type Count } from '#web/platform/language/numbers.ts'

interface TakenBack {
  removed: number
  withdrawn: number
  staying: number
}

function takenBackInWords({ removed, withdrawn, staying }: TakenBack): string {
  const done = [
    ...(removed > 0 ? [counted(removed, 'person was removed', 'people were removed')] : []),
    ...(withdrawn > 0 ? [counted(withdrawn, 'invitation was withdrawn', 'invitations were withdrawn')] : []),
  ]
  const stay = counted(
    staying,
    'person has already accepted, begun or paid, and stays enrolled.',
    'people have already accepted, begun or paid, and stay enrolled.',
  )
  return `${done.join(', ') || 'Nobody was removed'}.${staying > 0 ? ` ${stay}` : ''}`
}

export const coursePeopleMessages = defineMessages('coursePeople', {
  people: 'People',
  count: (enrolled: number, waiting: number) =>
    waiting === 0 ? `${enrolled} enrolled` : `${enrolled} enrolled, ${waiting} invited`,
  seeLearners: 'See all learners and their progress',
  loadFailed: 'The people of this course could not be loaded',

  enrollByEmail: 'Enroll by email',
  addresses: 'Email addresses',
  addressesHint:
    'One address per line, optionally followed by a comma and a name. Members of your team are enrolled immediately. Everyone else gets an invitation by email to accept.',
  csvFile: 'CSV file',
  csvHint:
    'Optional. One person per line: an email address and, if you like, a name. A heading row is recognised.',
  csvTooLarge: 'This file is larger than 1 MB.',
  removeFile: 'Remove file',
  dropFile: 'Drop a file here or',
  browse: 'browse',
  csvUnsupported: 'Unsupported file type. Only CSV and text files are allowed.',
  csvEmpty: 'There is no email address in this file.',
  csvRead: (count: number, leftOut: number) =>
    leftOut === 0
      ? `${counted(count, 'address', 'addresses')} found`
      : `${counted(count, 'address', 'addresses')} found, ${counted(leftOut, 'line', 'lines')} skipped`,
  addressesMissing: 'Please enter at least one email address',
  notAnAddress: (text: string) => `This is not an email address in English letters (a–z): ${text}`,
  enrollPeople: 'Enroll People',
  enrolling: 'Enrolling...',
  enrollFailed: 'The people could not be enrolled. Please try again.',
  outcome: (counts: { enrolled: number; already: number; invited: number; leftOut: number }) =>
    `${counts.enrolled} enrolled, ${counts.already} already enrolled, ${counts.invited} invited, ${counts.leftOut} skipped`,
  takeBack: 'Take this back',
  takingBack: 'Taking back...',
  takeBackFailed: 'This could not be taken back. Please try again.',
  takenBack: takenBackInWords,
  outcomeOfEach: 'Result for each line',
  enrolled: 'Enrolled',
  already: 'Already enrolled',
  invited: 'Invited',
  declined: 'Declined',
  limit: 'Skipped: today’s limit for new addresses is reached',
  twice: 'Skipped: the same address is listed above',
  no_email: 'Skipped: no email address',
  bad_email: 'Skipped: not an email address in English letters (a–z)',
  too_many: 'Skipped: more than 500 at once',
  line: (row: number) => `Line ${row}`,
  lineOf: (row: number, file: string) => `${file}, line ${row}`,
  columnLine: 'Line',
  columnFile: 'File',
  columnEmail: 'Email',
  columnName: 'Name',
  columnOutcome: 'Result',
  downloadReport: 'Download Report',
  reportFile: 'enrollment-report.csv',
  copyReport: 'Copy Report',
  copyReportFailed: 'The report could not be copied. Please download it.',

  invitedPeople: 'Invited',
  invitedHint: 'They have not accepted yet. Each invitation can be sent again once a day.',
  invitedFailed: 'The invitations could not be loaded',
  invitedShown: (shown: number, total: Count) => `${shown} of ${total} invitations`,
  invitedMore: 'Show more invitations',
  sentOn: (day: string) => `Sent on ${day}`,
  resend: 'Send again',
  resending: 'Sending...',
  resendFailed: 'The invitation could not be sent. Please try again.',
  withdraw: 'Withdraw',
  withdrawing: 'Withdrawing...',
  withdrawFailed: 'The invitation could not be withdrawn. Please try again.',

  inviteLinks: 'Invitation links',
  inviteHint: 'Anyone who opens the link and signs in can enroll in this private course.',
  validFor: 'Valid for',
  days: (count: number) => counted(count, 'day', 'days'),
  uses: 'Total uses',
  usesHint: 'Optional. Leave empty for no limit.',
  usesInvalid: 'Must be a whole number from 1 to 100000',
  createLink: 'Create Link',
  creating: 'Creating...',
  createFailed: 'The link could not be created. Please try again.',
  openLinks: 'Active links',
  noLinks: 'No active links',
  expires: (day: string) => `Expires ${day}`,
  usedOf: (uses: number, most: number | null) =>
    most === null ? `Used ${counted(uses, 'time', 'times')}` : `Used ${uses} of ${most}`,
  linkNumber: (number: number) => `Link ${number}`,
  copy: 'Copy link',
  copied: 'Copied!',
  copyFailed: 'The link could not be copied. Please select it and copy it yourself.',
  revoke: 'Revoke',
  revokeQuestion: 'Nobody can enroll with this link any more. People who are already enrolled stay enrolled.',
  revokeTitle: (number: number) => `Revoke link ${number}?`,
  revoking: 'Revoking...',
  revokeFailed: 'The link could not be revoked. Please try again.',
})
