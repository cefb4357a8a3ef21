import { defineMessages } from '#web/platform/messages.ts'
import { counted } from '#web/platform/numbers.ts'

export const refundsMessages = defineMessages('refunds', {
  // the order's page
  heading: 'Refunds',
  refund: 'Refund',
  refundTitle: 'Refund courses',
  refundText: (who: string) =>
    `The money goes back to ${who} through the original payment method, and they lose access to the chosen courses.`,
  theBuyer: 'the buyer',
  whichCourses: 'Courses to refund',
  reason: 'Reason',
  reasonNeeded: 'A reason is required',
  chooseOne: 'Choose at least one course',
  refundAmount: (amount: string) => `Refund ${amount}`,
  refunding: 'Refunding...',
  refundFailed: 'The refund could not be started',
  refundDone: (amount: string) => `${amount} was refunded`,
  refundUnderWay: (amount: string) => `The refund of ${amount} is under way`,
  refundNotDone: 'The payment provider could not complete the refund',
  refundLead: 'Refund one or more of these courses.',
  unexplained:
    'Part of this order was refunded at the payment provider, and nobody has said yet for which course. Whoever received the payment chooses the course under Exceptions. Until then, nothing more can be refunded.',
  nothingLeft: 'Nothing of this order can be refunded.',
  refundsFailed: 'The refunds could not be loaded',
  // requests
  requests: 'Refund requests',
  asksFor: (who: string, amount: string) => `${who} asks for ${amount}`,
  request_open: 'Waiting',
  request_refunded: 'Refunded',
  request_declined: 'Declined',
  request_withdrawn: 'Withdrawn',
  decline: 'Decline',
  declineTitle: 'Decline this request?',
  declineText: (who: string, courses: string) => `${who} keeps ${courses} and sees your reason.`,
  declining: 'Declining...',
  declined: 'The request was declined',
  answerFailed: 'The answer could not be saved',
  acceptTitle: (amount: string) => `Refund ${amount}?`,
  acceptText: (who: string, amount: string, courses: string) =>
    `${amount} goes back to ${who}, and they lose access to ${courses}.`,
  yourAnswer: (answer: string) => `Answer: ${answer}`,
  // the queue
  review: 'Payment exceptions',
  reviewLead: 'Payments and refunds that need your decision.',
  tabs: 'Filter payment exceptions',
  open: 'Waiting',
  kept: 'Kept',
  closed: 'Decided',
  reviewFailed: 'The payment exceptions could not be loaded',
  nothingWaits: 'No decisions waiting',
  noMoneyWaits: 'Nothing else to decide',
  nothingWaitsHint: 'All payments and refunds are accounted for.',
  nothingHere: 'Nothing here yet',
  count: (count: number) => counted(count, 'exception', 'exceptions'),
  shownOf: (shown: number, total: number) => `${shown} of ${counted(total, 'exception', 'exceptions')}`,
  loadMore: 'Load more',
  order: 'Order',
  since: (when: string) => `Since ${when}`,
  deletedAccount: 'Deleted account',
  isRefunding: 'A refund is under way. Check again in a moment.',
  topic_held: 'Payment that does not match its order',
  topic_surplus: 'Duplicate payment',
  topic_unnamed_refund: 'Refund without a course',
  topic_chargeback: 'Chargeback by the buyer’s bank',
  topic_money_back: 'Refund or chargeback reversed',
  topic_already_owned: 'Payment for a course the buyer already had',
  topic_refund_failed: 'Refund failed',
  topic_refund_stuck: 'Refund does not complete',
  topic_refund_over_balance: 'Refund exceeds the seller’s balance',
  about_refund_over_balance: (amount: string) =>
    `The seller wants to refund ${amount} from the platform’s account. This takes their balance below zero, so the platform covers it until their next sales.`,
  about_held: (amount: string) =>
    `${amount} arrived for this order but does not match it. Nobody was enrolled.`,
  about_by_hand: (amount: string) =>
    `The payment provider shows this order as paid, with ${amount}. Nobody was enrolled.`,
  about_surplus: (amount: string) =>
    `This order was paid twice. The second payment of ${amount} belongs to no order.`,
  about_unnamed_refund: (amount: string) =>
    `${amount} was refunded at the payment provider, which does not name a course. Choose the courses it was for.`,
  about_chargeback: (amount: string) =>
    `The buyer’s bank took ${amount} back. The buyer can still open the courses.`,
  about_money_back: (amount: string) =>
    `A refund or chargeback of ${amount} came back to you. The buyer still cannot open the courses.`,
  about_already_owned: (amount: string) =>
    `The buyer already had this course when the payment arrived. You can refund ${amount}.`,
  about_refund_failed: (amount: string) =>
    `A refund of ${amount} was requested, but the payment provider did not make it.`,
  about_refund_stuck: (amount: string) =>
    `The payment provider started a refund of ${amount} more than a week ago and has not completed it. Ask the provider.`,
  cause_other_account: 'It was paid to a different account from the order’s.',
  cause_other_purchase: 'It is not the purchase that was created for this order.',
  cause_other_reference: 'It refers to another order.',
  cause_other_brand: 'It has a different brand.',
  cause_other_currency: 'It is not in ringgit.',
  cause_other_amount: 'The amount is different.',
  cause_other_mode: 'It was made with a key for the other mode (test or live).',
  cause_marked_as_paid: 'It was marked as paid by hand at the payment provider: no money moved there.',
  cause_no_trace: 'The provider’s answer was lost, and an hour later nothing had been refunded.',
  cause_overtaken: 'Meanwhile the money was refunded another way, so this refund was not requested.',
  cause_said_otherwise:
    'Since the decision, the provider has shown the opposite. The ledger follows the provider.',
  cause_other: (codes: string) => `The provider says: ${codes}`,
  choice_give_back: 'Refund it',
  choice_apply: 'Apply it to this order',
  choice_keep: 'Keep it',
  choice_name_lines: 'Choose the courses',
  choice_close_access: 'Remove access',
  choice_keep_access: 'Keep access',
  choice_open_access: 'Restore access',
  choice_leave_closed: 'Leave access removed',
  choice_dismiss: 'Take no action',
  choice_was_made: 'The refund was made',
  choice_not_made: 'The refund was not made',
  choice_approve_refund: 'Approve the refund',
  choice_decline_refund: 'Decline the refund',
  choice_settled_itself: 'Resolved automatically',
  does_give_back: (amount: string, who: string) =>
    `${amount} goes back to ${who} through the original payment method.`,
  does_apply: (amount: string, who: string) =>
    `${amount} pays this order. ${who} is enrolled and gets a receipt.`,
  does_keep: (amount: string) =>
    `${amount} stays in the account and is listed under Kept. You can still refund it from there.`,
  does_keep_by_hand: 'The order stays unpaid, and nobody is enrolled. It is listed under Kept.',
  does_name_lines: (amount: string) =>
    `The amounts must add up to ${amount}. The buyer loses access to a course that is refunded in full.`,
  does_close_access: (who: string) =>
    `${who} loses access to these courses. The loss is already in the ledger.`,
  does_keep_access: (who: string) => `${who} keeps access although the money was taken back.`,
  does_open_access: (who: string) => `${who} gets access again, because the courses are paid for again.`,
  does_leave_closed: (amount: string, who: string) =>
    `${amount} stays with you, and ${who} does not get access.`,
  does_dismiss: (who: string) => `No money is refunded, and ${who} keeps the courses.`,
  does_approve_refund: (amount: string, who: string) =>
    `${amount} goes back to ${who} through the original payment method, and the seller owes the platform the difference.`,
  does_decline_refund: (who: string) => `No money is refunded, and ${who} keeps the courses.`,
  does_dismiss_stuck: 'Nothing changes. The ledger matches the provider.',
  does_was_made: (amount: string, who: string) =>
    `${amount} is recorded as refunded to ${who}, who loses access to courses refunded in full. No request is sent to the provider.`,
  does_not_made: (amount: string, who: string) =>
    `${amount} stays with you, and ${who} keeps the courses. You can refund it later, once the provider has released it.`,
  partFor: (course: string) => `Refunded for ${course}`,
  atMost: (amount: string) => `At most ${amount}`,
  notTheSum: (amount: string) => `The amounts must add up to ${amount}`,
  confirm: 'Confirm',
  deciding: 'Saving...',
  decideFailed: 'The decision could not be saved',
  decided: 'Decided',
  decidedBy: (who: string, when: string) => `${who}, ${when}`,
  itself: 'Automatic',
  // the buyer
  askTitle: 'Request a refund',
  ask: 'Request a refund',
  askUntil: (course: string, date: string, percent: number) =>
    `${course}: until ${date}, while less than ${percent}% is watched.`,
  askText: 'The seller answers, usually within a few days. Until then you keep the courses.',
  askReason: 'Why do you want a refund?',
  sendRequest: 'Send request',
  sending: 'Sending...',
  askFailed: 'The request could not be sent',
  asked: 'Your request was sent to the seller',
  optionsFailed: 'Refunds could not be loaded',
  line_not_promised: 'Sold without a money-back promise',
  line_too_late: (days: number) => `The ${days}-day refund period has ended`,
  line_watched: (percent: number, most: number) =>
    `You have watched ${percent}%. Refunds are possible below ${most}%.`,
  line_requested: 'Requested',
  line_declined: 'Declined',
  line_under_way: 'Refund under way',
  line_waiting: 'The refund waits for the platform’s approval',
  withdraw: (courses: string | null) => (courses ? `Withdraw request: ${courses}` : 'Withdraw request'),
  withdrawn: 'Your request was withdrawn',
  sellerSays: (answer: string, courses: string | null) =>
    `The seller’s answer${courses ? ` about ${courses}` : ''}: ${answer}`,
  notAgreed: 'Disagree? Contact us',
})
