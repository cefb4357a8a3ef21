import { sql, type RawBuilder } from 'kysely'
import { nameOrMaskedEmail } from '#server/policy/masked-email.ts'
import { waitingRows } from '#server/policy/waiting-rows.ts'

type Sql = RawBuilder<unknown>
type Sold = (column: Sql) => Sql

const buyer = sql`LEFT JOIN user_cards u ON u.id = o.buyer_id AND u.erased_at IS NULL`

/** Selects the buyers' open requests for refunds. `sold` is a condition on the seller's id. */
export const waitingRequests = (sold: Sold): Sql =>
  waitingRows(
    {
      ref: sql`q.public_id`,
      since: sql`q.created_at`,
      person: nameOrMaskedEmail('u'),
      title: sql`q.reason`,
      place: sql`(SELECT string_agg(l.title, ', ' ORDER BY l.id) FROM refund_request_lines x JOIN order_lines l ON l.id = x.line_id
                   WHERE x.request_id = q.id)`,
      cents: sql`(SELECT sum(l.price_cents - l.refunded_cents) FROM refund_request_lines x JOIN order_lines l ON l.id = x.line_id
                   WHERE x.request_id = q.id)`,
      order: sql`o.public_id`,
    },
    sql`refund_requests q JOIN orders o ON o.id = q.order_id ${buyer}
     WHERE q.state = 'open' AND ${sold(sql`q.seller_id`)}`,
    sql`q.id`,
  )

/** Selects the open payment exceptions: either the chargebacks or all others. */
export const waitingExceptions = (of: 'chargebacks' | 'others', sold: Sold): Sql =>
  waitingRows(
    {
      ref: sql`i.public_id`,
      since: sql`i.opened_at`,
      person: nameOrMaskedEmail('u'),
      title: sql`(SELECT string_agg(l.title, ', ' ORDER BY l.id) FROM order_lines l WHERE l.order_id = o.id)`,
      cents: sql`f.amount_cents`,
      order: sql`o.public_id`,
      topic: sql`i.topic`,
    },
    sql`review_items i JOIN orders o ON o.id = i.order_id LEFT JOIN refunds f ON f.id = i.refund_id ${buyer}
     WHERE i.state = 'open' AND i.topic ${of === 'chargebacks' ? sql`=` : sql`<>`} 'chargeback' AND ${sold(sql`i.seller_id`)}`,
    sql`i.id`,
  )
