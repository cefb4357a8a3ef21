/**
 * Implements a local payment provider that behaves like CHIP (docs/chip.md#what-the-simulator-imitates): purchases, payments,
 * refunds and callbacks over a storage, driven by a clock. api.ts holds the API, http.ts the pages, and deliveries.ts sends
 * callbacks.
 */
import { createHash, randomInt, randomUUID } from 'node:crypto'

import {
  faithfulCallback,
  type ActResult,
  type CallbackPlan,
  type PaymentTry,
  type PurchaseDocument,
  type SimulatedPurchase,
} from './purchase/purchase-document.ts'
import { deliveriesFor, generatePrivateKey, publicKeyOf, type Listeners } from './callbacks.ts'
import { createFaults, type SimulatorFaults } from './faults.ts'
import { Portal } from './pages/portal.ts'
import { placePurchase, type ErrorBody } from './purchase/purchase-order.rules.ts'
import { advance, attemptPayment, cancel, markAsPaid, view } from './purchase/purchase.rules.ts'
import { refund } from './purchase/purchase-refunds.rules.ts'
import { isRefused, type Act } from './purchase/purchase-steps.rules.ts'
import { eventsBetween } from './purchase/purchase-events.rules.ts'
import type { Delivery, SimulatorStorage } from './storage/storage.ts'
import { Webhooks } from './webhooks.ts'

interface SimulatorOptions {
  storage: SimulatorStorage
  /** Returns the root address of the pages of a purchase that returns to `successRedirect`; the result ends with a slash. */
  pageRoot: (successRedirect: string) => string
  now?: () => Date
  /** Refuses callbacks to ports other than 80 and 443, as CHIP does. */
  strictCallbackPorts?: boolean
}

/** Describes a payment by FPX that succeeds at once and whose callback has no fault. */
export const plainPayment: PaymentTry = {
  method: 'fpx',
  errorCode: null,
  extra: {},
  slowSeconds: 0,
  callback: faithfulCallback,
}

export const declinedPayment: PaymentTry = { ...plainPayment, errorCode: 'insufficient_funds' }

/**
 * Accepts any key that is not blank and does not begin with `bad-`. A key that begins with `live-` makes live purchases. A key that
 * looks like one of CHIP's own is refused, because real keys do not belong in the simulator.
 */
export function isKnownSecret(secret: string): boolean {
  return secret.trim() !== '' && !secret.startsWith('bad-') && !/^[\w-]{80,}==$/.test(secret)
}

export class Simulator {
  readonly now: () => Date
  readonly #deps: SimulatorOptions
  readonly #strictCallbackPorts: boolean
  readonly #privateKeys = new Map<string, string>()
  /** Performs actions at the provider's portal and at banks. */
  readonly portal: Portal
  readonly faults: SimulatorFaults
  readonly webhooks: Webhooks
  readonly companyOf = companyOf

  constructor(deps: SimulatorOptions) {
    this.#deps = deps
    this.#strictCallbackPorts = deps.strictCallbackPorts ?? false
    this.now = deps.now ?? (() => new Date())
    this.portal = new Portal({
      storage: deps.storage,
      now: this.now,
      change: this.#change.bind(this),
      current: this.#current.bind(this),
      listenersOf: this.#listenersOf.bind(this),
      companyOf,
      forgetKey: (companyId) => this.#privateKeys.delete(companyId),
    })
    this.faults = createFaults()
    this.webhooks = new Webhooks({
      storage: deps.storage,
      now: this.now,
      strictPorts: this.#strictCallbackPorts,
    })
  }

