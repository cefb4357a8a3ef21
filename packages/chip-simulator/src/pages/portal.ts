/** Performs actions of the provider's portal and of the payer's bank on purchases. These actions need no API key. */
import { deliveriesFor, generatePrivateKey, signBody, type Listeners } from '../callbacks.ts'
import type {
  ActResult,
  CallbackPlan,
  PurchaseDocument,
  SimulatedPurchase,
} from '../purchase/purchase-document.ts'
import { cancel, clear, markAsPaid } from '../purchase/purchase.rules.ts'
import {
  chargeBack,
  refund,
  returnRefund,
  winChargeback,
  type RefundPlan,
} from '../purchase/purchase-refunds.rules.ts'
import type { Act } from '../purchase/purchase-steps.rules.ts'
import type { PurchaseFilter, SimulatorStorage } from '../storage/storage.ts'

interface PortalDependencies {
  storage: SimulatorStorage
  now: () => Date
  change: (found: SimulatedPurchase, act: Act) => Promise<ActResult | null>
  /** Returns the purchase after all changes that are due by the clock. */
  current: (found: SimulatedPurchase) => Promise<PurchaseDocument>
  listenersOf: (companyId: string) => Promise<Listeners>
  companyOf: (secret: string) => string
  /** The portal calls this function after the account's key has changed. */
  forgetKey: (companyId: string) => void
}

const paid = [{ type: 'purchase.paid', subject: 'purchase' as const }]

export class Portal {
  readonly #deps: PortalDependencies

  constructor(deps: PortalDependencies) {
    this.#deps = deps
  }

  async #perform(id: string, act: Act): Promise<ActResult | null> {
    const found = await this.#deps.storage.findPurchase(id)
    return found && this.#deps.change(found, act)
  }

  async list(wanted: PurchaseFilter): Promise<PurchaseDocument[]> {
    return Promise.all(
      (await this.#deps.storage.listPurchases(wanted)).map((found) => this.#deps.current(found)),
    )
  }

  async find(id: string): Promise<PurchaseDocument | null> {
    const found = await this.#deps.storage.findPurchase(id)
    return found && this.#deps.current(found)
  }

  refund(id: string, amount: number | null, plan: RefundPlan): Promise<ActResult | null> {
    return this.#perform(id, (purchase, seconds) => refund(purchase, amount, plan, seconds))
  }

  /** Simulates that the payer's bank sends the money of the newest refund back to the seller. */
  returnRefund(id: string): Promise<ActResult | null> {
    return this.#perform(id, returnRefund)
  }

  chargeBack(id: string): Promise<ActResult | null> {
    return this.#perform(id, chargeBack)
  }

  winChargeback(id: string): Promise<ActResult | null> {
    return this.#perform(id, winChargeback)
  }

  /** Advances a card payment to `cleared`, then to `settled`. */
  clear(id: string): Promise<ActResult | null> {
    return this.#perform(id, clear)
  }

  markAsPaid(id: string): Promise<ActResult | null> {
    return this.#perform(id, markAsPaid)
  }

  cancel(id: string): Promise<ActResult | null> {
    return this.#perform(id, cancel)
  }

  /** Sends a callback with the current purchase, or with the purchase `another`. Returns false when the purchase does not exist. */
  async callBack(id: string, plan: CallbackPlan, another: string = id): Promise<boolean> {
    const [found, reported] = await Promise.all([
      this.#deps.storage.findPurchase(id),
      this.#deps.storage.findPurchase(another),
    ])
    if (!found || !reported || found.document.success_callback === '') return false
    const listeners = { ...(await this.#deps.listenersOf(reported.companyId)), webhooks: [] }
    const outcome = deliveriesFor(paid, null, reported.document, plan, listeners, this.#deps.now())
    const sent = await this.#deps.storage.changePurchase(id, (purchase) => ({
      purchase,
      deliveries: outcome.map((delivery) => ({ ...delivery, url: found.document.success_callback })),
      outcome: outcome.length > 0,
    }))
    return sent ?? false
  }

  /** Sends the bytes of an earlier delivery again. */
  sendAgain(deliveryId: string): Promise<boolean> {
    return this.#deps.storage.sendAgain(deliveryId, this.#deps.now())
  }

  /** Returns a genuine signature of this account over the given bytes. */
  async sign(secret: string, body: string): Promise<string> {
    return signBody((await this.#deps.listenersOf(this.#deps.companyOf(secret))).companyKey, body)
  }

  /** Replaces the account's signing key. */
  async rotateKey(secret: string): Promise<void> {
    const companyId = this.#deps.companyOf(secret)
    await this.#deps.storage.replaceSigningKey(companyId, await generatePrivateKey())
    this.#deps.forgetKey(companyId)
  }
}
