/**
 * Measures saves of progress per second: many learners, each watching a different video, over HTTP to a separate process; and the
 * same statements through pgbench. Target: 1,000 a second on two quiet cores.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import type { Database } from '../../apps/server/src/platform/database/database.ts'
import { tokenDigest } from '../../apps/server/src/platform/secrets/tokens.ts'
import type { SizeOf } from './measurements.ts'
import { buildBenchApp } from '../harness/bench-app.ts'
import { withDatabase, type BenchDatabase } from './support/bench-database.ts'
import type { Role } from './support/course-list-server.ts'
import { databaseCpu } from './support/database-cpu.ts'
import { forkServer, stopForkedServers } from './support/forked-server.ts'
import { runMeasurement } from './support/frame.ts'
import { median, type Contender } from '../harness/measure.ts'
import { pgbench } from './support/pgbench.ts'
import { pgbenchScript, record } from '../harness/recorded-statements.ts'

/** One save may use this much processor time of both processes, in µs. Two cores then do 1,000 saves a second. */
const targetCpu = 2_000

type Size = SizeOf<'progress'>

const firstLearner = 1_000_001
const tokenOf = (learner: number): string => `token-${learner}`

interface School {
  /** `contentId` is a module of four videos, and `resourceId` is its first video. */
  contentId: number
  resourceId: number
}

/** Creates one course of twelve videos in three modules; its learners have consecutive ids and new sessions. */
async function furnish(pool: pg.Pool, learners: number): Promise<School> {
  await pool.query(`ALTER TABLE users ALTER COLUMN id RESTART WITH ${firstLearner}`)
  await pool.query('ALTER TABLE courses ALTER COLUMN id RESTART WITH 20000001')
  await pool.query('ALTER TABLE course_contents ALTER COLUMN id RESTART WITH 30000001')
  await pool.query('ALTER TABLE course_resources ALTER COLUMN id RESTART WITH 40000001')
  await pool.query(
    `INSERT INTO users (email, name, role, email_verified_at)
     SELECT 'learner' || n || '@bench.test', 'Learner ' || n, 'student', now() FROM generate_series(1, 1000) n`,
  )
  await pool.query(`INSERT INTO users (email, name, role) VALUES ('t@bench.test', 'Teacher', 'instructor')`)
  await pool.query(`INSERT INTO sellers (user_id) SELECT id FROM users WHERE role = 'instructor'`)
  await pool.query(
    `INSERT INTO courses (seller_id, created_by, instructor_id, title, description)
     SELECT id, user_id, user_id, 'A course', 'A course to be studied' FROM sellers WHERE user_id IS NOT NULL`,
  )
  await pool.query(
    `INSERT INTO media (public_id, owner_id, purpose, content_type, size_bytes, sha256, storage_key, seconds)
     SELECT 'video' || n, ${firstLearner}, 'lesson', 'video/mp4', 1, '', 'video' || n, 3600 FROM generate_series(1, 12) n`,
  )
  await pool.query(
    `INSERT INTO course_contents (course_id, title, sort_order, is_published)
     SELECT c.id, 'Module ' || n, n, true FROM courses c, generate_series(1, 3) n`,
  )
  await pool.query(
    `INSERT INTO course_resources (content_id, media_id, title, file_type, sort_order)
     SELECT m.id, v.id, v.public_id, 'video', v.id FROM course_contents m JOIN media v ON v.id % 3 = m.id % 3`,
  )
  await pool.query(
    `INSERT INTO enrolments (user_id, course_id, source) SELECT u.id, c.id, 'free' FROM users u, courses c WHERE u.role = 'student'`,
  )
  for (let learner = 0; learner < learners; learner += 1) {
    await pool.query(
      `INSERT INTO sessions (user_id, token_sha256, expires_at) VALUES ($1, $2, now() + interval '1 day')`,
      [firstLearner + learner, tokenDigest(tokenOf(learner))],
    )
  }
  await pool.query('VACUUM ANALYZE')
  const { rows } = await pool.query<School>(
    `SELECT content_id AS "contentId", id AS "resourceId" FROM course_resources ORDER BY id LIMIT 1`,
  )
  const [school] = rows
  if (!school) throw new Error('the course has no video')
  return school
}

type Save = (nth: number) => { method: 'PUT' | 'POST'; path: string; body: object }

const agent = new Agent({ keepAlive: true })

function send(origin: string, learner: number, { method, path, body }: ReturnType<Save>): Promise<void> {
  const headers = { authorization: `Bearer ${tokenOf(learner)}`, 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const sent = request(`${origin}/api${path}`, { method, agent, headers }, (answer) => {
      answer.resume().on('end', resolve).on('error', reject)
      if (answer.statusCode !== 200) reject(new Error(`${path} answered ${answer.statusCode}`))
    })
    sent.on('error', reject).end(JSON.stringify(body))
  })
}

