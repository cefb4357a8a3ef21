/** Figures of a scope, and CSV exports of the dashboard. */
import type { SecurityDetails } from '@apogee/contracts/accounts/security.ts'
import {
  growthMonths,
  ticketLifeMs,
  type Analytics,
  type ExportKind,
} from '@apogee/contracts/operations/insights.ts'
import type { Studio } from '@apogee/contracts/operations/studio.ts'
import type { Clock } from '#server/platform/clock.ts'
import { csvFile } from '#server/platform/csv.ts'
import type { Database } from '#server/platform/database/database.ts'
import { newToken, tokenDigest } from '#server/platform/secrets/tokens.ts'
import { authoriseByRole } from '#server/policy/authorise.ts'
import { sessionOf, type Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import { refuseDaysReversed } from '#server/policy/reversed-days.ts'
import { moneySeenBy } from '#server/policy/seller-scope.ts'
import { moneyByMonth, moneyOf, type Accounting } from '#server/features/accounting/accounting.service.ts'
import type { Catalogue } from '#server/features/catalogue/catalogue.service.ts'
import type { SellerOrders } from '#server/features/sales/orders/seller-orders.service.ts'
import type { Courses } from '#server/features/courses/courses.service.ts'
import type { People } from '#server/features/people/people.service.ts'
import type { Gradebook } from '#server/features/roster/gradebook.ts'
import type { SecurityLog } from '#server/features/security-log/security-log.service.ts'
import type { Roster } from '#server/features/roster/roster.service.ts'
import type { Conversion } from '../conversion/conversion.service.ts'
import type { Figures } from './figures.ts'
import { Exports } from './insights.exports.ts'
import { completionRate, exportFileName, insightScope } from './insights.rules.ts'
import * as store from './insights.store.ts'

export interface InsightsDependencies {
  database: Database
  figures: Pick<Figures, 'read'>
  clock: Clock
  securityLog: Pick<SecurityLog, 'recordActivity' | 'search'>
  courses: Pick<Courses, 'presentCourse'>
  catalogue: Pick<Catalogue, 'listCourses'>
  people: Pick<People, 'listUsers' | 'listLearners'>
  sellerOrders: Pick<SellerOrders, 'pageOfOrders'>
  accounting: Pick<Accounting, 'statements' | 'books'>
  roster: Pick<Roster, 'export'>
  gradebook: Pick<Gradebook, 'export'>
  readDays: (caller: Caller) => Promise<Studio['days']>
  conversion: Pick<Conversion, 'readByDay'>
}

export interface ExportFile {
  name: string
  content: AsyncGenerator<string>
}

const ledgerExports = new Set<ExportKind>(['ledger', 'sst', 'journals'])

export class Insights {
  readonly #deps: InsightsDependencies
  readonly #exports: Exports

  constructor(deps: InsightsDependencies) {
    this.#deps = deps
    this.#exports = new Exports({ ...deps, readAnalytics: this.readAnalytics.bind(this) })
  }

  /** Reads the figures of the Analytics tab. Their types define them (contracts/operations/insights.ts). */
  async readAnalytics(caller: Caller): Promise<Analytics> {
    const { kysely } = this.#deps.database
    const now = this.#deps.clock.now()
    const scope = insightScope(caller)
    const seller = moneySeenBy(caller)
    const [{ figures, months, top }, money, byMonth] = await Promise.all([
      this.#deps.figures.read(scope, now),
      seller && moneyOf(kysely, seller),
      seller && moneyByMonth(kysely, seller, { now, months: growthMonths }),
    ])
    const revenues = new Map(byMonth?.map(({ month, revenue }) => [month, revenue]))
    return {
      scope: scope.kind,
      totalUsers: figures.totalUsers,
      activeUsers: figures.activeUsers,
      totalRevenue: money?.revenue ?? null,
      completionRate: completionRate(figures),
      months: months.map(({ month, enrolments }) => ({
        month,
        enrolments,
        revenue: revenues.get(month) ?? null,
      })),
      topCourses: top.map((row) => {
        const { id, title, image, category, price } = this.#deps.courses.presentCourse(row, caller)
        return { id, title, image, category, price, students: row.students }
      }),
    }
  }

  /**
   * Creates a link by which a browser can download a file without a bearer token. The link works once, within a minute, and only
   * while its owner stays signed in.
   */
  async createTicket(
    caller: Caller,
    what: ExportKind,
    filters: store.ExportFilters,
  ): Promise<{ url: string; expiresAt: Date }> {
    if (what === 'orders' || what === 'days' || what === 'sources' || ledgerExports.has(what))
      refuseDaysReversed(filters)
    const token = newToken()
    const expiresAt = new Date(this.#deps.clock.now().getTime() + ticketLifeMs)
    await store.insertTicket(this.#deps.database.kysely, {
      tokenSha256: tokenDigest(token),
      sessionId: sessionOf(caller),
      what,
      filters,
      expiresAt,
    })
    return { url: `/api/exports/${token}`, expiresAt }
  }

  /**
   * Returns the file of a download link, with the rights that its owner has now. `address` is the network of the request. Refuses
   * LINK_EXPIRED and FORBIDDEN.
   */
  async openExport(ticket: string, address: string): Promise<ExportFile> {
    const now = this.#deps.clock.now()
    const used = await this.#deps.database.transaction(async (tx) => {
      const spent = await store.spendDownloadToken(tx, tokenDigest(ticket), now)
      if (!spent) return undefined
      const { what, filters, businessId, userId } = spent
      authoriseByRole({ ...spent, ...ofTicket, address }, 'insights.read')
      await this.#deps.securityLog.recordActivity(tx, {
        kind: 'export.table',
        actor: { userId, address },
        businessId,
        details: { what, ...recordedFilters(filters) },
      })
      return spent
    })
    if (!used) refuse('LINK_EXPIRED')
    const { what, filters, ...owner } = used
    const caller: Caller = { ...owner, ...ofTicket, address }
    const { header, batches } = await this.#exports.tableOf(what, caller, filters)
    return { name: exportFileName(what, now), content: await begun(csvFile(header, batches)) }
  }

  readonly deleteTickets = (before: Date) => store.deleteTickets(this.#deps.database.kysely, before)
}

/**
 * A download link carries no fresh proof. People who must set up a second factor cannot create one, so no link needs this state.
 */
const ofTicket = { hasFreshProof: false, mustSetUpSecondFactor: false } as const

/** Returns the filters that the security log records. Search words are omitted, because they may be a person's name or address. */
function recordedFilters(filters: store.ExportFilters): SecurityDetails {
  const { courseId, sellerId, search, person, address, codes: _, ...others } = filters
  return {
    ...others,
    ...(courseId && { course: courseId }),
    ...(sellerId && { seller: sellerId }),
    ...([search, person, address].some((words) => words !== undefined) && { isSearch: true }),
  }
}

/** Reads the first part of a file before the response begins, so that a refusal becomes an error response and not a broken file. */
async function begun(pieces: AsyncGenerator<string>): Promise<AsyncGenerator<string>> {
  const first = await pieces.next()
  return (async function* whole() {
    if (!first.done) yield first.value
    yield* pieces
  })()
}
