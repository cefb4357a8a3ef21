/**
 * Two columns of courses, order lines and invoice lines store how long access lasts: one in days, the other in months. At most one
 * is set; neither means access without an end.
 */
import type { AccessLength } from '@apogee/contracts/courses/access-length.ts'
import { sql } from 'kysely'

export type { AccessLength } from '@apogee/contracts/courses/access-length.ts'

/** Reads the columns of the row with this alias. Null means access without an end. */
export function accessIn(alias: 'c' | 'l') {
  const [days, months] = [sql.ref(`${alias}.access_days`), sql.ref(`${alias}.access_months`)]
  return sql<AccessLength | null>`
    CASE WHEN ${days} IS NOT NULL THEN json_build_object('days', ${days})
         WHEN ${months} IS NOT NULL THEN json_build_object('months', ${months}) END`
}

export const daysOf = (access: AccessLength | null | undefined): number | null =>
  access && 'days' in access ? access.days : null

export const monthsOf = (access: AccessLength | null | undefined): number | null =>
  access && 'months' in access ? access.months : null
