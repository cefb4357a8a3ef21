import type { BenchDatabase } from '../bench/support/bench-database.ts'

/**
 * One transaction creates this many courses. A trigger counts the courses of a category in one row, and each change of that row
 * reads all versions that the same transaction has left.
 */
const batch = 1_000

const teachers = 200
const learners = 5_000
const media = 5_000

/**
 * Fills an empty, migrated database with `count` courses of 200 teachers: every tenth private, every fourth free, six categories,
 * two modules with three items each, and about three learners per course, two of whom reviewed it. The texts are the same in every
 * run. The product's triggers write every derived column, count and search row.
 */
export async function generateCourses(bench: BenchDatabase, count: number): Promise<void> {
  await bench.withoutTimeLimit(async (client) => {
    for (const statement of people) await client.query(statement)
    for (let first = 1; first <= count; first += batch)
      for (const statement of coursesFrom(first, Math.min(first + batch - 1, count)))
        await client.query(statement)
    await client.query('VACUUM ANALYZE')
  })
}

/** Holds an SQL array of 18 words for titles. */
export const subjects = `ARRAY['spreadsheets','budgets','interviews','typography','queries','statistics','kitchens','negotiation',
  'photography','contracts','gardens','robots','pricing','colour','networks','speeches','sewing','logistics']`

const people = [
  `INSERT INTO users (email, name, role)
   SELECT 'teacher' || n || '@bench.test', 'Teacher ' || n, 'instructor' FROM generate_series(1, ${teachers}) n`,
  `INSERT INTO users (email, name, role)
   SELECT 'learner' || n || '@bench.test', 'Learner ' || n, 'student' FROM generate_series(1, ${learners}) n`,
  `INSERT INTO sellers (user_id) SELECT id FROM users WHERE role = 'instructor'`,
  `CREATE TEMP TABLE teachers AS
   SELECT row_number() OVER (ORDER BY u.id) - 1 AS place, u.id AS user_id, s.id AS seller_id
     FROM users u JOIN sellers s ON s.user_id = u.id`,
  `CREATE TEMP TABLE learners AS
   SELECT row_number() OVER (ORDER BY id) - 1 AS place, id FROM users WHERE role = 'student'`,
  `INSERT INTO media (public_id, owner_id, purpose, content_type, size_bytes, sha256, storage_key, seconds, pages)
   SELECT md5('media' || n), (SELECT min(user_id) FROM teachers), 'lesson',
          CASE WHEN n % 5 = 0 THEN 'application/pdf' ELSE 'video/mp4' END, 1000000, '\\x00', 'bench/' || n,
          CASE WHEN n % 5 > 0 THEN 60 + n % 900 END, CASE WHEN n % 5 = 0 THEN 1 + n % 40 END
     FROM generate_series(1, ${media}) n`,
  'ANALYZE',
]

/** The ids of courses are consecutive, because nothing else writes. */
const coursesFrom = (first: number, last: number): string[] => [
  `INSERT INTO courses (seller_id, created_by, instructor_id, title, description, price_cents, is_private, category)
   SELECT t.seller_id, t.user_id, t.user_id,
          initcap((${subjects})[1 + n % 18]) || ' and ' || (${subjects})[1 + n / 18 % 18] || ' ' || n,
          'A course about ' || (${subjects})[1 + n * 7 % 18] || ' for people who know ' || (${subjects})[1 + n * 11 % 18] || '. '
            || repeat('You work through examples at your own pace. ', 4),
          CASE WHEN n % 4 = 0 THEN 0 ELSE 100 * (n % 300 + 1) END, n % 10 = 0,
          (ARRAY['Programming','Design','Business','Data Science','Marketing','AI & ML'])[1 + n / 4 % 6]
     FROM generate_series(${first}, ${last}) n JOIN teachers t ON t.place = n % ${teachers} ORDER BY n`,
  `INSERT INTO course_contents (course_id, title, sort_order, is_published)
   SELECT c.id, 'Module ' || part, part, true FROM courses c, generate_series(0, 1) part WHERE c.id BETWEEN ${first} AND ${last}`,
  `INSERT INTO course_resources (content_id, media_id, title, file_type, sort_order)
   SELECT cc.id, m.id, 'Lesson ' || place, CASE WHEN m.pages IS NULL THEN 'video' ELSE 'pdf' END, place
     FROM course_contents cc
     CROSS JOIN generate_series(0, 2) place
     JOIN media m ON m.storage_key = 'bench/' || (1 + (cc.id * 3 + place) % ${media})
    WHERE cc.course_id BETWEEN ${first} AND ${last}`,
  `INSERT INTO enrolments (user_id, course_id, source)
   SELECT l.id, c.id, 'free' FROM courses c CROSS JOIN generate_series(1, 3) nth
     JOIN learners l ON l.place = (c.id * 13 + nth * 1009) % ${learners} WHERE c.id BETWEEN ${first} AND ${last}`,
  `INSERT INTO reviews (user_id, course_id, rating, body, created_at)
   SELECT user_id, course_id, 1 + id % 5, '', now() FROM enrolments
    WHERE id % 3 > 0 AND course_id BETWEEN ${first} AND ${last}`,
]
