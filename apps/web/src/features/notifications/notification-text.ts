import type { SecurityKind } from '@apogee/contracts/accounts/security.ts'
import type { Notification } from '@apogee/contracts/notifications/notifications.ts'
import type { BadgeKey } from '@apogee/contracts/achievements/achievements.ts'
import type { IconName } from '@apogee/ui/icons/icon.tsx'
import { bankIcon, quizIcon } from '@apogee/ui/icons/more-icons.ts'
import { formatPlainRinggit } from '@apogee/domain/money/money.ts'
import type { Language } from '@apogee/domain/languages.ts'
import { dateInWords } from '#web/platform/language/dates.ts'
import { useText, type Translation } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { useSecurityText } from '#web/shared/account/security-text.ts'
import { notificationsMessages } from './messages/notifications.en.ts'

export interface ShownNotification {
  icon: IconName
  sentence: string
  to: string
  /** `quote` is written by the person who caused the notification and is shown in full. */
  quote?: string
}

const moneyKinds = [
  'order.paid',
  'order.refunded',
  'refund.requested',
  'money.waiting',
  'refund.declined',
  'gift.taken',
  'gift.refunded',
  'order.sold',
  'order.chargedBack',
] as const
type MoneyNotification = Extract<Notification, { kind: (typeof moneyKinds)[number] }>

const isAboutMoney = (notification: Notification): notification is MoneyNotification =>
  moneyKinds.some((kind) => kind === notification.kind)

function moneyText(
  text: Translation<typeof notificationsMessages>,
  notification: MoneyNotification,
): ShownNotification {
  switch (notification.kind) {
    case 'order.paid': {
      const { purchaseId, courseTitles, totalCents } = notification.data
      const sentence = text.paid(courseTitles.join(', '), formatPlainRinggit(totalCents))
      return { icon: 'receipt', sentence, to: `/purchases/${encodeURIComponent(purchaseId)}` }
    }
    case 'order.refunded': {
      const { purchaseId, courseTitles } = notification.data
      const sentence = text.refunded(courseTitles.join(', '))
      return { icon: 'undo', sentence, to: `/purchases/${encodeURIComponent(purchaseId)}` }
    }
    case 'refund.requested': {
      const { purchaseId, courseTitles } = notification.data
      const sentence = text.refundRequested(notification.actorName ?? text.somebody, courseTitles.join(', '))
      return { icon: 'undo', sentence, to: `/admin/orders/${encodeURIComponent(purchaseId)}` }
    }
    case 'money.waiting': {
      const { topic, totalCents } = notification.data
      const amount = formatPlainRinggit(totalCents)
      const sentence =
        topic === 'surplus'
          ? text.paidTwice(amount)
          : topic === 'unnamed_refund'
            ? text.refundUnexplained(amount)
            : text.moneyWaiting(amount)
      return { icon: 'alert', sentence, to: '/admin/review' }
    }
    case 'refund.declined': {
      const { purchaseId, courseTitles } = notification.data
      const sentence = text.refundDeclined(courseTitles.join(', '))
      return { icon: 'undo', sentence, to: `/purchases/${encodeURIComponent(purchaseId)}` }
    }
    case 'gift.taken': {
      const { purchaseId, courseTitles } = notification.data
      const to = purchaseId === null ? '/notifications' : `/purchases/${encodeURIComponent(purchaseId)}`
      return { icon: 'check', sentence: text.giftTaken(courseTitles.join(', ')), to }
    }
    case 'gift.refunded':
      return {
        icon: 'undo',
        sentence: text.giftRefunded(notification.data.courseTitles.join(', ')),
        to: '/learning',
      }
    case 'order.sold': {
      const { orderId, courseTitles, totalCents } = notification.data
      const sentence = text.sold(courseTitles.join(', '), formatPlainRinggit(totalCents))
      return { icon: bankIcon, sentence, to: `/admin/orders/${encodeURIComponent(orderId)}` }
    }
    case 'order.chargedBack': {
      const { orderId, courseTitles, totalCents } = notification.data
      const sentence = text.chargedBack(courseTitles.join(', '), formatPlainRinggit(totalCents))
      return { icon: 'alert', sentence, to: `/admin/orders/${encodeURIComponent(orderId)}` }
    }
  }
}

