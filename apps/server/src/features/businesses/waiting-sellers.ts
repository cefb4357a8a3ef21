import { sql, type RawBuilder } from 'kysely'
import { waitingRows } from '#server/policy/waiting-rows.ts'
import { waitsForApproval } from './selling.store.ts'

/** Selects the sellers that wait for approval by the platform. */
export const waitingSellers = (): RawBuilder<unknown> =>
  waitingRows(
    { ref: sql`s.id`, since: sql`s.created_at`, person: sql`k.name`, title: sql`coalesce(k.name, '')` },
    sql`sellers s JOIN seller_cards k ON k.id = s.id WHERE ${waitsForApproval}`,
    sql`s.id`,
  )

/**
 * Selects the sellers whose newest credentials of the payment account the provider has not accepted, so that they are not used.
 * `sold` is a condition on the seller's id.
 */
export const waitingAccounts = (sold: (column: RawBuilder<unknown>) => RawBuilder<unknown>) =>
  waitingRows(
    { ref: sql`s.id`, since: sql`a.created_at`, title: sql`a.secret_ends_with`, place: sql`k.shown_name` },
    sql`sellers s JOIN seller_cards k ON k.id = s.id
      JOIN LATERAL (SELECT * FROM payment_accounts n WHERE n.seller_id = s.id ORDER BY n.version DESC LIMIT 1) a
        ON NOT a.is_verified
     WHERE ${sold(sql`s.id`)}
       AND NOT EXISTS (SELECT FROM payment_accounts l
                        WHERE l.seller_id = s.id AND l.is_live AND l.verified_at > a.created_at)`,
    sql`a.created_at, s.id`,
  )
