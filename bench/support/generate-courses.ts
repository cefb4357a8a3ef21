import type pg from 'pg'

/**
 * Fills an empty, migrated database with `count` courses of 200 teachers: every tenth private, every fourth free, six
 * categories, two modules with three items each, and about three learners per course, two of whom reviewed it. The
 * texts are the same in every run.
 */
export async function generateCourses(pool: pg.Pool, count: number): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('SET statement_timeout = 0')
    for (const statement of statements(count)) await client.query(statement)
  } finally {
    client.release(true)
  }
}

/** An SQL array of 18 words for titles. */
export const subjects = `ARRAY['spreadsheets','budgets','interviews','typography','queries','statistics','kitchens','negotiation',
  'photography','contracts','gardens','robots','pricing','colour','networks','speeches','sewing','logistics']`

const filled = ['courses', 'course_contents', 'course_resources', 'enrolments', 'reviews']

const statements = (count: number): string[] => [
  `INSERT INTO users (email, name, role)
   SELECT 'teacher' || n || '@bench.test', 'Teacher ' || n, 'instructor' FROM generate_series(1, 200) n`,
  `INSERT INTO users (email, name, role)
   SELECT 'learner' || n || '@bench.test', 'Learner ' || n, 'student' FROM generate_series(1, 5000) n`,
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
     FROM generate_series(1, 5000) n`,
  // Triggers count row by row, and lock each course; their counts of courses are computed in one statement below.
  ...filled.map((table) => `ALTER TABLE ${table} DISABLE TRIGGER USER`),
  `INSERT INTO courses (seller_id, created_by, instructor_id, title, description, price_cents, is_private, category)
   SELECT t.seller_id, t.user_id, t.user_id,
          initcap((${subjects})[1 + n % 18]) || ' and ' || (${subjects})[1 + n / 18 % 18] || ' ' || n,
          'A course about ' || (${subjects})[1 + n * 7 % 18] || ' for people who know ' || (${subjects})[1 + n * 11 % 18] || '. '
            || repeat('You work through examples at your own pace. ', 4),
          CASE WHEN n % 4 = 0 THEN 0 ELSE 100 * (n % 300 + 1) END, n % 10 = 0,
          (ARRAY['Programming','Design','Business','Data Science','Marketing','AI & ML'])[1 + n / 4 % 6]
     FROM generate_series(1, ${count}) n JOIN teachers t ON t.place = n % 200 ORDER BY n`,
  `INSERT INTO public_course_counts
   SELECT category, price_cents = 0, count(*) FROM courses WHERE NOT is_private GROUP BY 1, 2`,
  `INSERT INTO course_contents (course_id, title, sort_order, is_published)
   SELECT c.id, 'Module ' || part, part, true FROM courses c, generate_series(0, 1) part`,
  `INSERT INTO course_resources (content_id, media_id, title, file_type, sort_order)
   SELECT cc.id, m.id, 'Lesson ' || place, CASE WHEN m.pages IS NULL THEN 'video' ELSE 'pdf' END, place
     FROM course_contents cc
     CROSS JOIN generate_series(0, 2) place
     JOIN media m ON m.storage_key = 'bench/' || (1 + (cc.id * 3 + place) % 5000)`,
  `INSERT INTO enrolments (user_id, course_id, source)
   SELECT l.id, c.id, 'free' FROM courses c CROSS JOIN generate_series(1, 3) nth
     JOIN learners l ON l.place = (c.id * 13 + nth * 1009) % 5000`,
  `INSERT INTO reviews (user_id, course_id, rating, body, created_at)
   SELECT user_id, course_id, 1 + id % 5, '', now() FROM enrolments WHERE id % 3 > 0`,
  `INSERT INTO course_ratings (course_id, ones, twos, threes, fours, fives)
   SELECT course_id, count(*) FILTER (WHERE rating = 1), count(*) FILTER (WHERE rating = 2),
          count(*) FILTER (WHERE rating = 3), count(*) FILTER (WHERE rating = 4), count(*) FILTER (WHERE rating = 5)
     FROM reviews GROUP BY 1`,
  ...filled.map((table) => `ALTER TABLE ${table} ENABLE TRIGGER USER`),
  'DROP TABLE teachers, learners',
  'VACUUM ANALYZE',
]
