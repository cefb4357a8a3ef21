import { defineMessages } from '#web/platform/language/messages.ts'
import { counted, type Count } from '#web/platform/language/numbers.ts'

export const notificationsMessages = defineMessages('notifications', {
  dashboard: 'Dashboard',
  notifications: 'Notifications',
  withUnread: (unread: number) => `Notifications, ${unread} unread`,
  unread: (unread: number) => `${unread} unread`,
  allRead: 'You have read everything.',
  markAllRead: 'Mark all as read',
  marking: 'Marking...',
  markFailed: 'The notifications could not be marked as read. Please try again.',
  isNew: 'New',
  isGone: 'Deleted',
  none: 'No notifications yet',
  noneHint: 'When you enroll in a course, finish one or get a reply, it appears here.',
  browseCourses: 'Browse Courses',
  failed: 'Your notifications could not be loaded',
  showMore: 'Show more',
  shownOf: (shown: number, total: Count) => `${shown} of ${counted(total, 'notification', 'notifications')}`,

  enrolled: (course: string) => `You are enrolled in ${course}`,
  paid: (courses: string, amount: string) => `Your payment of ${amount} for ${courses} has arrived`,
  refundRequested: (who: string, courses: string) => `${who} asks for a refund of ${courses}`,
  refundUnexplained: (amount: string) =>
    `${amount} was refunded at the payment provider: please say for which courses`,
  paidTwice: (amount: string) =>
    `${amount} was paid again for an order that was already paid: please decide whether to refund it`,
  moneyWaiting: (amount: string) => `A payment problem of ${amount} needs your decision`,
  refundDeclined: (courses: string) => `Your refund request for ${courses} was declined`,
  chargedBack: (courses: string, amount: string) =>
    `The buyer’s bank took ${amount} back that was paid for ${courses}`,
  sold: (courses: string, amount: string) => `You sold ${courses} for ${amount}`,
  refunded: (courses: string) => `Your purchase of ${courses} was refunded`,
  giftTaken: (courses: string) => `Your gift was taken: ${courses}`,
  giftRefunded: (courses: string) =>
    `The gift of ${courses} was refunded to its buyer and gives no access any more`,
  certified: (course: string) => `You completed ${course}: your certificate is ready`,
  removed: (course: string, reason: string) => `Your access to ${course} has ended: ${reason}`,
  accessEnding: (course: string, day: string) => `Your access to ${course} ends on ${day}`,
  accessUntil: (course: string, day: string) => `You have access to ${course} until ${day}`,
  courseOpened: (course: string) => `You can start ${course} now`,
  cohortStarting: (course: string, cohort: string, day: string) => `${course} starts on ${day} (${cohort})`,
  cohortStarted: (course: string, cohort: string) => `${course} has started (${cohort})`,
  accessForGood: (course: string) => `You have access to ${course} without an end`,
  withdrawn: (course: string, reason: string) => `Your certificate for ${course} was withdrawn: ${reason}`,
  reissued: (course: string) => `Your certificate for ${course} was reissued with your present name`,
  restored: (course: string) => `Your certificate for ${course} is valid again`,
  badge: (badge: string) => `You earned the badge ${badge}`,
  graded: (assessment: string, percent: number) => `${assessment} is graded: ${percent}%`,
  handedIn: (course: string) => `Answers in ${course} wait for your grade`,
  moduleOpened: (course: string, module: string) => `“${module}” is now open in ${course}`,
  announced: (course: string, title: string) => `${course}: ${title}`,
  messaged: (person: string, course: string) => `${person} sent you a message about ${course}`,
  asked: (person: string, course: string, discussion: string) =>
    `${person} asked in “${course}”: ${discussion}`,
  mentioned: (person: string, discussion: string) => `${person} mentioned you in “${discussion}”`,
  answered: (person: string, discussion: string) => `${person} answered your discussion “${discussion}”`,
  reported: (discussion: string) => `A text in “${discussion}” was reported: please have a look`,
  reviewed: (person: string, course: string, stars: number) =>
    `${person} gave “${course}” ${counted(stars, 'star', 'stars')}`,
  reviewAnswered: (course: string) => `Your review of “${course}” has a reply`,
  somebody: 'Somebody',
})
