/**
 * A payment provider in small that behaves like CHIP (chip.md §11): purchases, payments, refunds and callbacks over a
 * storage, driven by a clock. Its API stands in api.ts, its pages in http.ts, its callbacks go out in deliveries.ts.
 */
import { createHash, randomInt, randomUUID } from 'node:crypto'

import {
  faithfulCallback,
  type CallbackPlan,
  type PaymentTry,
  type PurchaseDocument,
  type SimulatedPurchase,
} from './purchase-document.ts'
import { generatePrivateKey, paidCallbacks, publicKeyOf } from './callbacks.ts'
import { createFaults, type SimulatorFaults } from './faults.ts'
import { placePurchase, type ErrorBody } from './purchase-order.rules.ts'
import {
  advance,
  attemptPayment,
  cancel,
  isRefused,
  markAsPaid,
  refund,
  view,
  type Outcome,
} from './purchase.rules.ts'
import type { Delivery, SimulatorStorage } from './storage.ts'

interface SimulatorOptions {
  storage: SimulatorStorage
  /** Where the pages of a purchase stand that returns to this address; ends with a slash. */
  pageRoot: (successRedirect: string) => string
  now?: () => Date
  /** Refuses callbacks to other ports than 80 and 443, as CHIP does. */
  strictCallbackPorts?: boolean
}

export type Told = PurchaseDocument | { refused: string; field?: string }

export interface Simulator {
  faults: SimulatorFaults
  now: () => Date
  create(secret: string, body: unknown): Promise<PurchaseDocument | { errors: ErrorBody }>
  /** Null: no such purchase for this secret. */
  read(secret: string, id: string): Promise<PurchaseDocument | null>
  cancel(secret: string, id: string): Promise<Told | null>
  /** `amount` in sen, null for all that is left. */
  refund(secret: string, id: string, amount: number | null, slowSeconds: number): Promise<Told | null>
  markAsPaid(secret: string, id: string): Promise<Told | null>
  publicKey(secret: string): Promise<string>
  /** The payer's page was opened. */
  openPage(id: string): Promise<PurchaseDocument | null>
  /** The payer presses Pay or Decline. A purchase that cannot be paid any more is told as it is: two tabs pay once. */
  tryPayment(id: string, attempt: PaymentTry): Promise<PurchaseDocument | null>
  /** Ends slow payments and refunds whose time has come; says how many. */
  settleDue(): Promise<number>
  deliveriesOf(purchaseId: string): Promise<Delivery[]>
}

/** Pays at once with a faithful callback, by FPX. */
export const plainPayment: PaymentTry = {
  method: 'fpx',
  errorCode: null,
  extra: {},
  slowSeconds: 0,
  callback: faithfulCallback,
}

export const declinedPayment: PaymentTry = { ...plainPayment, errorCode: 'insufficient_funds' }

/** Whether the simulator knows this key: any that is not blank and does not begin with `bad-`. */
export function isKnownSecret(secret: string): boolean {
  return secret.trim() !== '' && !secret.startsWith('bad-')
}

export function createSimulator(options: SimulatorOptions): Simulator {
  const { storage, pageRoot, strictCallbackPorts = false } = options
  const now = options.now ?? (() => new Date())
  const privateKeys = new Map<string, string>()

  async function privateKey(companyId: string): Promise<string> {
    const held = privateKeys.get(companyId)
    if (held !== undefined) return held
    const key = await storage.signingKey(companyId, generatePrivateKey)
    privateKeys.set(companyId, key)
    return key
  }

  /** One change of a purchase, after what the clock has done to it, with the callbacks of both. */
  async function change(
    found: { id: string; companyId: string },
    act: (purchase: SimulatedPurchase, seconds: number) => { outcome: Outcome; paid: CallbackPlan | null },
  ): Promise<Told | null> {
    const key = await privateKey(found.companyId)
    return storage.changePurchase(found.id, (held) => {
      const at = now()
      const seconds = unixSeconds(at)
      const aged = advance(held, seconds)
      const { outcome, paid } = act(aged.purchase, seconds)
      const purchase = isRefused(outcome) ? aged.purchase : outcome
      const callbacks = [
        ...(aged.paid ? paidCallbacks(aged.purchase.document, aged.paid, key, at) : []),
        ...(paid && !isRefused(outcome) ? paidCallbacks(outcome.document, paid, key, at) : []),
      ]
      return { purchase, deliveries: callbacks, told: isRefused(outcome) ? outcome : purchase.document }
    })
  }

  async function changeAs(
    secret: string,
    id: string,
    act: (purchase: SimulatedPurchase, seconds: number) => Outcome,
  ): Promise<Told | null> {
    const found = await storage.findPurchase(id)
    if (!found || found.companyId !== companyOf(secret)) return null
    return change(found, (purchase, seconds) => ({ outcome: act(purchase, seconds), paid: null }))
  }

  /** The purchase as it stands now; written only when the clock has changed it. */
  async function current(found: SimulatedPurchase): Promise<PurchaseDocument> {
    const isAsStored = advance(found, unixSeconds(now())).purchase === found
    if (isAsStored) return found.document
    const told = await change(found, (purchase) => ({ outcome: purchase, paid: null }))
    return told && !isRefusal(told) ? told : found.document
  }

  return {
    faults: createFaults(),
    now,

    async create(secret, body) {
      const id = randomUUID()
      const companyId = companyOf(secret)
      const document = placePurchase(body, {
        id,
        companyId,
        isTest: true,
        now: unixSeconds(now()),
        number: randomInt(100, 1_000_000),
        checkoutUrl: (successRedirect) => `${pageRoot(successRedirect)}p/${id}/`,
        strictCallbackPorts,
      })
      if ('errors' in document) return document
      await storage.insertPurchase({ id, companyId, document, settling: null })
      return document
    },

    async read(secret, id) {
      const found = await storage.findPurchase(id)
      return found && found.companyId === companyOf(secret) ? current(found) : null
    },

    cancel: (secret, id) => changeAs(secret, id, cancel),
    refund: (secret, id, amount, slowSeconds) =>
      changeAs(secret, id, (purchase, seconds) => refund(purchase, amount, slowSeconds, seconds)),
    markAsPaid: (secret, id) => changeAs(secret, id, markAsPaid),
    publicKey: async (secret) => publicKeyOf(await privateKey(companyOf(secret))),

    async openPage(id) {
      const found = await storage.findPurchase(id)
      if (!found) return null
      if (view(found, 0) === found) return current(found)
      const told = await change(found, (purchase, seconds) => ({
        outcome: view(purchase, seconds),
        paid: null,
      }))
      return told && !isRefusal(told) ? told : found.document
    },

    async tryPayment(id, attempt) {
      const found = await storage.findPurchase(id)
      if (!found) return null
      const isAtOnce = attempt.errorCode === null && attempt.slowSeconds <= 0
      const told = await change(found, (purchase, seconds) => ({
        outcome: attemptPayment(purchase, attempt, seconds),
        paid: isAtOnce ? attempt.callback : null,
      }))
      if (told && !isRefusal(told)) return told
      const held = await storage.findPurchase(id)
      return held?.document ?? null
    },

    async settleDue() {
      const due = await storage.purchasesToSettle(now())
      for (const found of due) await change(found, (purchase) => ({ outcome: purchase, paid: null }))
      return due.length
    },

    deliveriesOf: (purchaseId) => storage.deliveriesOf(purchaseId),
  }
}

export function isRefusal(told: Told): told is { refused: string; field?: string } {
  return 'refused' in told
}

function unixSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1000)
}

/** One company per secret, so that one seller's signature is worth nothing to another. */
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
