import type { Tx } from '#server/platform/database/database.ts'
import { refuse } from '#server/policy/refusal.ts'
import { lockSeller } from './ledger.store.ts'
import { bookOf, type Book } from './statements.store.ts'

/** Locks the book of a seller until the transaction ends, which serialises payouts and transfers of one seller. */
export async function lockedBook(tx: Tx, sellerId: number): Promise<Book> {
  await lockSeller(tx, sellerId)
  const book = await bookOf(tx, { sellerId })
  // The platform's own book has no payouts and no transfers.
  return !book || book.isPlatform ? refuse('SELLER_NOT_FOUND') : book
}
