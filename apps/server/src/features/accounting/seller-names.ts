import { sql } from 'kysely'

/** `s` is the seller, `d` their saved details, and `u` the person who teaches alone. */
export const namedSellers = sql`
  seller_cards s LEFT JOIN seller_details d ON d.seller_id = s.id LEFT JOIN user_cards u ON u.id = s.user_id`

/**
 * The expression needs the joins of `namedSellers`. The email address of an erased person is a placeholder, which no document
 * shows.
 */
export const sellerName = sql`
  coalesce(d.legal_name, CASE WHEN u.erased_at IS NULL THEN s.document_name ELSE 'Seller ' || s.id END)`
export const sellerEmail = sql`CASE WHEN u.erased_at IS NULL THEN s.document_email ELSE '' END`
