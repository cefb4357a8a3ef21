/**
 * Closes earlier payment pages, or refuses while they are pending, so that no buyer receives a second page while money may arrive
 * by the first.
 */
import type { PaymentId } from '@apogee/domain/ids.ts'
import type { Logger } from 'pino'
import { ProviderError } from '#server/adapters/payments/port.ts'
import type { Database } from '#server/platform/database/database.ts'
import { refuse } from '#server/policy/refusal.ts'
import { isSettled } from '../model/orders.rules.ts'
import type { Settlement } from '../settlement/settlement.ts'
import * as payments from '../model/payments.store.ts'

export interface SupersededPaymentsDependencies {
  database: Database
  log: Logger
  settlement: Pick<Settlement, 'settlePayment' | 'cancelPayment'>
}

/** 'at bank' means that the buyer has paid and the bank has not answered yet. */
type Closing = 'closed' | 'paid' | 'at bank' | 'no answer'

export class SupersededPayments {
  readonly #deps: SupersededPaymentsDependencies

  constructor(deps: SupersededPaymentsDependencies) {
    this.#deps = deps
  }

  /**
   * Reads earlier payments for these courses before a new order is placed. The bank may have answered meanwhile, or the page of a
   * cancelled order may still be open. Usually there are no such payments.
   */
  async closeSupersededPayments(buyerId: number, courseIds: readonly number[]): Promise<void> {
    const earlier = await payments.unresolvedPayments(this.#deps.database.kysely, buyerId, courseIds)
    const outcomes = await Promise.all(
      earlier.map(({ id, isCancelled, ...purchase }) =>
        isCancelled ? this.#closePage(id) : this.#readAgain(purchase),
      ),
    )
    if (outcomes.includes('no answer')) refuse('PAYMENT_PROVIDER_UNAVAILABLE')
    if (outcomes.includes('at bank')) refuse('PAYMENT_AT_BANK')
  }

  /** Reads the purchase of an open order again. Placing the new order then sees the result. A missing response changes nothing. */
  async #readAgain(purchase: { paymentAccountId: number; providerId: string }): Promise<null> {
    try {
      await this.#deps.settlement.settlePayment(purchase.paymentAccountId, purchase.providerId)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      this.#deps.log.warn({ err: error, ...purchase }, 'earlier pending payment not read')
    }
    return null
  }

  /**
   * Closes the pages of replaced orders. Refuses if the provider is unreachable. The buyer's next attempt then finds the new order,
   * and a job closes the old pages.
   */
  async closePages(paymentIds: readonly PaymentId[]): Promise<'closed' | 'paid' | 'at bank'> {
    const outcomes = await Promise.all(paymentIds.map((id) => this.#closePage(id)))
    if (outcomes.includes('no answer')) refuse('PAYMENT_PROVIDER_UNAVAILABLE')
    return outcomes.includes('paid') ? 'paid' : outcomes.includes('at bank') ? 'at bank' : 'closed'
  }

  async #closePage(paymentId: PaymentId): Promise<Closing> {
    try {
      const recorded = await this.#deps.settlement.cancelPayment(paymentId)
      if (recorded.kind === 'recorded' && isSettled(recorded.orderState)) return 'paid'
      const payment = await payments.paymentById(this.#deps.database.kysely, paymentId)
      return payment?.state === 'pending' ? 'at bank' : 'closed'
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      this.#deps.log.warn({ err: error, paymentId }, 'superseded payment page not closed yet')
      return error.kind === 'unreachable' ? 'no answer' : 'closed'
    }
  }
}
