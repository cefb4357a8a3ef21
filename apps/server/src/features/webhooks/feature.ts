import type { Dependencies } from '#server/dependencies.ts'
import { defineFeature, type Listeners } from '#server/feature.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import { webhookTimes } from './webhooks.rules.ts'
import { webhooksRoutes } from './webhooks.routes.ts'
import { deliverWebhookTask, Webhooks, type DeliverWebhook } from './webhooks.service.ts'

export const webhooks = defineFeature({
  create: (needs: Dependencies & { accounts: Accounts }) => ({ webhooks: new Webhooks(needs) }),
  calls: (all) => webhooksRoutes(all.webhooks),
  jobs: (all) => ({
    // Workers of their own: an endpoint that hangs delays nothing else.
    [deliverWebhookTask]: {
      class: 'webhooks',
      run: (payload) => all.webhooks.deliver(payload as DeliverWebhook),
    },
  }),
  retention: (all) => [
    { keepMs: webhookTimes.logMs, deleteBefore: (before) => all.webhooks.deleteLogBefore(before) },
  ],
  listeners: (all) => listenersOf(all.webhooks),
})

const listenersOf = ({ messages, forgetPerson }: Webhooks): Listeners => ({
  'order.settled': { 'webhooks.send': (tx, { payload, at }) => messages.orderPaid(tx, payload, at) },
  'order.refunded': { 'webhooks.send': (tx, { payload, at }) => messages.orderRefunded(tx, payload, at) },
  'enrolment.granted': {
    'webhooks.send': (tx, { payload, at }) =>
      messages.aboutLearner(tx, 'enrolment.granted', payload, at, { source: payload.source }),
  },
  'enrolment.revoked': {
    'webhooks.send': (tx, { payload, at }) => messages.aboutLearner(tx, 'enrolment.ended', payload, at),
  },
  'certificate.issued': {
    'webhooks.send': async (tx, { payload, at }) => {
      const certificate = { certificate: { id: payload.certificateId } }
      await messages.aboutLearner(tx, 'course.completed', payload, at, certificate)
      await messages.aboutLearner(tx, 'certificate.issued', payload, at, certificate)
    },
  },
  'course.published': {
    'webhooks.send': (tx, { payload, at }) => messages.coursePublished(tx, payload.courseId, at),
  },
  'user.erased': { 'webhooks.erase': (tx, { payload }) => forgetPerson(tx, payload.userId) },
})
