/**
 * Stores reports of browsers about content that the content security policy blocked. Anyone may send reports, so their number is
 * limited.
 */
import type { BlockedContent } from '@apogee/contracts/security-log/security-log.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { pageOf, type Page, type PageRequest } from '#server/platform/pages.ts'
import * as store from './blocked-contents.store.ts'

interface BlockedContentsDependencies {
  database: Database
  clock: Clock
}

const mostKinds = 1_000

export class BlockedContents {
  readonly #deps: BlockedContentsDependencies

  constructor(deps: BlockedContentsDependencies) {
    this.#deps = deps
  }

  /** Records a report. The caller passes equal reports on at most once an hour. */
  async record(report: store.ReportedContent): Promise<void> {
    await store.recordBlocked(this.#deps.database.kysely, report, { at: this.#deps.clock.now(), mostKinds })
  }

  /** Returns a page of reports, newest first. */
  async list(page: PageRequest): Promise<Page<BlockedContent>> {
    const { rows, total } = await store.pageOfBlocked(this.#deps.database.kysely, page)
    return pageOf(rows.map(presentBlocked), total, page)
  }

  readonly deleteBefore = (before: Date) => store.deleteBlockedBefore(this.#deps.database.kysely, before)
}

const presentBlocked = ({ firstAt, lastAt, ...row }: store.BlockedRow): BlockedContent => ({
  ...row,
  firstAt: firstAt.toISOString(),
  lastAt: lastAt.toISOString(),
})
