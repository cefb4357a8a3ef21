import { randomUUID } from 'node:crypto'
import type { PaymentProvider } from '../../../apps/server/src/adapters/payments/port.ts'
import { unusedPayments } from '../../../apps/server/src/adapters/payments/testing.ts'
import { paidPurchase } from './checkout-bench.ts'

/** Returns a provider in memory. A purchase counts as paid as soon as it is read, and every callback counts as signed. */
export function instantProvider(): PaymentProvider {
  const created = new Map<string, { reference: string; totalCents: number }>()
  return {
    ...unusedPayments,
    checkCredentials: async () => 'accepted',
    verifyCallback: async () => true,
    parseCallback(body) {
      const { id, event_type: eventType } = JSON.parse(body.toString('utf8')) as Record<string, string>
      return { purchaseId: id ?? '', eventType: eventType ?? null, reference: null }
    },
    async createPurchase(_account, { reference, totalCents }) {
      const id = randomUUID()
      created.set(id, { reference, totalCents })
      return {
        ...paidPurchase(id, reference, totalCents),
        checkoutUrl: `http://127.0.0.1/pay/${id}`,
        state: 'unpaid',
        providerStatus: 'created',
        payable: true,
        paidAmountCents: null,
        paidCurrency: null,
        paidAt: null,
        paymentMethod: '',
      }
    },
    async readPurchase(_account, id) {
      const purchase = created.get(id)
      if (!purchase) throw new Error(`no purchase ${id} was created`)
      return paidPurchase(id, purchase.reference, purchase.totalCents)
    },
  }
}
