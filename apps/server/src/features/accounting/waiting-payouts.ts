import { sql, type RawBuilder } from 'kysely'
import { waitingRows } from '#server/policy/waiting-rows.ts'
import { isOpen } from './payouts.store.ts'
import { namedSellers, sellerName } from './seller-names.ts'

/** Selects the prepared payouts, which wait for approval, and the approved ones, which wait to be made. */
export const waitingPayouts = (): RawBuilder<unknown> =>
  waitingRows(
    {
      ref: sql`p.id`,
      since: sql`coalesce(p.approved_at, p.prepared_at)`,
      person: sellerName,
      title: sql`p.bank_name`,
      cents: sql`p.amount_cents`,
      topic: sql`p.state`,
    },
    sql`${namedSellers} JOIN payouts p ON p.seller_id = s.id WHERE ${isOpen}`,
    sql`p.id`,
  )
