import type { ShownPrerequisite } from '@apogee/contracts/prerequisites/shown-prerequisites.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { MaybeCaller } from '#server/policy/caller.ts'
import type { LessonCounts } from '#server/features/learning/learning.service.ts'
import type { Prerequisites } from '#server/features/prerequisites/prerequisites.service.ts'
import type { CardRow } from '../catalogue.store.ts'

/** Contains facts of a card that the row of the course does not contain. */
export interface CardFacts {
  lessons?: LessonCounts | undefined
  unsold: ReadonlySet<number>
  /** The learner must complete these courses first. */
  first?: ShownPrerequisite[] | undefined
}

/** Returns the prerequisites of these courses. Runs no statement when no course has any. */
export async function firstCoursesOf(
  prerequisites: Pick<Prerequisites, 'shownTo'>,
  db: Db,
  { caller, rows }: { caller: MaybeCaller; rows: readonly CardRow[] },
): Promise<ReadonlyMap<number, ShownPrerequisite[]>> {
  const ids = rows.filter(({ hasPrerequisites }) => hasPrerequisites).map(({ id }) => id)
  return ids.length === 0 ? new Map() : prerequisites.shownTo(db, caller?.userId ?? null, ids)
}
