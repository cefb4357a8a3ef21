import type { FastifyRequest } from 'fastify'
import type { Caller } from '#server/policy/caller.ts'
import { isFromThisMachine } from '#server/policy/outside-requests.ts'
import type { WebhookSender } from './webhooks.service.ts'
import { pageRequest } from '#server/platform/pages.ts'
import { withData, type Handlers } from '#server/policy/handler.ts'
import type { Webhooks } from './webhooks.service.ts'

/** The service is imported on first use, because a start loads as little as possible. */
export type LoadWebhooks = () => Promise<Webhooks>

export const webhooksRoutes = (load: LoadWebhooks): Handlers => ({
  listWebhooks: async (call) => (await load()).listWebhooks(call.user),
  createWebhook: async (call) => withData((await load()).createWebhook(senderOf(call), call.body)),
  updateWebhook: async (call) =>
    withData((await load()).updateWebhook(senderOf(call), call.params.id, call.body)),
  deleteWebhook: async (call) => (await load()).deleteWebhook(call.user, call.params.id),
  replaceWebhookSecret: async (call) => withData((await load()).replaceSecret(call.user, call.params.id)),
  testWebhook: async (call) => withData((await load()).sendTest(senderOf(call), call.params.id)),
  listWebhookDeliveries: async ({ user, params, query }) =>
    (await load()).listDeliveries(user, params.id, query.state ?? null, pageRequest(query)),
  resendWebhookDelivery: async (call) =>
    withData((await load()).resend(senderOf(call), call.params.id, call.params.deliveryId)),
})

const senderOf = ({ user, request }: { user: Caller; request: FastifyRequest }): WebhookSender => ({
  ...user,
  isOnThisMachine: isFromThisMachine(request),
})
