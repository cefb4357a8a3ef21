import type { ListedBusiness, PlatformSummary } from '@apogee/contracts/operations/oversight.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readQueueState } from '#server/platform/jobs/queue-state.ts'
import { pageOf, type Page, type PageRequest } from '#server/platform/pages.ts'
import * as store from './oversight.store.ts'

interface OversightDependencies {
  database: Database
}

/** Figures of the whole platform for superadmins. Read-only; owns no table. */
export class Oversight {
  readonly #deps: OversightDependencies

  constructor(deps: OversightDependencies) {
    this.#deps = deps
  }

  async summary(): Promise<PlatformSummary> {
    const [figures, jobs] = await Promise.all([
      store.readFigures(this.#deps.database.kysely),
      readQueueState(this.#deps.database.pool),
    ])
    return { ...figures, jobs: { waiting: jobs.due + jobs.scheduled, failed: jobs.failed } }
  }

  async listBusinesses(search: string | undefined, page: PageRequest): Promise<Page<ListedBusiness>> {
    const { rows, total } = await store.listBusinesses(this.#deps.database.kysely, search, page)
    const businesses = rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
    return pageOf(businesses, total, page)
  }
}