function newsText(
  text: Translation<typeof notificationsMessages>,
  notification: Extract<
    Notification,
    { kind: 'announcement.written' | 'message.received' | 'module.opened' | 'answer.handedIn' }
  >,
): ShownNotification {
  switch (notification.kind) {
    case 'announcement.written': {
      const { courseId, courseTitle, title } = notification.data
      const sentence = text.announced(courseTitle, title)
      return { icon: 'message', sentence, to: `/course/${courseId}?tab=announcements` }
    }
    case 'message.received': {
      const { courseId, courseTitle, body } = notification.data
      const sentence = text.messaged(notification.actorName ?? text.somebody, courseTitle)
      return { icon: 'message', sentence, to: `/course/${courseId}?tab=discussion`, quote: body }
    }
    case 'answer.handedIn': {
      const { courseId, courseTitle } = notification.data
      return { icon: quizIcon, sentence: text.handedIn(courseTitle), to: `/course/${courseId}/hand-ins` }
    }
    case 'module.opened': {
      const { courseId, courseTitle, moduleTitle } = notification.data
      return {
        icon: 'play',
        sentence: text.moduleOpened(courseTitle, moduleTitle),
        to: `/course/${courseId}`,
      }
    }
  }
}

function certificateText(
  text: Translation<typeof notificationsMessages>,
  notification: Extract<
    Notification,
    { kind: 'certificate.issued' | 'certificate.withdrawn' | 'certificate.restored' | 'certificate.reissued' }
  >,
): ShownNotification {
  const { courseTitle, certificateId } = notification.data
  const sentence =
    notification.kind === 'certificate.issued'
      ? text.certified(courseTitle)
      : notification.kind === 'certificate.withdrawn'
        ? text.withdrawn(courseTitle, notification.data.reason)
        : notification.kind === 'certificate.restored'
          ? text.restored(courseTitle)
          : text.reissued(courseTitle)
  return { icon: 'certificate', sentence, to: `/certificates/${encodeURIComponent(certificateId)}` }
}

function discussionText(
  text: Translation<typeof notificationsMessages>,
  notification: Extract<
    Notification,
    { kind: 'discussion.started' | 'discussion.answered' | 'post.mentioned' | 'post.reported' }
  >,
): ShownNotification {
  const { kind, data } = notification
  const { discussionId, discussionTitle } = data
  const to = `/community/discussions/${discussionId}`
  if (kind === 'post.reported') return { icon: 'alert', sentence: text.reported(discussionTitle), to }
  const who = notification.actorName ?? text.somebody
  const sentence =
    kind === 'discussion.started'
      ? text.asked(who, notification.data.courseTitle, discussionTitle)
      : kind === 'discussion.answered'
        ? text.answered(who, discussionTitle)
        : text.mentioned(who, discussionTitle)
  // Those who asked about a lesson are led on to it.
  return { icon: 'message', sentence, to: kind === 'discussion.answered' ? `${to}?answer` : to }
}

/** Returns the sentence that a cohort starts tomorrow or has started. */
function startText(
  text: Translation<typeof notificationsMessages>,
  notification: Extract<Notification, { kind: 'cohort.starting' | 'cohort.started' }>,
  language: Language,
): ShownNotification {
  const { courseId, courseTitle, cohortName } = notification.data
  const sentence =
    notification.kind === 'cohort.starting'
      ? text.cohortStarting(courseTitle, cohortName, dateInWords(notification.data.startsOn, language))
      : text.cohortStarted(courseTitle, cohortName)
  return {
    icon: notification.kind === 'cohort.starting' ? 'clock' : 'play',
    sentence,
    to: `/course/${courseId}`,
  }
}

