/**
 * Restricts content to some learners of a course: everyone, one cohort, or those without a cohort. The tables of other features
 * have the columns `cohort_id` and `is_without_cohort`.
 */
import type { Audience, AudienceChoice } from '@apogee/contracts/enrolments/audiences.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { refuse } from './refusal.ts'

/**
 * A reader with `isManager` sees all content of the course. Any other reader sees the content for everyone and for their own
 * cohort.
 */
export interface AudienceReader {
  courseId: number
  userId: number
  isManager: boolean
}

/**
 * The fields equal the database columns. If `cohortId` is null, `isWithoutCohort` tells learners without a cohort from everyone.
 */
export interface StoredAudience {
  cohortId: number | null
  isWithoutCohort: boolean
}

export const toEverybody: StoredAudience = { cohortId: null, isWithoutCohort: false }

export interface AudienceRow extends StoredAudience {
  cohortName: string | null
  isRemoved: boolean
}

/**
 * Selects the columns of an `AudienceRow` from the table with the alias `table`. The query must join `cohort_names` as `audience`.
 */
export const audienceColumns = (table: string): RawBuilder<unknown> => sql`
  ${sql.ref(`${table}.cohort_id`)} AS "cohortId", ${sql.ref(`${table}.is_without_cohort`)} AS "isWithoutCohort",
  audience.name AS "cohortName", coalesce(audience.is_removed, false) AS "isRemoved"`

/**
 * Returns an SQL condition: the reader sees the row of the table with the alias `table`. The reader must be allowed to study the
 * course.
 */
export const isForReader = (
  table: string,
  { courseId, userId, isManager }: AudienceReader,
): RawBuilder<unknown> => sql`
  (${isManager}::boolean OR (${sql.ref(`${table}.cohort_id`)} IS NULL AND NOT ${sql.ref(`${table}.is_without_cohort`)})
   OR EXISTS (SELECT FROM learner_cohorts l
               WHERE l.user_id = ${userId} AND l.course_id = ${courseId}
                 AND is_in_audience(${sql.ref(`${table}.cohort_id`)}, ${sql.ref(`${table}.is_without_cohort`)}, l.cohort_id)))`

export const choiceOf = ({ cohortId, isWithoutCohort }: StoredAudience): AudienceChoice =>
  cohortId ?? (isWithoutCohort ? 'without-cohort' : 'everybody')

/**
 * Refuses a cohort of another course. Locks the cohort, so that it cannot be removed before the transaction ends. If `asked` is
 * absent, the content is for everyone.
 */
export async function storedAudience(
  tx: Tx,
  courseId: number,
  asked: AudienceChoice = 'everybody',
): Promise<StoredAudience> {
  if (asked === 'everybody') return toEverybody
  if (asked === 'without-cohort') return { cohortId: null, isWithoutCohort: true }
  const found = await sql<{ id: number }>`
    SELECT id FROM course_cohorts WHERE id = ${asked} AND course_id = ${courseId} FOR SHARE`.execute(tx)
  return { cohortId: found.rows[0]?.id ?? refuse('COHORT_NOT_FOUND'), isWithoutCohort: false }
}

/** Returns an empty object if the content is for everyone. */
export const presentAudience = ({
  cohortId,
  cohortName,
  isRemoved,
  isWithoutCohort,
}: AudienceRow): { audience?: Audience } =>
  cohortId === null && !isWithoutCohort ? {} : { audience: { cohortId, cohortName, isRemoved } }
