/** Writes down everything that happens to money, so that a test can hold Apogee's books against it. */
import type { PurchaseDocument } from './purchase-document.ts'
import { heldCents } from './purchase-events.rules.ts'
import type { SimulatorStorage } from './storage.ts'

/** One line of the truth: append-only, one per change of a purchase's status. */
export interface TruthLine {
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

/** The same storage; `write` is told of each change before the one who made it hears of it. */
export function withTruth(
  storage: SimulatorStorage,
  write: (line: TruthLine) => void,
  now: () => Date,
): SimulatorStorage {
  const tell = (before: PurchaseDocument | null, after: PurchaseDocument) => {
    if (before?.status_history.length === after.status_history.length) return
    const held = heldCents(after)
    write({
      at: now().getTime(),
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
  return {
    ...storage,
    async insertPurchase(purchase, deliveries) {
      await storage.insertPurchase(purchase, deliveries)
      tell(null, purchase.document)
    },
    changePurchase: (id, change) =>
      storage.changePurchase(id, (held) => {
        const before = held.document
        const changed = change(held)
        tell(before, changed.purchase.document)
        return changed
      }),
  }
}
