/** The result of a comparison: one row per difference, one column per field. */
import type { DifferenceKind } from '@apogee/contracts/operations/reconciliation.ts'
import { sql, type RawBuilder } from 'kysely'
import type { FoundDifference } from './reconciliation.store.ts'

export type Comparisons = Partial<Record<DifferenceKind, RawBuilder<Omit<FoundDifference, 'kind'>>>>

export const row = (columns: {
  subject: RawBuilder<unknown>
  order?: RawBuilder<unknown>
  seller?: RawBuilder<unknown>
  expected?: RawBuilder<unknown>
  found?: RawBuilder<unknown>
}) => sql`
  ${columns.subject} AS subject, ${columns.order ?? sql`NULL::bigint`} AS "orderId",
  ${columns.seller ?? sql`NULL::bigint`} AS "sellerId", (${columns.expected ?? sql`NULL`})::bigint AS "expectedCents",
  (${columns.found ?? sql`NULL`})::bigint AS "foundCents"`
