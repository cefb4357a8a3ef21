/** Reads and saves the part of a course's sales page that its seller writes. */
import type { SalesContent } from '@apogee/contracts/courses/sales-content.forms.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Caller } from '#server/policy/caller.ts'
import { recordEdit } from '#server/policy/edits.ts'
import { refuse } from '#server/policy/refusal.ts'
import { lockForWriting } from './outline/contents.writing.ts'
import * as store from './courses.store.ts'

/** Absent fields stay unchanged. */
export type SalesContentChanges = { [Field in keyof SalesContent]?: SalesContent[Field] | undefined } & {
  version?: number | undefined
}

interface SalesContentServiceDependencies {
  database: Database
  clock: Clock
}

export class SalesContentService {
  readonly #deps: SalesContentServiceDependencies

  constructor(deps: SalesContentServiceDependencies) {
    this.#deps = deps
  }

  readonly readSalesContent = async (courseId: number): Promise<SalesContent & { version: number }> =>
    (await store.salesContentOf(this.#deps.database.kysely, courseId)) ?? refuse('COURSE_NOT_FOUND')

  async updateSalesContent(
    caller: Caller,
    courseId: number,
    { version, ...changes }: SalesContentChanges,
  ): Promise<SalesContent & { version: number }> {
    await this.#deps.database.transaction(async (tx) => {
      await lockForWriting(tx, courseId)
      const { version: _, ...current } =
        (await store.salesContentOf(tx, courseId)) ?? refuse('COURSE_NOT_FOUND')
      await recordEdit(tx, {
        kind: 'sales-content',
        id: courseId,
        by: caller.userId,
        at: this.#deps.clock.now(),
        version,
        current,
        changes,
      })
      await store.updateSalesContent(tx, courseId, changes)
    })
    return this.readSalesContent(courseId)
  }
}
