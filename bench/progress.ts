/**
 * Measures saves of progress per second: many learners, each watching a video of their own, over HTTP to a process of
 * its own; and the same statements through pgbench. Target: 1,000 a second on two quiet cores.
 */
import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { tokenDigest } from '../apps/server/src/platform/tokens.ts'
import { buildBenchApp } from './support/bench-app.ts'
import { startBenchEngine } from './support/bench-database.ts'
import type { Role } from './support/course-list-server.ts'
import { databaseCpu } from './support/database-cpu.ts'
import { median, printTable } from './support/measure.ts'
import { pgbenchScript, record } from './support/recorded-statements.ts'

/** Processor time of both processes for one save, in µs: two cores do 1,000 a second. */
const targetCpu = 2_000
const learners = 16
const seconds = 4
const rounds = 3

const firstLearner = 1_000_001
const tokenOf = (learner: number): string => `token-${learner}`

interface School {
  /** A module of four videos and the first of them. */
  contentId: number
  resourceId: number
}

/** One course of twelve videos in three modules; its learners have consecutive ids and signed in just now. */
async function furnish(pool: pg.Pool): Promise<School> {
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

const agent = new Agent({ keepAlive: true, maxSockets: learners })

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

const engine = await startBenchEngine()
const folder = await mkdtemp(join(tmpdir(), 'apogee-bench-progress-'))
const child = fork(join(import.meta.dirname, 'support/course-list-server.ts'))
const ask = async (message: Role | 'cpu') => {
  child.send(message)
  const [answer] = await once(child, 'message')
  return answer as unknown
}
try {
  const { database, connectionString } = await engine.create('progress')
  const { contentId, resourceId } = await furnish(database.pool)
  const origin = String(await ask({ kind: 'product', connectionString }))

  /** Watching: the position and the parts since the last save. */
  const watching: Save = (nth) => ({
    method: 'PUT',
    path: `/course-resources/${resourceId}/progress`,
    body: { position: (nth * 15) % 3600, watched: [[(nth * 15) % 3600, ((nth * 15) % 3600) + 15]] },
  })
  const module: Save = (nth) => ({
    method: 'POST',
    path: '/lesson-progress',
    body: { courseContentId: contentId, completed: true, watchTime: nth % 3600 },
  })

  async function ours(save: Save, forSeconds = seconds) {
    const began = performance.now()
    const [cpu, databaseBefore] = [Number(await ask('cpu')), await databaseCpu(database.pool)]
    let saved = 0
    const work = async (learner: number) => {
      for (let nth = 1; performance.now() - began < forSeconds * 1000; nth += 1) {
        await send(origin, learner, save(nth))
        saved += 1
      }
    }
    await Promise.all(Array.from({ length: learners }, (_, learner) => work(learner)))
    const perSecond = (saved / (performance.now() - began)) * 1000
    const databaseAfter = await databaseCpu(database.pool)
    return {
      perSecond,
      cpu: (Number(await ask('cpu')) - cpu) / saved,
      databaseCpu: ((databaseAfter ?? Number.NaN) - (databaseBefore ?? Number.NaN)) / saved,
    }
  }

  /** Records the third of three equal saves: the first ones announce the study and name the statements. */
  async function recorded(save: Save) {
    const { app } = await buildBenchApp(database)
    try {
      const once = async (nth: number) => {
        const { method, path, body } = save(nth)
        const headers = { authorization: `Bearer ${tokenOf(0)}` }
        const answer = await app.inject({ method, url: `/api${path}`, headers, payload: body })
        if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`)
      }
      for (const nth of [1, 2, 3]) await once(nth)
      return await record(() => once(4))
    } finally {
      await app.close()
    }
  }

  function theirs(script: string): { perSecond: number } | null {
    const run = spawnSync(
      'pgbench',
      [
        ...['-n', '-M', 'prepared', '-f', script, '-c', '10', '-j', '1'],
        ...['-T', String(seconds), connectionString],
      ],
      { encoding: 'utf8' },
    )
    if (run.error && 'code' in run.error && run.error.code === 'ENOENT') return null
    const perSecond = Number(/tps = ([\d.]+)/.exec(run.stdout)?.[1])
    if (run.status !== 0 || !(perSecond > 0)) throw new Error(`pgbench: ${run.stderr.slice(-2_000)}`)
    return { perSecond }
  }

  const table = []
  for (const [what, save] of Object.entries({ 'item watched': watching, 'module completed again': module })) {
    await ours(save, 2)
    const statements = await recorded(save)
    const script = join(folder, 'save.sql')
    const head = [`\\set learner ${firstLearner} + :client_id`]
    await writeFile(
      script,
      pgbenchScript(statements, { head, given: { [String(firstLearner)]: ':learner' } }),
    )
    const pairs: { ours: Awaited<ReturnType<typeof ours>>; theirs: ReturnType<typeof theirs> }[] = []
    for (let round = 0; round < rounds; round += 1)
      pairs.push({ ours: await ours(save), theirs: theirs(script) })
    const middle = (of: (pair: (typeof pairs)[number]) => number) => median(pairs.map(of))
    const isCompared = pairs.every((pair) => pair.theirs !== null)
    const cpu = middle((pair) => pair.ours.cpu)
    const inDatabase = middle((pair) => pair.ours.databaseCpu)
    table.push({
      save: what,
      statements: statements.length,
      'a second': Math.round(middle((pair) => pair.ours.perSecond)),
      pgbench: isCompared ? Math.round(middle((pair) => pair.theirs?.perSecond ?? 0)) : 'not installed',
      ratio: isCompared
        ? middle((pair) => pair.ours.perSecond / (pair.theirs?.perSecond ?? 0)).toFixed(2)
        : '',
      'ours, µs of processor': Math.round(cpu),
      'database, µs': Math.round(inDatabase),
      'two cores a second': Math.round(2e6 / (cpu + inDatabase)),
    })
    if (cpu + inDatabase > targetCpu) process.exitCode = 1
    if (process.env['SHOW_STATEMENTS'])
      for (const { text } of statements) console.log(text.replaceAll(/\s+/g, ' '))
  }
  printTable(table)
} finally {
  agent.destroy()
  child.disconnect()
  await engine.stop()
  await rm(folder, { recursive: true, force: true })
}
