/** Selects the featured instructors of the marketplace by their public courses. */
import type { CourseCategory } from '@apogee/contracts/course-choices.ts'
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

export interface FeaturedInstructorRow {
  id: number
  name: string
  avatar: string | null
  courseCount: number
  studentCount: number
  category: CourseCategory | null
  course: { id: number; title: string }
}

/**
 * Returns the teachers with the most students in public courses. The query scans all listed courses (0.2 s at 90,000 courses on a
 * busy machine), so callers cache the result.
 */
export async function teachersByStudents(db: Db, most: number): Promise<number[]> {
  const found = await sql<{ id: number }>`
    SELECT u.id
      FROM (SELECT c.instructor_id AS id, sum(c.student_count) AS students
              FROM course_cards c WHERE c.is_listed
             GROUP BY c.instructor_id HAVING sum(c.student_count) > 0) teachers
      JOIN user_cards u ON u.id = teachers.id AND u.erased_at IS NULL AND u.name IS NOT NULL
     ORDER BY teachers.students DESC, u.id LIMIT ${most}`.execute(db)
  return found.rows.map(({ id }) => id)
}

/** Returns the current facts of these people, those with most students first. People without a public course are omitted. */
export async function featuredTeachers(db: Db, ids: readonly number[]): Promise<FeaturedInstructorRow[]> {
  const found = await sql<FeaturedInstructorRow>`
    SELECT u.id, u.name, u.avatar_url AS avatar, own.courses AS "courseCount", own.students AS "studentCount",
           own.category, own.course
      FROM user_cards u
     CROSS JOIN LATERAL (
       SELECT count(*) AS courses, sum(c.student_count)::int8 AS students,
              mode() WITHIN GROUP (ORDER BY c.category) AS category,
              (array_agg(json_build_object('id', c.id, 'title', c.title)
                ORDER BY c.student_count DESC, c.id DESC))[1] AS course
         FROM course_cards c WHERE c.instructor_id = u.id AND c.is_listed) own
     WHERE u.id = ANY(${[...ids]}::bigint[]) AND u.erased_at IS NULL AND u.name IS NOT NULL AND own.courses > 0
     ORDER BY own.students DESC, u.id`.execute(db)
  return found.rows
}
