/** Rules for pages of the roster and of the gradebook. All functions are pure. */
import type { LearnerDetail } from '@apogee/contracts/roster/roster.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { LessonRow } from './learner.store.ts'
import type { RosterPage } from './roster.store.ts'

/**
 * Returns the cursor of the page's last row, which the client sends back: the order of the list, the sort key and the id of the
 * enrolment.
 */
export function writeCursor(order: string, { key, id }: { key: string; id: number }): string {
  return Buffer.from(JSON.stringify([order, key, id])).toString('base64url')
}

/** Refuses an invalid cursor, and a cursor of a list in another order. */
export function readCursor(
  cursor: string | undefined,
  order: string,
  { isText }: { isText: boolean },
): RosterPage['after'] {
  if (cursor === undefined) return null
  const [given, key, id] = parsed(cursor)
  const isKey = typeof key === 'string' && (isText ? key.isWellFormed() : /^-?\d{1,16}$/.test(key))
  const isOurs = given === order && Number.isSafeInteger(id)
  if (!isOurs || !isKey || key.includes('\0'))
    refuse('VALIDATION', { issues: [{ path: 'cursor', message: 'must be the nextCursor of a page' }] })
  return { key, id: Number(id) }
}

function parsed(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

/** Returns the rounded mean. Null means that there are no values. */
export const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : Math.round(values.reduce((sum, value) => sum + value, 0) / values.length)

/** Groups rows by module in the order of the course. */
export function modulesFrom(rows: readonly LessonRow[]): LearnerDetail['modules'] {
  const modules: LearnerDetail['modules'] = []
  for (const { moduleId, moduleTitle, completedAt, ...lesson } of rows) {
    if (modules.at(-1)?.id !== moduleId) modules.push({ id: moduleId, title: moduleTitle, lessons: [] })
    modules.at(-1)?.lessons.push({ ...lesson, completedAt: completedAt?.toISOString() ?? null })
  }
  return modules
}
