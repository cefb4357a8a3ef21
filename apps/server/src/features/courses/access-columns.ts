/**
 * Two columns store how long access to a course lasts: one in days, the other in months. At most one is set; neither means access
 * without an end.
 */
import type { AccessLength } from '@apogee/contracts/courses/access-length.ts'
import { sql } from 'kysely'

export type { AccessLength } from '@apogee/contracts/courses/access-length.ts'

/** Requires `courses c`. Null means access without an end. */
export const accessOfCourse = sql<AccessLength | null>`
  CASE WHEN c.access_days IS NOT NULL THEN json_build_object('days', c.access_days)
       WHEN c.access_months IS NOT NULL THEN json_build_object('months', c.access_months) END`

export const daysOf = (access: AccessLength | null | undefined): number | null =>
  access && 'days' in access ? access.days : null

export const monthsOf = (access: AccessLength | null | undefined): number | null =>
  access && 'months' in access ? access.months : null
