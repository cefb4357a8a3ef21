/** Records new purchases outside of the database before a payer can pay them. */
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/database/database.ts'
import { within } from '#server/platform/time-limit.ts'
import type { PaymentProvider } from './port.ts'

export interface PurchaseNotes {
  note(purchase: {
    at: string
    accountId: number
    purchaseId: string
    reference: string
    amountCents: number
  }): Promise<void>
}

/** Writing a note is given up after this time, because a network disk may never answer. */
const noteMs = 2_000

/** Writes a note of each new purchase. A note that fails or takes too long is logged, and the purchase continues. */
export function notingPurchases(
  provider: PaymentProvider,
  notes: PurchaseNotes,
  { log, clock }: { log: Log; clock: Clock },
): PaymentProvider {
  return {
    async createPurchase(account, request) {
      const purchase = await provider.createPurchase(account, request)
      const { id: purchaseId, reference, amountCents } = purchase
      try {
        const note = notes.note({
          at: clock.now().toISOString(),
          accountId: account.id,
          purchaseId,
          reference,
          amountCents,
        })
        await within(noteMs, note)
      } catch (err) {
        log.error({ err, purchaseId }, 'purchase not noted outside of the database')
      }
      return purchase
    },
    readPurchase: (account, id) => provider.readPurchase(account, id),
    cancelPurchase: (account, id) => provider.cancelPurchase(account, id),
    refundPurchase: (account, id, amountCents) => provider.refundPurchase(account, id, amountCents),
    verifyCallback: (account, rawBody, signature) => provider.verifyCallback(account, rawBody, signature),
    parseCallback: (rawBody) => provider.parseCallback(rawBody),
    isPaidEvent: (eventType) => provider.isPaidEvent(eventType),
    paymentMethods: (account, amountCents) => provider.paymentMethods(account, amountCents),
    checkCredentials: (account) => provider.checkCredentials(account),
    record: () => provider.record(),
  }
}
