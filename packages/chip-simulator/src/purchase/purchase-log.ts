/** Records every movement of money, so that a test can compare Apogee's books with it. */
import { MemoryStorage } from '../storage/memory-storage.ts'
import type { PurchaseDocument, SimulatedPurchase } from './purchase-document.ts'
import { heldCents } from './purchase-events.rules.ts'
import type { NewDelivery, PurchaseChange } from '../storage/storage.ts'

/** A line records one change of a purchase's status. The log is append-only. */
export interface PurchaseLogLine {
  /** Holds milliseconds since 1970 by the simulator's clock. */
  at: number
  purchase: string
  reference: string
  brand: string
  /** Names the company that owns the API key. */
  company: string
  status: string
  /**
   * The seller received these sen by this change; the number is negative when money went back. `held` is the sum of these numbers.
   */
  moved: number
  /** The seller holds these sen of the purchase after the change. */
  held: number
  total: number
  markedAsPaid: boolean
}

/** Keeps purchases in memory, and calls `write` for each change of a status before others can see the change. */
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
    const passed = after.status_history.slice(before?.status_history.length ?? 0).map(({ status }) => status)
    if (passed.length === 0) return
    const { total } = after.purchase
    let heldBefore = before ? heldCents(before) : 0
    const write = (status: string, held: number) => {
      this.#write({
        at: this.#now().getTime(),
        purchase: after.id,
        reference: after.reference,
        brand: after.brand_id,
        company: after.company_id,
        status,
        moved: held - heldBefore,
        held,
        total,
        markedAsPaid: after.marked_as_paid,
      })
      heldBefore = held
    }
    // One change may end a slow payment and give the money back: the seller has had it in between.
    if (passed.slice(0, -1).includes('paid') && heldBefore === 0 && !after.marked_as_paid)
      write('paid', total)
    write(after.status, heldCents(after))
  }
}
