/** A person's own data as files: one JSON file for each section of the registry, with the titles of courses and lessons. */
import type { Db } from '#server/platform/database/database.ts'
import { verdictOn } from '#server/policy/authorise.ts'
import {
  exportSections,
  type AfterCourse,
  type ExportSection,
  type PersonalTables,
} from '#server/policy/personal-data/table-entry.ts'
import { standingsIn } from '#server/policy/standing.ts'
import type { DataOwner } from './data-owner.store.ts'
import * as store from './own-data.store.ts'

/**
 * These limits bound the memory of an export. Usual accounts stay below them, and the start page says if an export is incomplete.
 */
const mostRowsOfTable = 20_000
const mostBytes = 64 * 1024 * 1024

export interface OwnTable {
  table: string
  rows: readonly store.OwnRow[]
  /** True if the person has more rows than the export contains. */
  isCut: boolean
}

export interface OwnSection {
  section: ExportSection
  tables: readonly OwnTable[]
}

/** Returns the sections in order, without tables that have no rows. */
export async function readOwnData(
  db: Db,
  owner: DataOwner,
  registry: PersonalTables,
  most = mostBytes,
): Promise<OwnSection[]> {
  const sections: OwnSection[] = []
  let left = most
  for (const section of exportSections) {
    const tables: OwnTable[] = []
    for (const [table, { export: given }] of Object.entries(registry)) {
      if (!('section' in given) || given.section !== section) continue
      const limits = { owner, columns: given.columns, most: mostRowsOfTable, mostBytes: Math.max(1, left) }
      const { rows, bytes, isCut } = await store.ownRows(db, { tables: registry, table }, limits)
      left -= bytes
      if (rows.length === 0) continue
      tables.push({ table, rows: await withoutOthersTexts(db, owner, given.afterCourse, rows), isCut })
    }
    sections.push({ section, tables: await withTitles(db, tables) })
  }
  return sections
}

/** Removes columns with the texts of a course, which may be by other people, from rows of courses that the person may not edit. */
async function withoutOthersTexts(
  db: Db,
  owner: DataOwner,
  after: AfterCourse | undefined,
  rows: readonly store.OwnRow[],
): Promise<readonly store.OwnRow[]> {
  if (!after) return rows
  const { course, columns } = after
  const open = await editableCourses(db, owner, [...new Set(rows.map((row) => Number(row[course])))])
  const isNamed = ([column]: [string, unknown]) => columns.includes(column)
  return rows.map((row) =>
    open.has(Number(row[course])) ? row : Object.fromEntries(Object.entries(row).filter(isNamed)),
  )
}

/**
 * Returns the courses whose texts the person receives. Sellers without a business receive those of the courses that they sold,
 * whatever their present role.
 */
async function editableCourses(
  db: Db,
  { id: userId, role, businessId }: DataOwner,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const standings = await standingsIn(db, { userId, role, businessId }, ids)
  const sold = new Set(await store.coursesSoldBy(db, userId, ids))
  return new Set(
    ids.filter((id) => {
      const standing = standings.get(id)
      return sold.has(id) || (standing && verdictOn('course.edit', standing) === 'allow')
    }),
  )
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
