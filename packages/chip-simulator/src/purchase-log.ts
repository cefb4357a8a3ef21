/** Writes down everything that happens to money, so that a test can hold Apogee's books against it. */
import { MemoryStorage } from './memory-storage.ts'
import type { PurchaseDocument, SimulatedPurchase } from './purchase-document.ts'
import { heldCents } from './purchase-events.rules.ts'
import type { NewDelivery, PurchaseChange } from './storage.ts'

/** One line of the truth: append-only, one per change of a purchase's status. */
export interface PurchaseLogLine {
  /** Milliseconds since 1970 by the simulator's clock. */
  at: number
  purchase: string
  reference: string
  brand: string
  /** The account behind the key. */
  company: string
  status: string
  /** Sen that came to the seller by this change; negative when they went back. Their sum is `held`. */
  moved: number
  /** Sen that the seller holds of this purchase from now on. */
  held: number
  /** What was asked for. */
  total: number
  markedAsPaid: boolean
}

/** Storage in memory that calls `write` for each change of a status before the change becomes visible. */
export class TruthStorage extends MemoryStorage {
  readonly #write: (line: PurchaseLogLine) => void
  readonly #now: () => Date

  constructor(write: (line: PurchaseLogLine) => void, now: () => Date) {
    super()
    this.#write = write
    this.#now = now
  }

  override async insertPurchase(
    purchase: SimulatedPurchase,
    deliveries: readonly NewDelivery[],
  ): Promise<void> {
    await super.insertPurchase(purchase, deliveries)
    this.#record(null, purchase.document)
  }

  override changePurchase<ActResult>(
    id: string,
    change: (purchase: SimulatedPurchase) => PurchaseChange<ActResult>,
  ): Promise<ActResult | null> {
    return super.changePurchase(id, (held) => {
      const before = held.document
      const changed = change(held)
      this.#record(before, changed.purchase.document)
      return changed
    })
  }

  #record(before: PurchaseDocument | null, after: PurchaseDocument): void {
    if (before?.status_history.length === after.status_history.length) return
    const held = heldCents(after)
    this.#write({
      at: this.#now().getTime(),
      purchase: after.id,
      reference: after.reference,
      brand: after.brand_id,
      company: after.company_id,
      status: after.status,
      moved: held - (before ? heldCents(before) : 0),
      held,
      total: after.purchase.total,
      markedAsPaid: after.marked_as_paid,
    })
  }
}
