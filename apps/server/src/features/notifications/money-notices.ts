import type { OrderId } from '@apogee/domain/ids.ts'
import type { Tx } from '#server/platform/database/database.ts'
import * as store from './notifications.store.ts'
import { notify } from './notify.ts'

export class MoneyNotices {
  /** Notifies the buyer of a paid order. A free order notifies of each of its courses, unless it is a gift. */
  async paid(tx: Tx, { orderId, buyerId }: { orderId: OrderId; buyerId: number }, at: Date): Promise<void> {
    const order = await store.orderOf(tx, orderId)
    if (!order) return
    const { courseIds, isGift, recipientId: _recipient, ...data } = order
    if (data.totalCents > 0 || isGift) {
      return notify(tx, { userId: buyerId, kind: 'order.paid', occasion: orderId, data, at })
    }
    for (const [index, courseId] of courseIds.entries()) {
      const course = { courseId, courseTitle: data.courseTitles[index] ?? '' }
      const occasion = `order:${orderId}/${courseId}`
      await notify(tx, { userId: buyerId, kind: 'course.enrolled', occasion, data: course, at })
    }
  }

  /** Notifies each seller's people of their own paid courses: a business's admins, or the lone instructor. */
  async sold(tx: Tx, { orderId }: { orderId: OrderId }, at: Date): Promise<void> {
    for (const { userId, ...data } of await store.salesOf(tx, orderId)) {
      await notify(tx, { userId, kind: 'order.sold', occasion: orderId, data, at })
    }
  }

  /**
   * Notifies the seller's people of a chargeback. The money leaves the seller's balance, whichever payment account it was taken
   * from.
   */
  async chargedBack(
    tx: Tx,
    { orderId, lines }: { orderId: OrderId; lines: readonly { lineId: number; cents: number }[] },
    { id, at }: { id: string; at: Date },
  ): Promise<void> {
    for (const { userId, ...data } of await store.revokedCoursesOf(tx, orderId, lines)) {
      await notify(tx, { userId, kind: 'order.chargedBack', occasion: id, data, at })
    }
  }

  /** Notifies the buyer of a gift, and the person who passed it on, that its recipient has taken it. */
  async giftTaken(
    tx: Tx,
    gift: { orderId: OrderId; buyerId: number; giverId: number },
    at: Date,
  ): Promise<void> {
    const order = await store.orderOf(tx, gift.orderId)
    if (!order) return
    for (const userId of new Set([gift.buyerId, gift.giverId])) {
      const purchaseId = userId === gift.buyerId ? order.purchaseId : null
      const data = { purchaseId, courseTitles: order.courseTitles }
      await notify(tx, { userId, kind: 'gift.taken', occasion: gift.orderId, data, at })
    }
  }

  /**
   * Notifies the buyer of a refund that ended access, and the person who had taken the refunded gift. An order may be refunded line
   * by line, so that each refund notifies once.
   */
  async refunded(
    tx: Tx,
    refund: { orderId: OrderId; buyerId: number; courseIds: readonly number[] },
    { id, at }: { id: string; at: Date },
  ): Promise<void> {
    const order = await store.orderOf(tx, refund.orderId)
    if (!order) return
    const { buyerId } = refund
    const { purchaseId, courseIds } = order
    const courseTitles = order.courseTitles.filter((_, index) =>
      refund.courseIds.includes(courseIds[index] ?? 0),
    )
    // A refund that ends no access notifies nobody. The buyer receives its refund note by mail.
    if (courseTitles.length === 0) return
    const data = { purchaseId, courseTitles }
    await notify(tx, { userId: buyerId, kind: 'order.refunded', occasion: id, data, at })
    if (order.recipientId === null) return
    await notify(tx, {
      userId: order.recipientId,
      kind: 'gift.refunded',
      occasion: id,
      data: { courseTitles },
      at,
    })
  }

  async moneyWaiting(tx: Tx, { itemId }: { itemId: number }, at: Date): Promise<void> {
    const item = await store.openException(tx, itemId)
    if (!item) return
    const { people, ...data } = item
    for (const userId of people)
      await notify(tx, { userId, kind: 'money.waiting', occasion: itemId, data, at })
  }

  async refundRequested(
    tx: Tx,
    { requestId, buyerId }: { requestId: number; buyerId: number },
    at: Date,
  ): Promise<void> {
    const request = await store.refundRequestOf(tx, requestId)
    if (!request) return
    const { sellers, ...data } = request
    for (const userId of sellers) {
      await notify(tx, {
        userId,
        kind: 'refund.requested',
        occasion: requestId,
        data,
        actorId: buyerId,
        at,
      })
    }
  }

  async refundDeclined(
    tx: Tx,
    { requestId, buyerId }: { requestId: number; buyerId: number },
    at: Date,
  ): Promise<void> {
    const request = await store.refundRequestOf(tx, requestId)
    if (!request) return
    const { purchaseId, courseTitles } = request
    const data = { purchaseId, courseTitles }
    await notify(tx, { userId: buyerId, kind: 'refund.declined', occasion: requestId, data, at })
  }
}
