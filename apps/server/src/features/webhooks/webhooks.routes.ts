import { pageRequest } from '#server/platform/pages.ts'
import { withData, type Handlers } from '#server/policy/handler.ts'
import type { LoadWebhooks } from './feature.ts'

export const webhooksRoutes = (load: LoadWebhooks): Handlers => ({
  listWebhooks: async (call) => (await load()).listWebhooks(call.user),
  createWebhook: async (call) => withData((await load()).createWebhook(call.user, call.body)),
  updateWebhook: async (call) => withData((await load()).updateWebhook(call.user, call.params.id, call.body)),
  deleteWebhook: async (call) => (await load()).deleteWebhook(call.user, call.params.id),
  replaceWebhookSecret: async (call) => withData((await load()).replaceSecret(call.user, call.params.id)),
  testWebhook: async (call) => withData((await load()).sendTest(call.user, call.params.id)),
  listWebhookDeliveries: async ({ user, params, query }) =>
    (await load()).listDeliveries(user, params.id, query.state ?? null, pageRequest(query)),
  resendWebhookDelivery: async ({ user, params }) =>
    withData((await load()).resend(user, params.id, params.deliveryId)),
})
