/** Decides whose money a caller sees: the one rule for orders, invoices, the ledger and every financial figure. */
import { sql, type RawBuilder } from 'kysely'
import type { Caller } from './caller.ts'
import { refuse } from './refusal.ts'

/** A scope is all sellers, the seller of a business, or a person who sells alone. */
export type SellerScope = { all: true } | { businessId: number } | { userId: number }

type Person = Pick<Caller, 'role' | 'userId' | 'businessId'>

/**
 * Returns whose money the person sees: a business's for its admin, their own for an instructor without a business, everybody's for
 * a superadmin. Null means that the person sees no money. An example is the instructor of a business, for whom the business sells
 * (docs/security.md#orders-invoices-and-people).
 */
export function moneySeenBy({ role, userId, businessId }: Person): SellerScope | null {
  if (role === 'superadmin') return { all: true }
  if (role === 'admin' && businessId !== null) return { businessId }
  return role === 'instructor' && businessId === null ? { userId } : null
}

/** Returns the scope of a caller. Refuses ORDERS_OF_BUSINESS if the caller sees no money. */
export const sellerScope = (caller: Person): SellerScope =>
  moneySeenBy(caller) ?? refuse('ORDERS_OF_BUSINESS')

/** Returns an SQL condition: the scope includes the seller whose id is in `column`. */
export function sellerIn(scope: SellerScope, column: RawBuilder<unknown>): RawBuilder<unknown> {
  if ('all' in scope) return sql`true`
  return 'businessId' in scope
    ? sql`${column} = (SELECT s.id FROM seller_cards s WHERE s.business_id = ${scope.businessId})`
    : sql`${column} = (SELECT s.id FROM seller_cards s WHERE s.user_id = ${scope.userId})`
}
