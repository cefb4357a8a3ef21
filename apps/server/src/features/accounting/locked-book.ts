import type { Tx } from '#server/platform/database/database.ts'
import { refuse } from '#server/policy/refusal.ts'
import { lockSeller } from './ledger.store.ts'
import { bookOf, type Book } from './statements.store.ts'

/** Locks the book of a seller until the transaction ends, which serialises payouts and transfers of one seller. */
export async function lockedBook(tx: Tx, sellerId: number): Promise<Book> {
  await lockSeller(tx, sellerId)
  const book = await bookOf(tx, { sellerId })
  // Payouts and transfers go between the platform and another seller, so the platform itself is refused.
  return !book || book.isPlatform ? refuse('SELLER_NOT_FOUND') : book
}
