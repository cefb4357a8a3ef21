/** Gives the courses of a paid gift to the person who takes it. */
import type { OrderId } from '@apogee/domain/ids.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { Enrolments } from '#server/features/enrolments/enrolments.service.ts'
import { openPaymentException } from '../exceptions/payment-exceptions.store.ts'
import * as store from '../model/orders.store.ts'
import * as payments from '../model/payments.store.ts'

interface GiftOrdersDependencies {
  clock: Clock
  enrolments: Pick<Enrolments, 'grant'> & { removals: Pick<Enrolments['removals'], 'refuseRemoved'> }
}

const hasSettled = ({ outcome }: payments.PaymentRow): boolean => outcome === 'settled'

export class GiftOrders {
  readonly #deps: GiftOrdersDependencies

  constructor(deps: GiftOrdersDependencies) {
    this.#deps = deps
  }

  /** Locks the order until the transaction ends, so that it is neither refunded nor taken meanwhile. */
  lock(tx: Tx, orderId: OrderId): Promise<store.OrderRow> {
    return store.lockOrder(tx, orderId)
  }

  /**
   * Gives the courses that were not refunded. The promised lengths begin now, or at the end of access that the learner has. The
   * learner takes the first open cohort of each course, and the course's present prerequisites apply. Refuses somebody who has all
   * courses without an end, and opens an exception for one who has some. Requires that the order is locked and nobody has taken it.
   */
  async give(tx: Tx, orderId: OrderId, learnerId: number): Promise<number[]> {
    const given = (await store.linesOf(tx, orderId)).filter(({ status }) => status === 'granted')
    const free = given.filter(({ priceCents }) => priceCents === 0).map(({ courseId }) => courseId)
    await this.#deps.enrolments.removals.refuseRemoved(tx, learnerId, free)
    await store.setLearner(tx, orderId, learnerId)
    let owned = 0
    for (const { id, courseId, access } of given) {
      const source = { kind: 'order_line', id } as const
      const place = { userId: learnerId, courseId, source, access, extending: 'always' } as const
      if ((await this.#deps.enrolments.grant(tx, place)) === 'already') owned += 1
    }
    if (owned === given.length) refuse('GIFT_OWNED')
    const payment = owned > 0 ? (await payments.lockPaymentsOf(tx, orderId)).find(hasSettled) : undefined
    if (payment) {
      const about = { topic: 'already_owned', paymentId: payment.id, refundId: null } as const
      await openPaymentException(tx, about, this.#deps.clock.now())
    }
    return given.map(({ courseId }) => courseId)
  }
}
