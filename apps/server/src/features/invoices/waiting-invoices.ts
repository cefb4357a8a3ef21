import { sql, type RawBuilder } from 'kysely'
import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import { malaysiaTimeZone } from '@apogee/domain/time/time-zone.ts'
import { waitingRows } from '#server/policy/waiting-rows.ts'

/** Selects the invoices whose due day has passed: those with the status `overdue`. `sold` is a condition on the seller's id. */
export const waitingInvoices = (
  sold: (column: RawBuilder<unknown>) => RawBuilder<unknown>,
  now: Date,
): RawBuilder<unknown> =>
  waitingRows(
    {
      ref: sql`i.public_id`,
      since: sql`((i.due_on + 1)::timestamp AT TIME ZONE ${sql.lit(malaysiaTimeZone)})`,
      person: sql`i.company_name`,
      title: sql`'INV-' || i.year || '-' || lpad(i.number::text, 4, '0')`,
      cents: sql`i.total_cents`,
    },
    sql`invoices i WHERE i.state = 'issued' AND i.due_on < ${dayInMalaysia(now)} AND ${sold(sql`i.seller_id`)}`,
    sql`i.due_on, i.id`,
  )
