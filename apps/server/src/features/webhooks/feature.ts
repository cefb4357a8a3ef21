import type { Dependencies } from '#server/dependencies.ts'
import { defineFeature, type Listeners } from '#server/feature.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import { webhooksRoutes, type LoadWebhooks } from './webhooks.routes.ts'
import type { DeliverWebhook, Webhooks } from './webhooks.service.ts'

export const webhooks = defineFeature({
  create: (needs: Dependencies & { accounts: Accounts }): { loadWebhooks: LoadWebhooks } => {
    let loaded: Promise<Webhooks> | undefined
    const load = async () => new (await import('./webhooks.service.ts')).Webhooks(needs)
    return { loadWebhooks: () => (loaded ??= load()) }
  },
  calls: (all) => webhooksRoutes(all.loadWebhooks),
  jobs: (all) => ({
    // Deliveries have workers of their own, so that an endpoint that does not respond delays no other jobs.
    'webhooks.deliver': {
      class: 'webhooks',
      run: async (payload) => (await all.loadWebhooks()).deliver(payload as DeliverWebhook),
    },
  }),
  retention: (all) => [
    {
      period: 'webhooks.deliveries',
      deleteBefore: async (before) => (await all.loadWebhooks()).deleteLogBefore(before),
    },
  ],
  resealSecrets: (all) => [async (signal) => (await all.loadWebhooks()).resealSecrets()(signal)],
  listeners: (all) => listenersOf(all.loadWebhooks),
})

const listenersOf = (load: LoadWebhooks): Listeners => ({
  'order.settled': {
    'webhooks.send': async (tx, { payload, at }) => (await load()).messages.orderPaid(tx, payload, at),
  },
  'order.refunded': {
    'webhooks.send': async (tx, { payload, at }) => (await load()).messages.orderRefunded(tx, payload, at),
  },
  'enrolment.granted': {
    'webhooks.send': async (tx, { payload, at }) =>
      (await load()).messages.aboutLearner(tx, 'enrolment.granted', payload, at, { source: payload.source }),
  },
  'enrolment.revoked': {
    'webhooks.send': async (tx, { payload, at }) =>
      (await load()).messages.aboutLearner(tx, 'enrolment.ended', payload, at),
  },
  'certificate.issued': {
    'webhooks.send': async (tx, { payload, at }) => (await load()).messages.completed(tx, payload, at),
  },
  'course.published': {
    'webhooks.send': async (tx, { payload, at }) =>
      (await load()).messages.coursePublished(tx, payload.courseId, at),
  },
  'user.erased': {
    'webhooks.erase': async (tx, { payload }) => (await load()).forgetPerson(tx, payload.userId),
  },
})
