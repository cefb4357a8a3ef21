/** The scores of a course's learners as a table (docs/decisions/course-people.md). */
import type { GradebookColumn, GradebookRow, GradebookSort } from '@apogee/contracts/roster/gradebook.ts'
import type { Database } from '#server/platform/database/database.ts'
import { cappedTotal, type Page } from '#server/platform/pages.ts'
import { searchPattern } from '#server/platform/search-pattern.ts'
import { authoriseOnCourse } from '#server/policy/authorise.ts'
import type { Caller } from '#server/policy/caller.ts'
import type { GradebookLearner } from './gradebook.store.ts'
import { courseTitle } from './learner.store.ts'
import { meanOf, readCursor, writeCursor } from './roster.rules.ts'

/** The query of the list. The CSV uses its filters. */
export interface GradebookQuery {
  search?: string | undefined
  sort?: GradebookSort | undefined
  item?: number | undefined
  direction?: 'ascending' | 'descending' | undefined
  limit?: number | undefined
  cursor?: string | undefined
  page?: number | undefined
}

const pageSize = 50

/** The import is lazy, so that the server starts faster. */
const gradebookStore = () => import('./gradebook.store.ts')

export class Gradebook {
  readonly #database: Database

  constructor({ database }: { database: Database }) {
    this.#database = database
  }

  async list(courseId: number, query: GradebookQuery): Promise<Page<GradebookRow>> {
    const { limit = pageSize, item, sort = 'name' } = query
    // Sorting by score requires an item.
    const sorted = sort === 'score' && item === undefined ? 'name' : sort
    const order = sorted === 'score' ? `score ${item}` : `gradebook ${sorted}`
    const usual = sorted === 'name' ? 'ascending' : 'descending'
    const after = readCursor(query.cursor, order, { isText: sorted === 'name' })
    const page = {
      sort: sorted,
      item: item ?? null,
      limit,
      pattern: searchPattern(query.search),
      after,
      descending: (query.direction ?? usual) === 'descending',
      offset: after === null ? ((query.page ?? 1) - 1) * limit : 0,
    }
    const db = this.#database.kysely
    const store = await gradebookStore()
    const rows = await store.gradebookOf(db, courseId, page)
    // A page after the last row has no row, so the total is read from the first page.
    const [counted = rows[0]] =
      (after !== null || page.offset > 0) && !rows[0]
        ? await store.gradebookOf(db, courseId, { ...page, after: null, offset: 0, limit: 1 })
        : []
    const data = rows.slice(0, limit)
    const last = data.at(-1)
    const nextCursor = rows.length > limit && last ? writeCursor(order, last) : null
    return { data: data.map(presentRow), meta: { ...cappedTotal(counted?.total ?? 0), nextCursor } }
  }

  async columns(courseId: number): Promise<{ courseTitle: string; columns: GradebookColumn[] }> {
    const db = this.#database.kysely
    const store = await gradebookStore()
    const [title, columns] = await Promise.all([courseTitle(db, courseId), store.columnsOf(db, courseId)])
    return { courseTitle: title ?? '', columns }
  }

  /** Exports the columns and all pages as CSV. The caller's rights are checked at the time of the export. */
  async export(
    caller: Caller,
    courseId: number,
    query: GradebookQuery,
    batch: number,
  ): Promise<{ columns: GradebookColumn[]; batches: AsyncGenerator<readonly GradebookRow[]> }> {
    const db = this.#database.kysely
    await authoriseOnCourse(db, caller, 'course.seeLearnersProgress', { course: courseId })
    const { columnsOf } = await gradebookStore()
    const columns = await columnsOf(db, courseId)
    return { columns, batches: this.#pages(courseId, { ...query, limit: batch }) }
  }

  async *#pages(courseId: number, query: GradebookQuery): AsyncGenerator<readonly GradebookRow[]> {
    let cursor: string | undefined
    do {
      const { data, meta }: Page<GradebookRow> = await this.list(courseId, { ...query, cursor })
      yield data
      cursor = meta.nextCursor ?? undefined
    } while (cursor !== undefined)
  }
}

const presentRow = (row: GradebookLearner): GradebookRow => ({
  userId: row.userId,
  name: row.name,
  email: row.email,
  avatar: row.avatarUrl,
  scores: row.scores,
  average: meanOf(
    row.scores.flatMap(({ percentage, isAssignment }) => (isAssignment ? [] : (percentage ?? []))),
  ),
})
