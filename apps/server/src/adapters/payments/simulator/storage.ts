/** Where the simulator keeps what has happened. One implementation for the product, one in memory for tests. */
import type { SimulatedPurchase } from './purchase-document.ts'

/** A callback to be sent; its bytes and signature are fixed when the event happens. */
export interface NewDelivery {
  url: string
  body: string
  signature: string
  dueAt: Date
  /** `lost`: kept in the log, never sent. */
  state: 'waiting' | 'lost'
}

export type DeliveryState = 'waiting' | 'delivered' | 'lost' | 'given_up'

export interface Delivery {
  id: string
  purchaseId: string
  url: string
  body: string
  signature: string
  state: DeliveryState
  /** Attempts begun so far. */
  attempts: number
  /** When the first attempt was due. */
  scheduledAt: Date
  /** When the next attempt is due. */
  dueAt: Date
  /** The last answer's HTTP status; null when there was none. */
  lastStatus: number | null
}

/** What a change makes of a purchase; `told` is handed back to whoever asked for the change. */
interface PurchaseChange<Told> {
  purchase: SimulatedPurchase
  deliveries: readonly NewDelivery[]
  told: Told
}

export interface SimulatorStorage {
  insertPurchase(purchase: SimulatedPurchase): Promise<void>
  findPurchase(id: string): Promise<SimulatedPurchase | null>
  /** Reads, changes and writes one purchase and its callbacks as one step, alone. Null when there is none. */
  changePurchase<Told>(
    id: string,
    change: (purchase: SimulatedPurchase) => PurchaseChange<Told>,
  ): Promise<Told | null>
  /** Purchases that the clock alone will have changed by `now`. */
  purchasesToSettle(now: Date): Promise<{ id: string; companyId: string }[]>
  /**
   * Begins the next attempt: the first due delivery whose purchase has no earlier one waiting (chip.md §4, order).
   * Nobody else gets it before `leaseUntil`. Null when nothing is due.
   */
  claimDelivery(now: Date, leaseUntil: Date): Promise<Delivery | null>
  /** Ends an attempt. A lost record only means that the delivery is sent again. */
  recordAttempt(
    id: string,
    result: { state: DeliveryState; dueAt: Date; lastStatus: number | null },
  ): Promise<void>
  deliveriesOf(purchaseId: string): Promise<Delivery[]>
  /** The company's private key as PEM; `generate` is used when there is none yet, and all callers get the same. */
  signingKey(companyId: string, generate: () => Promise<string>): Promise<string>
}
