/**
 * Receives the provider's callbacks. They are verified, stored unchanged and answered at once. Only a read of the purchase applies
 * what they report (docs/orders-and-payments.md#callbacks).
 */
import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import { ProviderError, type PaymentProvider } from '#server/adapters/payments/port.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { Businesses } from '#server/features/businesses/businesses.service.ts'
import type { Settlement } from './settlement.ts'
import * as payments from '../model/payments.store.ts'

export interface CallbackDependencies {
  database: Database
  payments: PaymentProvider
  clock: Clock
  log: Logger
  businesses: Businesses
  settlement: Pick<Settlement, 'settlePayment'>
}

export const readTask = 'payments.apply-callback'

/**
 * The purchase of a callback is read again after these delays, if the callback reports a payment but no order matches. One response
 * of the provider may have been stale or garbled. The provider does not repeat callbacks that were acknowledged, so a single read
 * could lose the money.
 */
const rereadDelaysSeconds = [15, 60, 300, 1800, 7200, 43_200]

export class Callbacks {
  readonly #deps: CallbackDependencies
  #refused = 0

  constructor(deps: CallbackDependencies) {
    this.#deps = deps
  }

  /**
   * Stores a callback with exactly these bytes for the account in the path. Before its signature is verified, nothing is parsed and
   * no order is read. A missing account is refused like a wrong signature.
   */
  async receiveCallback(accountId: number, body: Buffer, signature: string | undefined): Promise<void> {
    if (!(await this.#isGenuine(accountId, body, signature))) {
      this.#refused += 1
      this.#deps.log.warn(
        { accountId, bytes: body.length, refused: this.#refused },
        'payment callback refused: not signed by its account',
      )
      refuse('CALLBACK_NOT_SIGNED')
    }
    const hint = this.#deps.payments.parseCallback(body)
    const named = 'refused' in hint ? null : hint
    await this.#deps.database.transaction(async (tx) => {
      const { id, isFirst } = await payments.storeCallback(tx, {
        paymentAccountId: accountId,
        bodySha256: createHash('sha256').update(body).digest(),
        body,
        eventType: named?.eventType ?? null,
        providerId: named?.purchaseId.toLowerCase() ?? null,
        receivedAt: this.#deps.clock.now(),
      })
      // A repetition of the same bytes contains no news, because the job of the first one reads the purchase.
      if (isFirst && named) await enqueue(tx, readTask, { eventId: id }, { priority: 'first' })
    })
  }

  async #isGenuine(accountId: number, body: Buffer, signature: string | undefined): Promise<boolean> {
    if (!signature) return false
    const account = await this.#deps.businesses.providerAccount(accountId)
    if (!account) return false
    try {
      return await this.#deps.payments.verifyCallback(account, body, signature)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      this.#deps.log.warn({ err: error, accountId }, 'payment callback not verified')
      return refuse('UNAVAILABLE')
    }
  }

  /** Reads the purchase of a callback as a job. Throws while the provider cannot be read, so that the job is retried. */
  async readCallback(eventId: number, look = 0): Promise<void> {
    const event = await payments.callbackById(this.#deps.database.kysely, eventId)
    if (!event?.providerId || (event.isHandled && look === 0)) return
    let matchesNoOrder = false
    try {
      const recorded = await this.#deps.settlement.settlePayment(
        event.paymentAccountId,
        event.providerId,
        'callback',
      )
      if (recorded.kind === 'unknown') {
        matchesNoOrder = true
        this.#deps.log.warn(
          { eventId, purchase: event.providerId, look },
          'payment callback matches no order',
        )
      }
    } catch (error) {
      if (!(error instanceof ProviderError && error.kind === 'not_found')) throw error
      this.#deps.log.warn(
        { eventId, purchase: event.providerId },
        'payment callback names an unknown purchase',
      )
    }
    const again = rereadDelaysSeconds[look]
    await this.#deps.database.transaction(async (tx) => {
      await payments.markCallbackHandled(tx, eventId, this.#deps.clock.now())
      const isPaid = event.eventType !== null && this.#deps.payments.isPaidEvent(event.eventType)
      if (!matchesNoOrder || again === undefined || !isPaid) return
      const runAt = new Date(this.#deps.clock.now().getTime() + again * 1000)
      await enqueue(tx, readTask, { eventId, look: look + 1 }, { runAt, priority: 'first' })
    })
  }

  callbacksRefused() {
    return this.#refused
  }
}