  async #privateKey(companyId: string): Promise<string> {
    const held = this.#privateKeys.get(companyId)
    if (held !== undefined) return held
    const key = await this.#deps.storage.signingKey(companyId, generatePrivateKey)
    this.#privateKeys.set(companyId, key)
    return key
  }

  async #listenersOf(companyId: string): Promise<Listeners> {
    const companyKey = await this.#privateKey(companyId)
    return { companyKey, webhooks: await this.#deps.storage.webhooksOf(companyId) }
  }

  /** Applies the changes that are due by the clock, then `act`, and creates the callbacks of both. */
  async #change(
    found: { id: string; companyId: string },
    act: Act,
    plan: CallbackPlan = faithfulCallback,
  ): Promise<ActResult | null> {
    const listeners = await this.#listenersOf(found.companyId)
    return this.#deps.storage.changePurchase(found.id, (held) => {
      const at = this.now()
      const seconds = unixSeconds(at)
      const aged = advance(held, seconds)
      const outcome = act(aged.purchase, seconds)
      const purchase = isRefused(outcome) ? (outcome.tried ?? aged.purchase) : outcome
      const deliveriesOf = (before: PurchaseDocument, after: PurchaseDocument, wished: CallbackPlan) =>
        deliveriesFor(eventsBetween(before, after), before, after, wished, listeners, at)
      const deliveries = [
        ...deliveriesOf(held.document, aged.purchase.document, aged.callback ?? faithfulCallback),
        ...deliveriesOf(aged.purchase.document, purchase.document, plan),
      ]
      return { purchase, deliveries, outcome: isRefused(outcome) ? outcome : purchase.document }
    })
  }

  /** Applies `act` to a purchase of the account with this secret. Null means that this account has no such purchase. */
  async perform(secret: string, id: string, act: Act): Promise<ActResult | null> {
    const found = await this.#deps.storage.findPurchase(id)
    return found && found.companyId === companyOf(secret) ? this.#change(found, act) : null
  }

  /** Returns the purchase with all changes that are due by the clock, and stores it if the clock has changed it. */
  async #current(found: SimulatedPurchase): Promise<PurchaseDocument> {
    const isAsStored = advance(found, unixSeconds(this.now())).purchase === found
    if (isAsStored) return found.document
    const outcome = await this.#change(found, (purchase) => purchase)
    return outcome && !isRefusal(outcome) ? outcome : found.document
  }

  async create(secret: string, body: unknown): Promise<PurchaseDocument | { errors: ErrorBody }> {
    const id = randomUUID()
    const companyId = companyOf(secret)
    const document = placePurchase(body, {
      id,
      companyId,
      isTest: !secret.startsWith('live-'),
      now: unixSeconds(this.now()),
      number: randomInt(100, 1_000_000),
      checkoutUrl: (successRedirect) => `${this.#deps.pageRoot(successRedirect)}p/${id}/`,
      strictCallbackPorts: this.#strictCallbackPorts,
    })
    if ('errors' in document) return document
    const hasWebhooks = (await this.#deps.storage.webhooksOf(companyId)).length > 0
    const deliveries = hasWebhooks
      ? deliveriesFor(
          eventsBetween(null, document),
          null,
          document,
          faithfulCallback,
          await this.#listenersOf(companyId),
          this.now(),
        )
      : []
    await this.#deps.storage.insertPurchase({ id, companyId, document, settling: null }, deliveries)
    return document
  }

  /** Returns the purchase, or null when the account of this secret has no such purchase. */
  async read(secret: string, id: string): Promise<PurchaseDocument | null> {
    const found = await this.#deps.storage.findPurchase(id)
    return found && found.companyId === companyOf(secret) ? this.#current(found) : null
  }

  cancel(secret: string, id: string): Promise<ActResult | null> {
    return this.perform(secret, id, cancel)
  }

  /** `amount` is in sen; null means the remaining amount. */
  refund(
    secret: string,
    id: string,
    amount: number | null,
    slowSeconds: number,
    fails = false,
  ): Promise<ActResult | null> {
    return this.perform(secret, id, (purchase, seconds) =>
      refund(purchase, amount, { slowSeconds, fails }, seconds),
    )
  }

  markAsPaid(secret: string, id: string): Promise<ActResult | null> {
    return this.perform(secret, id, markAsPaid)
  }

  async publicKey(secret: string): Promise<string> {
    return publicKeyOf(await this.#privateKey(companyOf(secret)))
  }

  /** Records that the payer opened the page. */
  async openPage(id: string): Promise<PurchaseDocument | null> {
    const found = await this.#deps.storage.findPurchase(id)
    if (!found) return null
    if (view(found, 0) === found) return this.#current(found)
    const outcome = await this.#change(found, view)
    return outcome && !isRefusal(outcome) ? outcome : found.document
  }

  /** Handles the payer's Pay or Decline. A purchase that is not payable stays unchanged, so two open tabs cannot pay twice. */
  async tryPayment(id: string, attempt: PaymentTry): Promise<PurchaseDocument | null> {
    const found = await this.#deps.storage.findPurchase(id)
    if (!found) return null
    const act: Act = (purchase, seconds) => attemptPayment(purchase, attempt, seconds)
    const outcome = await this.#change(found, act, attempt.callback)
    if (outcome && !isRefusal(outcome)) return outcome
    const held = await this.#deps.storage.findPurchase(id)
    return held?.document ?? null
  }

  /** Ends slow payments and refunds that are due; returns their number. */
  async settleDue(): Promise<number> {
    const due = await this.#deps.storage.purchasesToSettle(this.now())
    for (const found of due) await this.#change(found, (purchase) => purchase)
    return due.length
  }

  deliveriesOf(purchaseId: string): Promise<Delivery[]> {
    return this.#deps.storage.deliveriesOf(purchaseId)
  }
}

export function isRefusal(outcome: ActResult): outcome is { refused: string; field?: string } {
  return 'refused' in outcome
}

function unixSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1000)
}

/** Maps each secret to its own company, so that one seller's signature is not valid for another. */
function companyOf(secret: string): string {
  const digest = createHash('sha256').update(`simulator company ${secret}`).digest('hex')
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    digest.slice(12, 16),
    digest.slice(16, 20),
    digest.slice(20, 32),
  ].join('-')
}
