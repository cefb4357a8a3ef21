/** A person's own data as files: one JSON file for each section of the registry, with the titles of courses and lessons. */
import type { Db } from '#server/platform/database/database.ts'
import { personalTables } from '#server/policy/personal-data/registry.ts'
import { exportSections, type ExportSection } from '#server/policy/personal-data/table-entry.ts'
import type { DataOwner } from './data-owner.store.ts'
import * as store from './own-data.store.ts'

/** Bound the memory of an export. Nobody is known to reach them; the overview says so when somebody does. */
const mostRowsOfTable = 20_000
const mostBytes = 64 * 1024 * 1024

export interface OwnTable {
  table: string
  rows: readonly store.OwnRow[]
  /** There are more rows than the export holds. */
  isCut: boolean
}

export interface OwnSection {
  section: ExportSection
  tables: readonly OwnTable[]
}

/** In the order of the sections; tables without rows are left out. */
export async function readOwnData(db: Db, owner: DataOwner, most = mostBytes): Promise<OwnSection[]> {
  const sections: OwnSection[] = []
  let left = most
  for (const section of exportSections) {
    const tables: OwnTable[] = []
    for (const [table, { export: given }] of Object.entries(personalTables)) {
      if (!('section' in given) || given.section !== section) continue
      const limits = { owner, columns: given.columns, most: mostRowsOfTable, mostBytes: Math.max(1, left) }
      const { rows, bytes, isCut } = await store.ownRows(db, table, limits)
      left -= bytes
      if (rows.length > 0) tables.push({ table, rows, isCut })
    }
    sections.push({ section, tables: await withTitles(db, tables) })
  }
  return sections
}

async function withTitles(db: Db, tables: readonly OwnTable[]): Promise<OwnTable[]> {
  const courses = await titlesOf(tables, ['course_id', 'prerequisite_id'], (ids) =>
    store.courseTitles(db, ids),
  )
  const lessons = await titlesOf(tables, ['resource_id'], (ids) => store.lessonTitles(db, ids))
  const titled = (row: store.OwnRow): store.OwnRow => ({
    ...row,
    ...titleFor('course_title', courses, row['course_id'] ?? row['prerequisite_id']),
    ...titleFor('lesson_title', lessons, row['resource_id']),
  })
  return tables.map((table) => ({ ...table, rows: table.rows.map(titled) }))
}

async function titlesOf(
  tables: readonly OwnTable[],
  columns: readonly string[],
  read: (ids: readonly number[]) => Promise<store.TitleRow[]>,
): Promise<ReadonlyMap<unknown, string>> {
  const ids = new Set<number>()
  for (const row of tables.flatMap(({ rows }) => rows))
    for (const column of columns) if (typeof row[column] === 'number') ids.add(row[column])
  const found = ids.size === 0 ? [] : await read([...ids])
  return new Map(found.map(({ id, title }) => [id, title]))
}

function titleFor(name: string, titles: ReadonlyMap<unknown, string>, id: unknown): Record<string, string> {
  const title = titles.get(id)
  return title === undefined ? {} : { [name]: title }
}
