/** Figures of a scope, and files of what the dashboard shows. */
import {
  growthMonths,
  ticketLifeMs,
  topCoursesShown,
  type Analytics,
  type ExportKind,
} from '@apogee/contracts/insights.ts'
import type { Clock } from '#server/platform/clock.ts'
import { csvFile } from '#server/platform/csv.ts'
import type { Database } from '#server/platform/database/database.ts'
import { newToken, tokenDigest } from '#server/platform/tokens.ts'
import { authoriseByRole } from '#server/policy/authorise.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { Accounting } from '#server/features/accounting/accounting.service.ts'
import type { Catalogue } from '#server/features/catalogue/catalogue.service.ts'
import { refuseDaysReversed, type SellerOrders } from '#server/features/sales/orders/seller-orders.service.ts'
import type { Courses } from '#server/features/courses/courses.service.ts'
import type { People } from '#server/features/people/people.service.ts'
import { createExports } from './insights.exports.ts'
import { completionRate, exportFileName, insightScope } from './insights.rules.ts'
import * as store from './insights.store.ts'

export interface InsightsParts {
  database: Database
  clock: Clock
  courses: Pick<Courses, 'presentCourse'>
  catalogue: Pick<Catalogue, 'listCourses'>
  people: Pick<People, 'listUsers' | 'listLearners'>
  sellerOrders: Pick<SellerOrders, 'pageOfOrders'>
  accounting: Pick<Accounting, 'listLedger'>
}

export interface ExportFile {
  name: string
  content: AsyncGenerator<string>
}

export type Insights = ReturnType<typeof createInsights>

export function createInsights(parts: InsightsParts) {
  const { database, clock, courses } = parts
  const { kysely } = database
  const tableOf = createExports({ ...parts, readAnalytics })

  /** The Analytics tab; each figure is defined where its type is (contracts/insights.ts). */
  async function readAnalytics(caller: Caller): Promise<Analytics> {
    const scope = insightScope(caller)
    const [figures, months, top] = await Promise.all([
      store.readFigures(kysely, scope),
      store.readMonths(kysely, scope, { now: clock.now(), months: growthMonths }),
      store.readTopCourses(kysely, scope, topCoursesShown),
    ])
    return {
      scope: scope.kind,
      totalUsers: figures.totalUsers,
      activeUsers: figures.activeUsers,
      totalRevenue: figures.revenueCents,
      completionRate: completionRate(figures),
      months: months.map(({ month, enrolments, revenueCents }) => ({
        month,
        enrolments,
        revenue: revenueCents,
      })),
      topCourses: top.map((row) => {
        const { id, title, image, category, price } = courses.presentCourse(row, caller)
        return { id, title, image, category, price, students: row.students, revenue: row.revenueCents }
      }),
    }
  }

  /** A link that a browser may follow without a bearer token: once, within a minute, while its owner stays signed in. */
  async function createTicket(
    caller: Caller,
    what: ExportKind,
    filters: store.ExportFilters,
  ): Promise<{ url: string; expiresAt: Date }> {
    if (what === 'orders') refuseDaysReversed(filters)
    const token = newToken()
    const expiresAt = new Date(clock.now().getTime() + ticketLifeMs)
    await store.insertTicket(kysely, {
      tokenSha256: tokenDigest(token),
      sessionId: caller.sessionId,
      what,
      filters,
      expiresAt,
    })
    return { url: `/api/exports/${token}`, expiresAt }
  }

  /** The file behind a ticket, with the rights its owner has now. Refuses LINK_EXPIRED and FORBIDDEN. */
  async function openExport(ticket: string): Promise<ExportFile> {
    const now = clock.now()
    const used = await store.useTicket(kysely, tokenDigest(ticket), now)
    if (!used) refuse('LINK_EXPIRED')
    const { what, filters, ...caller } = used
    authoriseByRole(caller, 'insights.read')
    const { header, batches } = tableOf(what, caller, filters)
    return { name: exportFileName(what, now), content: await begun(csvFile(header, batches)) }
  }

  const sweep = () => store.sweepTickets(kysely, clock.now())

  return { readAnalytics, createTicket, openExport, sweep }
}

/** With its first piece read: what the lists refuse is still an answer then, and no broken file. */
async function begun(pieces: AsyncGenerator<string>): Promise<AsyncGenerator<string>> {
  const first = await pieces.next()
  return (async function* whole() {
    if (!first.done) yield first.value
    yield* pieces
  })()
}
