import { pageRequest } from '#server/platform/pages.ts'
import { withData, type Handlers } from '#server/policy/handler.ts'
import type { Webhooks } from './webhooks.service.ts'

export const webhooksRoutes = (webhooks: Webhooks): Handlers => ({
  listWebhooks: (call) => webhooks.listWebhooks(call.user),
  createWebhook: (call) => withData(webhooks.createWebhook(call.user, call.body)),
  updateWebhook: (call) => withData(webhooks.updateWebhook(call.user, call.params.id, call.body)),
  deleteWebhook: (call) => webhooks.deleteWebhook(call.user, call.params.id),
  replaceWebhookSecret: (call) => withData(webhooks.replaceSecret(call.user, call.params.id)),
  testWebhook: (call) => withData(webhooks.sendTest(call.user, call.params.id)),
  listWebhookDeliveries: ({ user, params, query }) =>
    webhooks.listDeliveries(user, params.id, query.state ?? null, pageRequest(query)),
  resendWebhookDelivery: ({ user, params }) => withData(webhooks.resend(user, params.id, params.deliveryId)),
})
