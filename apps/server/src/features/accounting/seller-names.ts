import { sql } from 'kysely'

/** `s` is the seller, `d` the details that the seller saved, and `u` the person behind a seller without a business. */
export const namedSellers = sql`
  seller_cards s LEFT JOIN seller_details d ON d.seller_id = s.id LEFT JOIN user_cards u ON u.id = s.user_id`

/**
 * Requires the joins of `namedSellers`. After an erasure the account holds a placeholder as e-mail address, which documents must
 * not show.
 */
export const sellerName = sql`
  coalesce(d.legal_name, CASE WHEN u.erased_at IS NULL THEN s.document_name ELSE 'Seller ' || s.id END)`
export const sellerEmail = sql`CASE WHEN u.erased_at IS NULL THEN s.document_email ELSE '' END`
