/** The simulator's storage. One implementation for the product, one in memory for tests. */
import type { SimulatedPurchase } from './purchase-document.ts'

/** A callback to send; its bytes and signature are fixed when the event happens. */
export interface NewDelivery {
  url: string
  body: string
  signature: string
  /** When the next attempt is due. */
  dueAt: Date
  /** `lost`: recorded in the log, never sent. */
  state: 'waiting' | 'lost'
  /** CHIP's name of the event. */
  eventType: string
  /** The webhook that receives it; null for the purchase's own callback. */
  webhookId: string | null
  /** False: sent although an earlier callback of the purchase is still waiting. */
  ordered: boolean
}

/** A seller's own receiver for events of all purchases (docs/chip.md#webhooks). */
export interface Webhook {
  id: string
  companyId: string
  document: WebhookDocument
  privateKey: string
}

export interface WebhookDocument {
  id: string
  type: 'webhook'
  created_on: number
  updated_on: number
  title: string
  callback: string
  events: string[]
  all_events: boolean
  public_key: string
}

export type DeliveryState = 'waiting' | 'delivered' | 'lost' | 'given_up'

export interface Delivery extends Omit<NewDelivery, 'state'> {
  id: string
  purchaseId: string
  state: DeliveryState
  /** Attempts begun so far. */
  attempts: number
  /** When the first attempt was due. */
  scheduledAt: Date
  /** The last answer's HTTP status; null when there was none. */
  lastStatus: number | null
}

/** The result of a change; `outcome` is returned to its caller. */
export interface PurchaseChange<ActResult> {
  purchase: SimulatedPurchase
  deliveries: readonly NewDelivery[]
  outcome: ActResult
}

export interface SimulatorStorage {
  insertPurchase(purchase: SimulatedPurchase, deliveries: readonly NewDelivery[]): Promise<void>
  findPurchase(id: string): Promise<SimulatedPurchase | null>
  /** Reads, changes and writes one purchase and its callbacks as one step, alone. Null when there is none. */
  changePurchase<ActResult>(
    id: string,
    change: (purchase: SimulatedPurchase) => PurchaseChange<ActResult>,
  ): Promise<ActResult | null>
  /** The newest first. */
  listPurchases(wanted: PurchaseFilter): Promise<SimulatedPurchase[]>
  /** Purchases that the clock alone will have changed by `now`. */
  purchasesToSettle(now: Date): Promise<{ id: string; companyId: string }[]>
  /**
   * Begins the next attempt: the first due delivery whose purchase has no earlier one waiting (docs/chip.md#delivery),
   * or that does not mind.
   * Nobody else gets it before `leaseUntil`. Null when nothing is due.
   */
  claimDelivery(now: Date, leaseUntil: Date): Promise<Delivery | null>
  /** Ends an attempt. A lost record only means that the delivery is sent again. */
  recordAttempt(
    id: string,
    result: { state: DeliveryState; dueAt: Date; lastStatus: number | null },
  ): Promise<void>
  deliveriesOf(purchaseId: string): Promise<Delivery[]>
  /** A waiting, given up or delivered one is due at once, with its attempts counted anew. False: there is none. */
  sendAgain(deliveryId: string, at: Date): Promise<boolean>
  webhooksOf(companyId: string): Promise<Webhook[]>
  /** Inserts it or takes the place of the one with its id. */
  putWebhook(webhook: Webhook): Promise<void>
  removeWebhook(companyId: string, id: string): Promise<boolean>
  /** The company's private key as PEM; `generate` is used when there is none yet, and all callers get the same. */
  signingKey(companyId: string, generate: () => Promise<string>): Promise<string>
  /** From now on the company signs with this key. */
  replaceSigningKey(companyId: string, privateKey: string): Promise<void>
}

export interface PurchaseFilter {
  limit: number
  status?: string
  reference?: string
  companyId?: string
}
