/** The part of a course's sales page that its seller writes. */
import type { SalesContent } from '@apogee/contracts/sales-content.forms.ts'
import type { Database } from '../../platform/database/database.ts'
import { refuse } from '../../policy/refusal.ts'
import { lockForWriting } from './contents.writing.ts'
import * as store from './courses.store.ts'

/** Fields that are absent stay as they are. */
export type SalesContentChanges = { [Field in keyof SalesContent]?: SalesContent[Field] | undefined }

export function createSalesContent({ database }: { database: Database }) {
  const readSalesContent = async (courseId: number): Promise<SalesContent> =>
    (await store.salesContentOf(database.kysely, courseId)) ?? refuse('COURSE_NOT_FOUND')

  async function updateSalesContent(courseId: number, changes: SalesContentChanges): Promise<SalesContent> {
    await database.transaction(async (tx) => {
      await lockForWriting(tx, courseId)
      await store.updateSalesContent(tx, courseId, changes)
    })
    return readSalesContent(courseId)
  }

  return { readSalesContent, updateSalesContent }
}
