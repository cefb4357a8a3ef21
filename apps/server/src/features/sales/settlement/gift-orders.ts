/** Gives the courses of a paid gift to the person who takes it. */
import type { OrderId } from '@apogee/domain/ids.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Enrolments } from '#server/features/enrolments/enrolments.service.ts'
import * as store from '../model/orders.store.ts'

export class GiftOrders {
  readonly #enrolments: Pick<Enrolments, 'grant'>

  constructor({ enrolments }: { enrolments: Pick<Enrolments, 'grant'> }) {
    this.#enrolments = enrolments
  }

  /** Locks the order until the transaction ends, so that it is neither refunded nor taken meanwhile. */
  lock(tx: Tx, orderId: OrderId): Promise<store.OrderRow> {
    return store.lockOrder(tx, orderId)
  }

  /**
   * Gives the courses that were not refunded. The promised lengths begin now. The learner takes the first open cohort of each course,
   * and the course's present prerequisites apply. Requires that the order is locked and nobody has taken it.
   */
  async give(tx: Tx, orderId: OrderId, learnerId: number): Promise<number[]> {
    const given = (await store.linesOf(tx, orderId)).filter(({ status }) => status === 'granted')
    await store.setLearner(tx, orderId, learnerId)
    for (const { id, courseId, access } of given) {
      const source = { kind: 'order_line', id } as const
      await this.#enrolments.grant(tx, {
        userId: learnerId,
        courseId,
        source,
        access,
        extending: 'renewable',
      })
    }
    return given.map(({ courseId }) => courseId)
  }
}
