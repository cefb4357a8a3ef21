/** Fills a database of the product for the comparison: courses to be bought, and learners who study one video and one quiz. */
import type { QuizFile } from '@apogee/contracts/assessments/quiz-file.ts'
import { makeCourse } from '../../../apps/server/src/app/testing-courses.ts'
import type { BuiltApp } from '../../../apps/server/src/app/build-app.ts'
import { generateCourses } from '../../harness/generate-courses.ts'
import type { BenchDatabase } from '../support/bench-database.ts'
import { brandId, scatterIds } from '../support/checkout-bench.ts'

export interface PeersSchool {
  firstLearner: number
  /** These courses have a price and different sellers, because receipts are numbered separately for each seller. */
  coursesToBuy: number[]
  courseId: number
  videoId: number
  assessmentId: number
  accountId: number
}

export const tokenOf = (learner: number): string => `token-${learner}`

const quiz: QuizFile = {
  title: 'Ten questions',
  questions: Array.from({ length: 10 }, (_, nth) =>
    nth % 2 === 0
      ? {
          type: 'multiple-choice',
          question: `Which one is red in picture ${nth}?`,
          points: 10,
          options: ['Sky', 'Rust', 'Leaf', 'Sand'],
          answer: 'Rust',
        }
      : { type: 'true-false', question: `The number ${nth} is odd.`, points: 5, answer: true },
  ),
}

export async function furnishSchool(
  bench: BenchDatabase,
  services: BuiltApp['services'],
  { courses, learners, sellers }: { courses: number; learners: number; sellers: number },
): Promise<PeersSchool> {
  const { database } = bench
  await bench.withoutTimeLimit(scatterIds)
  await generateCourses(bench, courses)
  await database.pool.query('UPDATE sellers SET tax_basis_points = 800, fee_basis_points = 1000')
  const firstLearner = await addLearners(bench, learners)
  const accountId = await services.businesses.connectPlatformAccount({
    chipSecret: 'bench',
    chipBrandId: brandId,
  })
  const study = await addStudies(bench, services)
  await bench.withoutTimeLimit((client) => client.query('VACUUM ANALYZE'))
  const { rows } = await database.pool.query<{ id: string }>(
    `SELECT min(id) AS id FROM courses WHERE price_cents > 0 AND NOT is_private
      GROUP BY seller_id ORDER BY min(id) LIMIT $1`,
    [sellers],
  )
  return { firstLearner, accountId, ...study, coursesToBuy: rows.map(({ id }) => Number(id)) }
}

/** Adds learners with consecutive ids, each with a verified address and a session. */
async function addLearners({ database }: BenchDatabase, count: number): Promise<number> {
  await database.pool.query(
    `INSERT INTO users (email, name, role, email_verified_at)
     SELECT 'peer' || n || '@bench.test', 'Peer ' || n, 'student', now() FROM generate_series(1, $1) n ORDER BY n`,
    [count],
  )
  const { rows } = await database.pool.query<{ first: string }>(
    `SELECT min(id) AS first FROM users WHERE email LIKE 'peer%@bench.test'`,
  )
  const first = Number(rows[0]?.first)
  await database.pool.query(
    `INSERT INTO sessions (user_id, token_sha256, expires_at)
     SELECT $1::bigint + n, sha256(('token-' || n)::bytea), now() + interval '1 day'
       FROM generate_series(0, $2::integer - 1) n`,
    [first, count],
  )
  return first
}

/** Adds a course of one video and a course of one quiz, in which all learners are enrolled. */
async function addStudies({ database }: BenchDatabase, services: BuiltApp['services']) {
  const { rows } = await database.pool.query<{ id: string }>(
    `SELECT min(id) AS id FROM users WHERE role = 'instructor'`,
  )
  const owner = {
    id: Number(rows[0]?.id),
    email: '',
    token: '',
    role: 'instructor',
    businessId: null,
  } as const
  const course = async (title: string, type: 'video' | 'quiz') => {
    const { id, contents } = await makeCourse(database, {
      owner,
      title,
      contents: [{ resources: [{ type, ...(type === 'video' && { seconds: 3600 }) }] }],
    })
    return { courseId: id, itemId: contents[0]?.resources[0] ?? 0 }
  }
  const film = await course('A course of one video', 'video')
  const test = await course('A course of one quiz', 'quiz')
  await database.pool.query(
    `INSERT INTO enrolments (user_id, course_id, source)
     SELECT u.id, c.id, 'free' FROM users u CROSS JOIN unnest($1::bigint[]) AS c (id)
      WHERE u.email LIKE 'peer%@bench.test'`,
    [[film.courseId, test.courseId]],
  )
  const assessmentId = await database.transaction((tx) => services.assessments.create(tx, quiz, test.itemId))
  if (assessmentId === null) throw new Error('the item has a quiz already')
  return { courseId: film.courseId, videoId: film.itemId, assessmentId }
}
