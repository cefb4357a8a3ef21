/** A business can have these events sent to its programs. Names and fields must not change (docs/api.md#webhooks). */
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

/** A person sends this event to try an endpoint. */
export const testEvent = 'webhook.test'

export const webhookLimits = { perBusiness: 10, answerBytes: 1024 } as const
