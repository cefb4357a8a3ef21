import { defineMessages } from '#web/platform/language/messages.ts'
import { counted, type Count } from '#web/platform/language/numbers.ts'

export const sellerMessages = defineMessages('waitingSellers', {
  sellers: 'New sellers',
  verification: 'Verification',
  verificationWaiting: (count: Count) => `Verification (${count})`,
  lead: 'They sell through Apogee’s account once you approve them and they have confirmed an email address.',
  seller: 'Seller',
  people: 'People',
  paidCourses: 'Paid courses',
  since: 'Since',
  business: 'Business',
  lone: 'Independent instructor',
  nameless: 'Seller without a name',
  proven: 'Address confirmed',
  unproven: 'Address not confirmed',
  approve: 'Approve',
  approveSeller: (name: string) => `Approve ${name}`,
  approving: 'Approving…',
  question: (name: string) => `Approve ${name} as a seller?`,
  consequence:
    'Their published paid courses can then be bought through Apogee’s account. They are notified by email.',
  stillUnproven: 'Their courses cannot be bought until they confirm an email address.',
  approved: (name: string) => `${name} is approved and will get an email.`,
  approveFailed: 'The seller could not be approved. Please try again.',
  failed: 'The sellers could not be loaded',
  none: 'Nobody is waiting',
  noneHint: 'Every seller is approved. New ones appear here when they register.',
  shownOf: (shown: number, total: Count) => `${shown} of ${total}`,
  count: (count: Count) => counted(count, 'seller', 'sellers'),
  more: 'Show more',
})
