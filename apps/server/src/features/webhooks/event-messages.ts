/** Writes the messages of an event, in the transaction of its listener: docs/api.md#webhooks. */
import type { WebhookEvent } from '@apogee/contracts/webhooks/webhook-events.ts'
import type { DomainEvents } from '#server/events.ts'
import type { Tx } from '#server/platform/database/database.ts'
import * as facts from './event-facts.store.ts'

/** `userId` is the person whom `data` concerns. When that account is erased, the message is deleted. */
type Publish = (
  tx: Tx,
  businessId: number,
  message: { type: WebhookEvent; at: Date; data: object; userId: number | null },
) => Promise<void>

export class EventMessages {
  readonly #publish: Publish

  constructor(publish: Publish) {
    this.#publish = publish
  }

  async orderPaid(tx: Tx, { orderId, buyerId }: DomainEvents['order.settled'], at: Date): Promise<void> {
    const lines = await facts.linesOf(tx, orderId)
    const buyer = await facts.personFact(tx, buyerId)
    if (!buyer) return
    for (const [businessId, own] of linesByBusiness(lines)) {
      const data = {
        order: { id: own[0]?.orderPublicId },
        buyer,
        ...(own[0]?.isGift && { gift: true }),
        currency: 'MYR',
        totalCents: own.reduce((sum, { priceCents }) => sum + priceCents, 0),
        lines: own.map(({ courseId, title, priceCents }) => ({
          course: { id: courseId, title },
          priceCents,
        })),
      }
      await this.#publish(tx, businessId, { type: 'order.paid', at, data, userId: buyerId })
    }
  }

  /**
   * The amount is included only if the order has a single seller. If it has several, each reads its own part with `GET
   * /orders/{id}/refunds`.
   */
  async orderRefunded(tx: Tx, event: DomainEvents['order.refunded'], at: Date): Promise<void> {
    const lines = await facts.linesOf(tx, event.orderId)
    const buyer = await facts.personFact(tx, event.buyerId)
    if (!buyer) return
    const businesses = linesByBusiness(lines)
    const hasOneSeller = new Set(lines.map(({ businessId }) => businessId)).size === 1
    for (const [businessId, own] of businesses) {
      const data = {
        order: { id: own[0]?.orderPublicId },
        buyer,
        ...(own[0]?.isGift && { gift: true }),
        currency: 'MYR',
        refundedCents: hasOneSeller ? event.cents : null,
        endedCourses: own
          .filter(({ courseId }) => event.courseIds.includes(courseId))
          .map(({ courseId, title }) => ({ id: courseId, title })),
      }
      await this.#publish(tx, businessId, { type: 'order.refunded', at, data, userId: event.buyerId })
    }
  }

  async aboutLearner(
    tx: Tx,
    type: WebhookEvent,
    { userId, courseId }: { userId: number; courseId: number },
    at: Date,
    more: object = {},
  ): Promise<void> {
    const course = await facts.courseOfBusiness(tx, courseId)
    if (!course) return
    const learner = await facts.personFact(tx, userId)
    if (!learner) return
    const data = { course: { id: course.id, title: course.title }, learner, ...more }
    await this.#publish(tx, course.businessId, { type, at, data, userId })
  }

  /** A certificate is issued at the moment when a learner has completed all lessons, so both messages have the same cause. */
  async completed(tx: Tx, event: DomainEvents['certificate.issued'], at: Date): Promise<void> {
    const certificate = { certificate: { id: event.certificateId } }
    await this.aboutLearner(tx, 'course.completed', event, at, certificate)
    await this.aboutLearner(tx, 'certificate.issued', event, at, certificate)
  }

  async coursePublished(tx: Tx, courseId: number, at: Date): Promise<void> {
    const course = await facts.courseOfBusiness(tx, courseId)
    if (!course) return
    const data = { course: { id: course.id, title: course.title } }
    await this.#publish(tx, course.businessId, { type: 'course.published', at, data, userId: null })
  }
}

function linesByBusiness(lines: readonly facts.LineFact[]): Map<number, facts.LineFact[]> {
  const groups = new Map<number, facts.LineFact[]>()
  for (const line of lines) {
    if (line.businessId === null) continue
    groups.set(line.businessId, [...(groups.get(line.businessId) ?? []), line])
  }
  return groups
}
