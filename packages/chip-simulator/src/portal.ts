/** What people at the provider's portal and at the payer's bank do to purchases: nobody's key is needed. */
import { deliveriesFor, generatePrivateKey, signBody, type Listeners } from './callbacks.ts'
import type { CallbackPlan, PurchaseDocument, SimulatedPurchase } from './purchase-document.ts'
import { cancel, clear, markAsPaid } from './purchase.rules.ts'
import { chargeBack, refund, returnRefund, winChargeback, type RefundPlan } from './purchase-refunds.rules.ts'
import type { Act } from './purchase-steps.rules.ts'
import type { ActResult } from './simulator.ts'
import type { PurchaseFilter, SimulatorStorage } from './storage.ts'

export interface Portal {
  list(wanted: PurchaseFilter): Promise<PurchaseDocument[]>
  find(id: string): Promise<PurchaseDocument | null>
  refund(id: string, amount: number | null, plan: RefundPlan): Promise<ActResult | null>
  /** The bank sends the newest refund back. */
  returnRefund(id: string): Promise<ActResult | null>
  chargeBack(id: string): Promise<ActResult | null>
  winChargeback(id: string): Promise<ActResult | null>
  /** A later stage of some card payments: `cleared`, then `settled`. */
  clear(id: string): Promise<ActResult | null>
  markAsPaid(id: string): Promise<ActResult | null>
  cancel(id: string): Promise<ActResult | null>
  /** Reports the purchase as it is now once more, or `another` purchase in its place: false when there is none. */
  callBack(id: string, plan: CallbackPlan, another?: string): Promise<boolean>
  /** The same bytes again. */
  sendAgain(deliveryId: string): Promise<boolean>
  /** A genuine signature of this account over any bytes. */
  sign(secret: string, body: string): Promise<string>
  /** The account signs with a new key from now on. */
  rotateKey(secret: string): Promise<void>
}

interface PortalDependencies {
  storage: SimulatorStorage
  now: () => Date
  change: (found: SimulatedPurchase, act: Act) => Promise<ActResult | null>
  /** As the clock has made it by now. */
  current: (found: SimulatedPurchase) => Promise<PurchaseDocument>
  listenersOf: (companyId: string) => Promise<Listeners>
  companyOf: (secret: string) => string
  /** The account's key has changed. */
  forgetKey: (companyId: string) => void
}

const paid = [{ type: 'purchase.paid', subject: 'purchase' as const }]

export function createPortal(parts: PortalDependencies): Portal {
  const { storage, now, change, current, listenersOf, companyOf } = parts
  const act = (change_: Act) => async (id: string) => {
    const found = await storage.findPurchase(id)
    return found && change(found, change_)
  }
  return {
    async list(wanted) {
      return Promise.all((await storage.listPurchases(wanted)).map(current))
    },
    async find(id) {
      const found = await storage.findPurchase(id)
      return found && current(found)
    },
    refund: (id, amount, plan) => act((purchase, seconds) => refund(purchase, amount, plan, seconds))(id),
    returnRefund: act(returnRefund),
    chargeBack: act(chargeBack),
    winChargeback: act(winChargeback),
    clear: act(clear),
    markAsPaid: act(markAsPaid),
    cancel: act(cancel),

    async callBack(id, plan, another = id) {
      const [found, reported] = await Promise.all([storage.findPurchase(id), storage.findPurchase(another)])
      if (!found || !reported || found.document.success_callback === '') return false
      const listeners = { ...(await listenersOf(reported.companyId)), webhooks: [] }
      const outcome = deliveriesFor(paid, null, reported.document, plan, listeners, now())
      const sent = await storage.changePurchase(id, (purchase) => ({
        purchase,
        deliveries: outcome.map((delivery) => ({ ...delivery, url: found.document.success_callback })),
        outcome: outcome.length > 0,
      }))
      return sent ?? false
    },

    sendAgain: (deliveryId) => storage.sendAgain(deliveryId, now()),
    sign: async (secret, body) => signBody((await listenersOf(companyOf(secret))).companyKey, body),

    async rotateKey(secret) {
      const companyId = companyOf(secret)
      await storage.replaceSigningKey(companyId, await generatePrivateKey())
      parts.forgetKey(companyId)
    },
  }
}