/** Returns the sentence that access ends soon or that its end has changed. */
function accessText(
  text: Translation<typeof notificationsMessages>,
  { kind, data }: Extract<Notification, { kind: 'access.ending' | 'access.changed' }>,
  language: Language,
): ShownNotification {
  const { courseId, courseTitle, endsAt } = data
  const sentence =
    endsAt === null
      ? text.accessForGood(courseTitle)
      : kind === 'access.ending'
        ? text.accessEnding(courseTitle, dateInWords(endsAt, language))
        : text.accessUntil(courseTitle, dateInWords(endsAt, language))
  return { icon: 'clock', sentence, to: `/course/${courseId}` }
}

/** Converts a kind and its data to a sentence in the reader's language. `badgeName` comes from another feature. */
export function useNotificationText(
  badgeName: (badge: BadgeKey) => string,
): (notification: Notification) => ShownNotification {
  const text = useText(notificationsMessages)
  const securityText = useSecurityText()
  const language = useLanguage()
  return (notification) => {
    if (isAboutMoney(notification)) return moneyText(text, notification)
    switch (notification.kind) {
      case 'course.enrolled': {
        const { courseId, courseTitle } = notification.data
        return { icon: 'book', sentence: text.enrolled(courseTitle), to: `/course/${courseId}` }
      }
      case 'certificate.issued':
      case 'certificate.withdrawn':
      case 'certificate.restored':
      case 'certificate.reissued':
        return certificateText(text, notification)
      case 'course.removed': {
        const { courseTitle, reason } = notification.data
        return { icon: 'lock', sentence: text.removed(courseTitle, reason), to: '/learning' }
      }
      case 'access.ending':
      case 'access.changed':
        return accessText(text, notification, language)
      case 'course.opened': {
        const { courseId, courseTitle } = notification.data
        return { icon: 'play', sentence: text.courseOpened(courseTitle), to: `/course/${courseId}` }
      }
      case 'cohort.starting':
      case 'cohort.started':
        return startText(text, notification, language)
      case 'badge.earned':
        return { icon: 'star', sentence: text.badge(badgeName(notification.data.badge)), to: '/profile' }
      case 'attempt.graded': {
        const { assessmentId, assessmentTitle, number, percentage, verdict } = notification.data
        const to = `/assessment/${assessmentId}/attempts/${number}`
        const sentence = verdict
          ? text[verdict === 'pass' ? 'workPassed' : 'workReturned'](assessmentTitle)
          : text.graded(assessmentTitle, percentage)
        return { icon: quizIcon, sentence, to }
      }
      case 'discussion.started':
      case 'discussion.answered':
      case 'post.mentioned':
      case 'post.reported':
        return discussionText(text, notification)
      case 'announcement.written':
      case 'message.received':
      case 'module.opened':
      case 'answer.handedIn':
        return newsText(text, notification)
      case 'security.changed': {
        const { change, subjectName, details } = notification.data
        const sentence = securityText({ kind: change, subjectName, details })
        return { icon: 'lock', sentence, to: placeOfChange(change) }
      }
      case 'review.written': {
        const { courseId, courseTitle, rating } = notification.data
        const sentence = text.reviewed(notification.actorName ?? text.somebody, courseTitle, rating)
        return { icon: 'star', sentence, to: `/sp/${courseId}#reviews` }
      }
      case 'review.answered': {
        const { courseId, courseTitle } = notification.data
        return { icon: 'message', sentence: text.reviewAnswered(courseTitle), to: `/sp/${courseId}#reviews` }
      }
    }
  }
}

const placesOfChanges: Partial<Record<SecurityKind, string>> = {
  'payout.prepared': '/admin/payouts',
  'signal.opened': '/platform?tab=signals',
}

const placeOfChange = (change: SecurityKind): string =>
  placesOfChanges[change] ?? '/settings#security-heading'
