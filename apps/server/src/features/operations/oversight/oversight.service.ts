import type { ListedBusiness, PlatformSummary } from '@apogee/contracts/operations/oversight.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readQueueState } from '#server/platform/jobs/queue-state.ts'
import { pageOf, type Page, type PageRequest } from '#server/platform/pages.ts'
import { moneyOf } from '#server/features/accounting/accounting.service.ts'
import type { Figures } from '../insights/figures.ts'
import * as store from './oversight.store.ts'

interface OversightDependencies {
  database: Database
  figures: Pick<Figures, 'platform'>
}

/** Figures of the whole platform for superadmins. Reads tables of other features and owns none. */
export class Oversight {
  readonly #deps: OversightDependencies

  constructor(deps: OversightDependencies) {
    this.#deps = deps
  }

  async summary(): Promise<PlatformSummary> {
    const { kysely, pool } = this.#deps.database
    const [platform, figures, jobs, { sales, refunds, chargebacks, fees, net, paidOut, owed }] =
      await Promise.all([
        this.#deps.figures.platform(),
        store.readFigures(kysely),
        readQueueState(pool),
        moneyOf(kysely, { all: true }),
      ])
    const totals = platform
      ? {
          people: platform.accounts,
          enrolments: platform.enrolments,
          settledOrders: platform.paidOrders,
        }
      : await store.countTotals(kysely)
    const money = { sales, refunds, chargebacks, fees, net, paidOut, owed }
    return { ...figures, ...totals, money, jobs: { waiting: jobs.due + jobs.scheduled, failed: jobs.failed } }
  }

  async listBusinesses(search: string | undefined, page: PageRequest): Promise<Page<ListedBusiness>> {
    const { rows, total } = await store.listBusinesses(this.#deps.database.kysely, search, page)
    const businesses = rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
    return pageOf(businesses, total, page)
  }
}