/** Saves the position in one video and the parts that were watched since the last save, or repeats the completion of a module. */
const savesIn = ({ contentId, resourceId }: School): Record<string, Save> => ({
  'a playing video': (nth) => ({
    method: 'PUT',
    path: `/course-resources/${resourceId}/progress`,
    body: { position: (nth * 15) % 3600, watched: [[(nth * 15) % 3600, ((nth * 15) % 3600) + 15]] },
  }),
  'a module again': (nth) => ({
    method: 'POST',
    path: '/lesson-progress',
    body: { courseContentId: contentId, completed: true, watchTime: nth % 3600 },
  }),
})

async function saveAll(
  { origin, cpu }: Contender,
  { pool }: Database,
  save: Save,
  { learners, seconds }: Size,
) {
  const before = { ours: await cpu(), database: await databaseCpu(pool) }
  const began = performance.now()
  let saved = 0
  const work = async (learner: number) => {
    for (let nth = 1; performance.now() - began < seconds * 1000; nth += 1) {
      await send(origin, learner, save(nth))
      saved += 1
    }
  }
  await Promise.all(Array.from({ length: learners }, (_, learner) => work(learner)))
  const perSecond = (saved / (performance.now() - began)) * 1000
  return {
    perSecond,
    cpu: ((await cpu()) - before.ours) / saved,
    databaseCpu: ((await databaseCpu(pool)) - before.database) / saved,
  }
}

/**
 * Records the last of four equal saves. The first ones also announce the study to the server, and their statements have no names
 * yet.
 */
async function recordSave(database: Database, save: Save) {
  const { app } = await buildBenchApp(database)
  try {
    const once = async (nth: number) => {
      const { method, path, body } = save(nth)
      const headers = { authorization: `Bearer ${tokenOf(0)}` }
      const answer = await app.inject({ method, url: `/api${path}`, headers, payload: body })
      if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`)
    }
    for (const nth of [1, 2, 3]) await once(nth)
    const statements = await record(() => once(4))
    if (process.env['SHOW_STATEMENTS'])
      for (const { text } of statements) console.log(text.replaceAll(/\s+/g, ' '))
    return statements
  } finally {
    await app.close()
  }
}

/** The clients of pgbench use the first learners, so there cannot be more clients than this. */
const mostClients = 10

async function compare(
  server: Contender,
  { database, connectionString }: BenchDatabase,
  save: Save,
  size: Size,
) {
  const folder = await mkdtemp(join(tmpdir(), 'apogee-bench-progress-'))
  try {
    await saveAll(server, database, save, size)
    const statements = await recordSave(database, save)
    const script = join(folder, 'save.sql')
    const head = [`\\set learner ${firstLearner} + :client_id`]
    await writeFile(
      script,
      pgbenchScript(statements, { head, given: { [String(firstLearner)]: ':learner' } }),
    )
    const pairs: { ours: Awaited<ReturnType<typeof saveAll>>; theirs: number }[] = []
    const load = { connectionString, clients: Math.min(mostClients, size.learners), seconds: size.seconds }
    for (let round = 0; round < size.rounds; round += 1)
      pairs.push({ ours: await saveAll(server, database, save, size), theirs: pgbench(script, load) })
    const middle = (of: (pair: (typeof pairs)[number]) => number) => median(pairs.map(of))
    const cpu = middle(({ ours }) => ours.cpu)
    const inDatabase = middle(({ ours }) => ours.databaseCpu)
    return {
      cpu: cpu + inDatabase,
      row: {
        statements: statements.length,
        'a second': Math.round(middle(({ ours }) => ours.perSecond)),
        'through pgbench': Math.round(middle(({ theirs }) => theirs)),
        ratio: middle(({ ours, theirs }) => ours.perSecond / theirs).toFixed(2),
        'ours, µs of processor': Math.round(cpu),
        'database, µs': Math.round(inDatabase),
        'two cores a second': Math.round(2e6 / (cpu + inDatabase)),
      },
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

await runMeasurement('progress', (bench) =>
  withDatabase('progress', async (progress) => {
    const { database, connectionString } = progress
    const school = await furnish(database.pool, bench.size.learners)
    const role: Role = { kind: 'product', connectionString }
    try {
      const server = await forkServer(join(import.meta.dirname, 'support/course-list-server.ts'), role)
      const rows = []
      for (const [name, save] of Object.entries(savesIn(school))) {
        const { cpu, row } = await compare(server, progress, save, bench.size)
        rows.push({ save: name, ...row, [`≤ ${targetCpu} µs together`]: bench.met(name, cpu <= targetCpu) })
      }
      bench.table(rows)
    } finally {
      agent.destroy()
      await stopForkedServers()
    }
  }),
)
