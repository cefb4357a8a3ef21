/** Declares what the simulator stores. The product has one implementation of the interface, tests have another one in memory. */
import type { SimulatedPurchase } from '../purchase/purchase-document.ts'

/** A callback before it is stored. Its bytes and its signature are fixed when the event happens. */
export interface NewDelivery {
  url: string
  body: string
  signature: string
  dueAt: Date
  /** `lost` means that the delivery is recorded in the log and never sent. */
  state: 'waiting' | 'lost'
  /** Holds CHIP's name of the event. */
  eventType: string
  /** Names the webhook that receives the delivery. Null means that the purchase's own callback address receives it. */
  webhookId: string | null
  /** False sends the callback even while an earlier callback of the purchase is waiting. */
  ordered: boolean
}

/** A webhook is a seller's own receiver for events of all purchases (docs/chip.md#webhooks). */
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
  /** Counts the attempts that have begun. */
  attempts: number
  /** The first attempt is due at this time. */
  scheduledAt: Date
  /** Holds the HTTP status of the last answer. Null means that no answer came. */
  lastStatus: number | null
}

/** Holds the changed purchase and its new callbacks. `changePurchase` returns `outcome` to its caller. */
export interface PurchaseChange<ActResult> {
  purchase: SimulatedPurchase
  deliveries: readonly NewDelivery[]
  outcome: ActResult
}

export interface SimulatorStorage {
  insertPurchase(purchase: SimulatedPurchase, deliveries: readonly NewDelivery[]): Promise<void>
  findPurchase(id: string): Promise<SimulatedPurchase | null>
  /**
   * Reads, changes and writes one purchase and its callbacks atomically and exclusively. Null means that the purchase does not
   * exist.
   */
  changePurchase<ActResult>(
    id: string,
    change: (purchase: SimulatedPurchase) => PurchaseChange<ActResult>,
  ): Promise<ActResult | null>
  /** Lists the newest purchases first. */
  listPurchases(wanted: PurchaseFilter): Promise<SimulatedPurchase[]>
  /** Returns the purchases that the clock alone will have changed by `now`. */
  purchasesToSettle(now: Date): Promise<{ id: string; companyId: string }[]>
  /**
   * Begins the next attempt: the first due delivery that is unordered or whose purchase has no earlier delivery waiting
   * (docs/chip.md#delivery). No other caller gets it before `leaseUntil`. Null means that nothing is due.
   */
  claimDelivery(now: Date, leaseUntil: Date): Promise<Delivery | null>
  /** Ends an attempt. If the record is lost, the delivery is only sent again. */
  recordAttempt(
    id: string,
    result: { state: DeliveryState; dueAt: Date; lastStatus: number | null },
  ): Promise<void>
  deliveriesOf(purchaseId: string): Promise<Delivery[]>
  /** Makes a waiting, abandoned or delivered delivery due at once and resets its attempts. False means that it does not exist. */
  sendAgain(deliveryId: string, at: Date): Promise<boolean>
  webhooksOf(companyId: string): Promise<Webhook[]>
  /** Inserts the webhook or replaces the one with its id. */
  putWebhook(webhook: Webhook): Promise<void>
  removeWebhook(companyId: string, id: string): Promise<boolean>
  /** Returns the company's private key as PEM. `generate` creates a missing key, and all callers get the same one. */
  signingKey(companyId: string, generate: () => Promise<string>): Promise<string>
  replaceSigningKey(companyId: string, privateKey: string): Promise<void>
}

export interface PurchaseFilter {
  limit: number
  status?: string
  reference?: string
  companyId?: string
}
