/** Whose money a caller sees: the one rule for orders, invoices, the ledger and every figure of money. */
import { sql, type RawBuilder } from 'kysely'
import type { Caller } from './caller.ts'
import { refuse } from './refusal.ts'

/** All sellers, or the one of a business or of a person who teaches alone. */
export type SellerScope = { all: true } | { businessId: number } | { userId: number }

type Person = Pick<Caller, 'role' | 'userId' | 'businessId'>

/**
 * A business's admin sees its money, a lone instructor their own, a superadmin all. Null: the caller sees no money, such as an instructor
 * of
 * a business, for whom the business sells (docs/security.md#orders-invoices-and-people).
 */
export function moneySeenBy({ role, userId, businessId }: Person): SellerScope | null {
  if (role === 'superadmin') return { all: true }
  if (role === 'admin' && businessId !== null) return { businessId }
  return role === 'instructor' && businessId === null ? { userId } : null
}

/** The same for callers that must see money. Refuses ORDERS_OF_BUSINESS. */
export const sellerScope = (caller: Person): SellerScope =>
  moneySeenBy(caller) ?? refuse('ORDERS_OF_BUSINESS')

/** Condition that the scope includes the seller in this column. */
export function sellerIn(scope: SellerScope, column: RawBuilder<unknown>): RawBuilder<unknown> {
  if ('all' in scope) return sql`true`
  return 'businessId' in scope
    ? sql`${column} = (SELECT s.id FROM seller_cards s WHERE s.business_id = ${scope.businessId})`
    : sql`${column} = (SELECT s.id FROM seller_cards s WHERE s.user_id = ${scope.userId})`
}
