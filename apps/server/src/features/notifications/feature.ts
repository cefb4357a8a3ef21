import type { Dependencies } from '#server/dependencies.ts'
import { defineFeature, type Listeners } from '#server/feature.ts'
import type { AnnouncementMails } from '#server/features/announcements/announcement-mails.ts'
import type { PaymentMonitoring } from '#server/features/operations/reconciliation/payment-monitoring.service.ts'
import { MoneyNotices } from './money-notices.ts'
import { notificationsRoutes } from './notifications.routes.ts'
import { cohortStartsTask, moduleOpeningsTask, Notifications } from './notifications.service.ts'
import { SaleMails, salesDigestTask } from './sale-mails.service.ts'

export const notifications = defineFeature({
  create: (
    needs: Dependencies & { paymentMonitoring: PaymentMonitoring; announcementMails: AnnouncementMails },
  ) => ({
    notifications: new Notifications(needs),
    moneyNotices: new MoneyNotices(),
    saleMails: new SaleMails(needs),
  }),
  calls: (all) => notificationsRoutes(all.notifications, all.saleMails),
  jobs: (all) => ({
    [salesDigestTask]: {
      everyMinutes: 60,
      run: async (_payload, { signal }) => all.saleMails.mailDigests(signal),
    },
    [moduleOpeningsTask]: {
      everyMinutes: 15,
      run: async (_payload, { signal }) => all.notifications.tellOfOpenedModules(signal),
    },
    [cohortStartsTask]: {
      everyMinutes: 15,
      run: async (_payload, { signal }) => all.notifications.tellOfCohortStarts(signal),
    },
  }),
  retention: (all) => [
    { period: 'notifications.all', deleteBefore: (before) => all.notifications.deleteBefore(before) },
  ],
  listeners: (all) => ({
    ...moneyListeners(all.moneyNotices, all.saleMails),
    ...learningListeners(all.notifications),
    'security.changed': {
      'admins.notify': (tx, { payload }) => all.notifications.securityChanged(tx, payload),
    },
    'user.erased': {
      'sale-mails.erase': (tx, { payload }) => all.saleMails.forgetPerson(tx, payload.userId),
      'notifications.erase': (tx, { payload }) => all.notifications.forget(tx, payload.userId),
    },
  }),
})

const moneyListeners = (service: MoneyNotices, saleMails: SaleMails): Listeners => ({
  'order.settled': {
    'seller.notify': (tx, { payload, at }) => service.sold(tx, payload, at),
    'seller.mail': (tx, { payload, at }) => saleMails.mailSale(tx, payload, at),
    'buyer.notify': (tx, { payload, at }) => service.paid(tx, payload, at),
  },
  'order.charged-back': {
    'seller.notify': (tx, event) => service.chargedBack(tx, event.payload, event),
    'seller.mail': (tx, { payload, id }) => saleMails.mailChargeback(tx, payload, id),
  },
  'order.refunded': {
    'buyer.notify': (tx, event) => service.refunded(tx, event.payload, event),
  },
  'gift.taken': {
    'giver.notify': (tx, { payload, at }) => service.giftTaken(tx, payload, at),
  },
  'money.waiting': {
    'admins.notify': (tx, { payload, at }) => service.moneyWaiting(tx, payload, at),
  },
  'refund.requested': {
    'seller.notify': (tx, { payload, at }) => service.refundRequested(tx, payload, at),
  },
  'refund.declined': {
    'buyer.notify': (tx, { payload, at }) => service.refundDeclined(tx, payload, at),
  },
})

const learningListeners = (service: Notifications): Listeners => ({
  'enrolment.granted': {
    'learner.notify': (tx, event) => service.enrolled(tx, event.payload, event),
  },
  'enrolment.removed': {
    'learner.notify': (tx, event) => service.accessRemoved(tx, event.payload, event),
  },
  'access.ending': {
    'learner.notify': (tx, event) => service.accessEnding(tx, event.payload, event.at),
  },
  'access.changed': {
    'learner.notify': (tx, event) => service.accessChanged(tx, event.payload, event),
  },
  'course.opened': {
    'learner.notify': (tx, { payload, at }) => service.courseOpened(tx, payload, at),
  },
  'attempt.graded': {
    'learner.notify': (tx, { payload, at }) => service.attemptGraded(tx, payload, at),
  },
  'attempt.regraded': {
    'learner.notify': (tx, { payload, at }) => service.attemptGraded(tx, payload, at),
  },
  'hand-in.received': {
    'teachers.notify': (tx, { payload, at }) => service.handInReceived(tx, payload, at),
  },
  'certificate.issued': {
    'learner.notify': (tx, { payload, at }) => service.certificateIssued(tx, payload, at),
  },
  'certificate.withdrawn': {
    'learner.notify': (tx, { payload, at }) => service.certificateWithdrawn(tx, payload, at),
  },
  'certificate.restored': {
    'learner.notify': (tx, { payload, at }) => service.certificateRestored(tx, payload, at),
  },
  'certificate.reissued': {
    'learner.notify': (tx, { payload, at }) => service.certificateReissued(tx, payload, at),
  },
  'badge.earned': {
    'learner.notify': (tx, { payload, at }) => service.badgeEarned(tx, payload, at),
  },
  'announcement.delivered': {
    'learners.notify': (tx, { payload, at }) => service.announced(tx, payload, at),
  },
  'learner-message.written': {
    'learner.notify': (tx, { payload, at }) => service.messaged(tx, payload, at),
  },
  'discussion.answered': {
    'author.notify': (tx, { payload, at }) => service.discussionAnswered(tx, payload, at),
    'mentioned.notify': (tx, { payload, at }) => service.mentioned(tx, payload, at),
  },
  'discussion.started': {
    'teachers.notify': (tx, { payload, at }) => service.questionAsked(tx, payload, at),
  },
  'post.reported': {
    'moderator.notify': (tx, event) => service.postReported(tx, event.payload, event),
  },
  'review.written': {
    'instructor.notify': (tx, { payload, at }) => service.reviewWritten(tx, payload, at),
  },
  'review.answered': {
    'author.notify': (tx, { payload, at }) => service.reviewAnswered(tx, payload, at),
  },
})
