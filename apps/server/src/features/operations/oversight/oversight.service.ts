import type { ListedBusiness, PlatformSummary } from '@apogee/contracts/oversight.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readQueueState } from '#server/platform/jobs/queue-state.ts'
import { pageOf, type Page, type PageRequest } from '#server/platform/pages.ts'
import * as store from './oversight.store.ts'

export type Oversight = ReturnType<typeof createOversight>

/** What those who run the platform see of all of it. Reads only; owns no table. */
export function createOversight({ database }: { database: Database }) {
  async function summary(): Promise<PlatformSummary> {
    const [figures, jobs] = await Promise.all([
      store.readFigures(database.kysely),
      readQueueState(database.pool),
    ])
    return { ...figures, jobs: { waiting: jobs.due + jobs.scheduled, failed: jobs.failed } }
  }

  async function listBusinesses(
    search: string | undefined,
    page: PageRequest,
  ): Promise<Page<ListedBusiness>> {
    const { rows, total } = await store.listBusinesses(database.kysely, search, page)
    const businesses = rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
    return pageOf(businesses, total, page)
  }

  return { summary, listBusinesses }
}
