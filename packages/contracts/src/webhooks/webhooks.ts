/** Defines the webhooks of a business: endpoints, their secrets, and the log of deliveries (docs/decisions/integrations.md). */
import * as z from 'zod/mini'
import type { AccessRule } from '../access.ts'
import { answerOf, doneAnswer, endpoint, idInUrl, instant, listAnswer, pageQuery } from '../endpoint.ts'
import { webhookEvents } from './webhook-events.ts'
import { webhookChangesForm, webhookForm } from './webhooks.forms.ts'

const webhook = z.object({
  id: z.int(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  isEnabled: z.boolean(),
  /** Holds the time of the first failure since the last success. The webhook is disabled when it has failed for five days. */
  failingSince: z.nullable(instant),
  /** Until this time, deliveries are signed with the former secret as well. */
  formerSecretUntil: z.nullable(instant),
  createdAt: instant,
})
export type Webhook = z.infer<typeof webhook>

/** `secret` is `whsec_` followed by base64. Only this answer contains it. */
const withSecret = z.object({ ...webhook.shape, secret: z.string() })

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const

const delivery = z.object({
  id: z.int(),
  /** Holds the `webhook-id` header, which is the same at each attempt. */
  messageId: z.string(),
  type: z.string(),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  createdAt: instant,
  nextAttemptAt: z.nullable(instant),
  lastAttemptAt: z.nullable(instant),
  responseStatus: z.nullable(z.int()),
  /** Holds the first kilobyte of the answer. */
  responseText: z.nullable(z.string()),
  /** The reason for a missing answer is TIMEOUT, ADDRESS_REFUSED, HOST_NOT_LISTED, or the error code of the connection. */
  failure: z.nullable(z.string()),
  durationMs: z.nullable(z.int()),
  /** Holds the JSON that was sent. */
  body: z.string(),
})
export type WebhookDelivery = z.infer<typeof delivery>

// The service answers 404 for a webhook of another business.
const manager = { kind: 'role', capability: 'webhooks.manage' } as const satisfies AccessRule<unknown>
const params = z.object({ id: idInUrl })

export const webhooksEndpoints = {
  listWebhooks: endpoint({
    call: 'GET /webhooks',
    access: manager,
    summary: 'The webhooks of the caller’s business, all on one page',
    answer: listAnswer(webhook),
  }),
  createWebhook: endpoint({
    call: 'POST /webhooks',
    bound: { refusedBy: 'TOO_MANY_WEBHOOKS' },
    access: { ...manager, fresh: true },
    summary: 'Add one; only this answer has its secret',
    body: webhookForm,
    answer: answerOf(withSecret),
    status: 201,
    refusals: [
      'TOO_MANY_WEBHOOKS',
      'WEBHOOK_ADDRESS_REFUSED',
      'WEBHOOK_HOST_NOT_LISTED',
      'EMAIL_NOT_VERIFIED',
    ],
  }),
  updateWebhook: endpoint({
    call: 'PUT /webhooks/:id',
    lastWins: 'a switch and a choice of events: the newest is the answer',
    bound: { perDay: 300, of: 'person' },
    access: manager,
    summary: 'Change its events, turn it off or on; an absent field stays',
    params,
    body: webhookChangesForm,
    answer: answerOf(webhook),
    refusals: ['NOT_FOUND', 'WEBHOOK_ADDRESS_REFUSED', 'WEBHOOK_HOST_NOT_LISTED'],
  }),
  deleteWebhook: endpoint({
    call: 'DELETE /webhooks/:id',
    bound: 'ends',
    openToSuspended: 'It takes a right away and tells nobody.',
    access: manager,
    summary: 'Delete it with its log',
    params,
    answer: doneAnswer,
    refusals: ['NOT_FOUND'],
  }),
  replaceWebhookSecret: endpoint({
    call: 'POST /webhooks/:id/secret',
    bound: { perDay: 50, of: 'person' },
    access: { ...manager, fresh: true },
    summary: 'Make a new secret; the former one also signs for 24 hours',
    params,
    answer: answerOf(withSecret),
    status: 201,
    refusals: ['NOT_FOUND'],
  }),
  testWebhook: endpoint({
    call: 'POST /webhooks/:id/test',
    bound: 'counted',
    access: manager,
    summary: 'Send the event webhook.test',
    params,
    answer: answerOf(delivery),
    status: 201,
    refusals: ['NOT_FOUND', 'WEBHOOK_OFF', 'TOO_MANY_ATTEMPTS'],
  }),
  listWebhookDeliveries: endpoint({
    call: 'GET /webhooks/:id/deliveries',
    access: manager,
    summary: 'The log of the last 30 days, newest first',
    params,
    query: z.object({ ...pageQuery, state: z.optional(z.enum(deliveryStates)) }),
    answer: listAnswer(delivery),
    refusals: ['NOT_FOUND'],
  }),
  resendWebhookDelivery: endpoint({
    call: 'POST /webhooks/:id/deliveries/:deliveryId/resend',
    bound: 'counted',
    access: manager,
    summary: 'Send a message again, with the same id',
    params: z.object({ id: idInUrl, deliveryId: idInUrl }),
    answer: answerOf(delivery),
    status: 201,
    refusals: ['NOT_FOUND', 'WEBHOOK_OFF', 'TOO_MANY_ATTEMPTS'],
  }),
} as const
