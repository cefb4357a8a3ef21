import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrate } from '#server/platform/database/migrate.ts'
import { emptyDatabase } from '#server/platform/database/testing.ts'

const directory = join(import.meta.dirname, '../../../migrations')

test('an item called a quiz before quizzes were files of questions becomes any other file', async () => {
  const before = await mkdtemp(join(tmpdir(), 'apogee-migrations-'))
  const db = await emptyDatabase()
  const { pool } = db.database
  try {
    for (const name of await readdir(directory)) {
      if (name < '0017') await cp(join(directory, name), join(before, name))
    }
    await migrate(pool, before)
    await pool.query(`
      INSERT INTO users (email, role) VALUES ('teacher@apogee.test', 'instructor');
      INSERT INTO sellers (user_id) SELECT id FROM users;
      INSERT INTO courses (seller_id, created_by, instructor_id, title, description)
      SELECT s.id, s.user_id, s.user_id, 'Orbits', 'How things go round' FROM sellers s WHERE s.user_id IS NOT NULL;
      INSERT INTO course_contents (course_id, title, sort_order) SELECT id, 'Module', 0 FROM courses;
      INSERT INTO media (public_id, owner_id, purpose, content_type, size_bytes, sha256, storage_key)
      SELECT given.type, u.id, 'lesson', given.type, 1, '', given.type
        FROM users u, unnest(ARRAY['application/pdf', 'video/mp4', 'application/json']) AS given (type);
      INSERT INTO course_resources (content_id, media_id, title, file_type, sort_order)
      SELECT c.id, m.id, m.content_type, 'quiz', 0 FROM course_contents c, media m;
      INSERT INTO course_resources (content_id, title, file_type, sort_order)
      SELECT id, 'without a file', 'quiz', 0 FROM course_contents`)
    await migrate(pool, directory)
    const { rows } = await pool.query<{ title: string; type: string }>(
      'SELECT title, file_type AS type FROM course_resources ORDER BY title',
    )
    expect(rows.map(({ title, type }) => [title, type])).toEqual([
      ['application/json', 'quiz'],
      ['application/pdf', 'other'],
      ['video/mp4', 'other'],
      ['without a file', 'quiz'],
    ])
  } finally {
    await rm(before, { recursive: true })
    await db.drop()
  }
})
