/** Events that a business can have sent to its programs. Their names and fields stay: docs/api.md#webhooks. */
export const webhookEvents = [
  'order.paid',
  'order.refunded',
  'enrolment.granted',
  'enrolment.ended',
  'course.completed',
  'certificate.issued',
  'course.published',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** Sent by hand, to try an endpoint. */
export const testEvent = 'webhook.test'

export const webhookLimits = { perBusiness: 10, answerBytes: 1024 } as const
