/** Returns visitors, orders and revenue of the caller's courses by source (docs/decisions/figures.md). */
import {
  mostSourcesShown,
  type SourceFigures,
  type SourceRow,
} from '@apogee/contracts/operations/conversion.ts'
import { dayInMalaysia, startOfDay } from '@apogee/domain/time/malaysia-time.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import { moneySeenBy } from '#server/policy/seller-scope.ts'
import { insightScope } from '../insights/insights.rules.ts'
import * as store from './conversion.store.ts'

interface ConversionDependencies {
  database: Pick<Database, 'kysely'>
  clock: Clock
}

export interface SourceRange {
  /** The first and last day in Malaysia, both inclusive. Absent days mean the last 30 days. */
  from?: string | undefined
  to?: string | undefined
  courseId?: number | undefined
}

const dayMs = 24 * 3_600_000
const usualDays = 30
/** The limit on lines of a file, which allows 400 days with all sources of each day. */
const mostLines = 100_000

export class Conversion {
  readonly #deps: ConversionDependencies

  constructor(deps: ConversionDependencies) {
    this.#deps = deps
  }

  /**
   * Returns the figures by source. Refuses COURSE_NOT_FOUND for a course that the caller has no figures of, and
   * ORDER_DAYS_REVERSED.
   */
  async read(caller: Caller, range: SourceRange): Promise<SourceFigures> {
    const { from, to } = this.#daysOf(range)
    const rows = await this.#rows(caller, { ...range, from, to, byDay: false, most: mostLines })
    const shown = rows.slice(0, mostSourcesShown)
    const rest = rows.slice(mostSourcesShown)
    return { from, to, sources: mergeOthers([...shown, ...rest.map(asOther)]).map(presentTo(caller)) }
  }

  /** Returns the same figures as `read` for each day, oldest first, for a file. */
  async readByDay(caller: Caller, range: SourceRange): Promise<(SourceRow & { day: string })[]> {
    const rows = await this.#rows(caller, {
      ...range,
      ...this.#daysOf(range),
      byDay: true,
      most: mostLines,
    })
    const present = presentTo(caller)
    return rows.map((row) => ({ ...present(row), day: row.day ?? '' }))
  }

  async #rows(caller: Caller, query: store.SourceQuery): Promise<store.SourceFiguresRow[]> {
    const db = this.#deps.database.kysely
    const scope = insightScope(caller)
    const { courseId } = query
    if (courseId !== undefined && !(await store.isInScope(db, scope, courseId))) refuse('COURSE_NOT_FOUND')
    return store.readSources(db, scope, query)
  }

  #daysOf({ from, to }: SourceRange): { from: string; to: string } {
    const now = this.#deps.clock.now()
    const last = to ?? dayInMalaysia(now)
    const first = from ?? dayInMalaysia(new Date(startOfDay(last).getTime() - (usualDays - 1) * dayMs))
    if (first > last) refuse('ORDER_DAYS_REVERSED')
    return { from: first, to: last }
  }

  readonly deleteBefore = (before: Date): Promise<void> =>
    store.deleteSourcesBefore(this.#deps.database.kysely, before)
}

const asOther = (row: store.SourceFiguresRow): store.SourceFiguresRow => ({ ...row, source: 'other' })

/** Adds up all rows with the source 'other'. */
function mergeOthers(rows: readonly store.SourceFiguresRow[]): store.SourceFiguresRow[] {
  const others = rows.filter(({ source }) => source === 'other')
  const [first, ...further] = others
  if (!first || further.length === 0) return [...rows]
  const sum = further.reduce(
    (total, row) => ({
      ...total,
      visitors: total.visitors + row.visitors,
      carts: total.carts + row.carts,
      checkouts: total.checkouts + row.checkouts,
      orders: total.orders + row.orders,
      enrolments: total.enrolments + row.enrolments,
      grossCents: total.grossCents + row.grossCents,
      refundedCents: total.refundedCents + row.refundedCents,
    }),
    first,
  )
  return [...rows.filter(({ source }) => source !== 'other'), sum]
}

function presentTo(caller: Caller) {
  const seesMoney = moneySeenBy(caller) !== null
  return ({ grossCents, refundedCents, day: _day, ...row }: store.SourceFiguresRow): SourceRow => ({
    ...row,
    revenue: seesMoney ? grossCents : null,
    refunds: seesMoney ? refundedCents : null,
  })
}
