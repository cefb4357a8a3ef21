import { defineMessages } from '#web/platform/messages.ts'
import { counted } from '#web/platform/numbers.ts'

export const coursePeopleMessages = defineMessages('coursePeople', {
  people: 'People',
  count: (enrolled: number, waiting: number) =>
    waiting === 0 ? `${enrolled} enrolled` : `${enrolled} enrolled, ${waiting} waiting to register`,
  loadFailed: 'The people of this course could not be loaded',

  enrollByEmail: 'Enroll by email',
  addresses: 'Email addresses',
  addressesHint:
    'One on each line. Whoever has no account yet is enrolled once they register and verify the address.',
  csvFile: 'CSV file',
  csvHint: 'Optional. Its first column holds the addresses.',
  dropFile: 'Drop a file here or',
  browse: 'browse',
  csvUnsupported: 'Unsupported file type. Only CSV and text files are allowed.',
  csvEmpty: 'There is no email address in the first column of this file.',
  csvRead: (count: number, name: string) => `${counted(count, 'address', 'addresses')} taken from ${name}`,
  addressesMissing: 'Please enter at least one email address',
  notAnAddress: (text: string) => `This is not an email address: ${text}`,
  tooMany: (most: number) => `At most ${most} addresses at once`,
  enrollPeople: 'Enroll People',
  enrolling: 'Enrolling...',
  enrollFailed: 'They could not be enrolled. Please try again.',
  outcome: (enrolled: number, already: number, waiting: number) =>
    `${enrolled} enrolled, ${already} already enrolled, ${waiting} waiting to register`,
  outcomeOfEach: 'What became of each address',
  enrolled: 'Enrolled',
  already: 'Already enrolled',
  waiting: 'Waiting to register',

  inviteLinks: 'Invitation links',
  inviteHint: 'Whoever opens the link and signs in can enroll in this private course.',
  validFor: 'Valid for',
  days: (count: number) => counted(count, 'day', 'days'),
  uses: 'Number of uses',
  usesHint: 'Optional. Without one, it works for everybody who has it.',
  usesInvalid: 'Must be a whole number from 1 to 100000',
  createLink: 'Create Link',
  creating: 'Creating...',
  createFailed: 'The link could not be created. Please try again.',
  openLinks: 'Open links',
  noLinks: 'No open links',
  expires: (day: string) => `Expires ${day}`,
  usedOf: (uses: number, most: number | null) =>
    most === null ? `Used ${counted(uses, 'time', 'times')}` : `Used ${uses} of ${most}`,
  linkNumber: (number: number) => `Link ${number}`,
  copy: 'Copy Link',
  copied: 'Copied!',
  copyFailed: 'The link could not be copied. Please select it and copy it yourself.',
  revoke: 'Revoke',
  revokeQuestion: 'Nobody can enroll with this link any more. Whoever is enrolled already stays.',
  revokeTitle: (number: number) => `Revoke link ${number}?`,
  revoking: 'Revoking...',
  revokeFailed: 'The link could not be revoked. Please try again.',
})
