/**
 * `npm run drill -- restore`: people buy while a base backup is taken and afterwards; then server and engine are killed, and the
 * data folder and the folder of backups are deleted. The bucket's files are fetched, the newest moment is restored, the gap is read
 * from the provider, and people buy again. At the end all books agree with the provider's, except for the money of lost orders,
 * which the report must state to the sen. `--short`: fewer purchases, one base backup, and the log is archived immediately.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startEngine } from '@apogee/local-postgres/engine.ts'
import pg from 'pg'
import pino from 'pino'
import { startS3Server, type S3TestServer } from '../../apps/server/src/adapters/storage/s3-server.testing.ts'
import type { ClosedGap } from '../../apps/server/src/app/backup/close-gap.ts'
import { brokenInvariants } from '../../apps/server/src/features/sales/model/invariants.ts'
import { connect, type Database } from '../../apps/server/src/platform/database/database.ts'
import { findDifferences } from '../harness/checks.ts'
import { freePort, killDatabase, startProgram, startSimulator, type Running } from '../harness/processes.ts'
import { loadProviderRecords } from '../harness/provider-records.ts'
import { createRandom } from '../harness/random.ts'
import { openSchool, type Buyer, type School } from '../harness/school.ts'
import { advanceDatabaseTime } from '../harness/wait-until-idle.ts'
import { byLength, isShort } from './support/length.ts'
import { runScript } from './support/run-script.ts'

const buyersAtOnce = byLength({ long: 4, short: 2 })
/** These visits run right before the crash, so they are certainly not in the archive. */
const lastVisits = byLength({ long: 12, short: 6 })
const laterVisits = byLength({ long: 8, short: 4 })
/** These purchases are certainly in the archive. */
const fewPurchases = 10
const patienceMs = 180_000
/** The bound covers the engine's `archive_timeout`, the interval of the archiving process, and the time to seal and write. */
const mostLostSeconds = byLength({ long: 60, short: 180 })
const platformSecret = 'drill-platform'

const log = pino({ level: 'fatal' })
const undo: (() => Promise<unknown>)[] = []
const wrong: string[] = []
const began = performance.now()
const say = (text: string) =>
  console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${text}`)

interface ReceiptNumber {
  paper: string
  id: string
}

async function drill(): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'apogee-drill-'))
  undo.push(() => rm(root, { recursive: true, force: true, maxRetries: 5 }))
  const truthFile = join(root, 'truth.jsonl')
  const simulator = await startSimulator(truthFile)
  undo.push(() => simulator.kill())
  const port = await freePort()
  const bucket = await startS3Server()
  undo.push(() => bucket.stop())
  const environment = {
    PORT: String(port),
    DATABASE_URL: '',
    DEMO_DATA: 'false',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    APP_SECRET: 'a secret of this drill, of no worth',
    CHIP_API_URL: simulator.origin,
    CHIP_SECRET: platformSecret,
    CHIP_BRAND_ID: '5f0c2b6e-7d43-4c8e-9a51-3e2f8d6b1c04',
    CHIP_CALLBACK_URL: `http://127.0.0.1:${port}`,
    BACKUP_DIR: join(root, 'backups'),
    BACKUP_KEY: 'a key of this drill, of no worth either',
    ...bucketOf(bucket),
  }
  const lost = { ...environment, DATA_DIR: join(root, 'lost') }
  const restored = {
    ...environment,
    DATA_DIR: join(root, 'restored'),
    BACKUP_DIR: join(root, 'fetched'),
  }

  const { school, given, crashedAt } = await sellAndCrash(lost, bucket)
  say(await runScript('operator/backup-fetch.ts', restored))
  say(await runScript('operator/backup-restore.ts', restored))
  say(await runScript('operator/backup-close-gap.ts', restored))
  const gap = await reportIn(restored.DATA_DIR)
  const lostSeconds = (crashedAt.getTime() - Date.parse(gap.since)) / 1000
  say(
    `${lostSeconds.toFixed(1)} s before the crash are lost; ${gap.moneyWithoutOrder.length} paid orders with them`,
  )
  if (lostSeconds > mostLostSeconds) wrong.push(`${lostSeconds} s are lost`)
  if (!gap.isClosed) wrong.push('the gap was not closed')
  if (gap.comparison.differences > 0)
    wrong.push(`the comparison found ${gap.comparison.differences} differences`)

  const server = await startProgram('server-process.ts', { environment: restored })
  undo.push(() => server.stop())
  const again = new Shopping(server.origin, school)
  await again.visit(laterVisits)
  await withDatabase(restored.DATA_DIR, async (database) => {
    await advanceDatabaseTime(database.pool)
    await compareNumbers(database.pool, given)
    await compareBooks(database, truthFile, gap)
  })
}

/** Buys during a base backup until its log has been archived, and makes some more purchases. Then it deletes everything. */
async function sellAndCrash(
  environment: Record<string, string> & { DATA_DIR: string; BACKUP_DIR: string },
  bucket: S3TestServer,
) {
  const server = await startProgram('server-process.ts', { environment })
  undo.push(() => server.kill())
  const { school, shopping } = await withDatabase(environment.DATA_DIR, async ({ pool }) => {
    const opened = await openSchool(pool, server.origin, createRandom('restore drill').named('school'), {
      buyers: 200,
      platformSecret,
    })
    return { school: opened, shopping: new Shopping(server.origin, opened) }
  })
  const [first = ''] = await poll('the first base backup in the bucket', async () => basesIn(bucket))
  const load = shopping.untilStopped(buyersAtOnce)
  if (!isShort) await takeAnother(environment, bucket, first)
  await poll('purchases', async () => (shopping.paid >= fewPurchases ? ['made'] : []))
  const archived = logIn(bucket)
  say(`base backup ${basesIn(bucket).at(-1)} taken, ${shopping.paid} paid visits since`)
  if (isShort) await archiveNow(environment.DATA_DIR)
  await poll('the log of later purchases in the bucket', async () =>
    logIn(bucket).filter((name) => !archived.includes(name)),
  )
  shopping.stop()
  await load
  say(`the log is archived after ${shopping.paid} paid visits`)
  await shopping.visit(lastVisits)
  const given = await withDatabase(environment.DATA_DIR, ({ pool }) => numbersIn(pool))
  await poll('the notes of purchases in the bucket', async () =>
    (await notesOf(environment.BACKUP_DIR)).every((note) => isStored(bucket, note)) ? ['all'] : [],
  )
  const crashedAt = new Date()
  await crash(server, environment.DATA_DIR)
  await rm(environment.BACKUP_DIR, { recursive: true })
  say(`crashed and lost after ${shopping.paid} paid visits`)
  return { school, given, crashedAt }
}

async function takeAnother(
  { DATA_DIR, BACKUP_DIR }: { DATA_DIR: string; BACKUP_DIR: string },
  bucket: S3TestServer,
  first: string,
): Promise<void> {
  const [cluster = ''] = (await readdir(BACKUP_DIR)).filter((name) => /^\d+$/.test(name))
  await rm(join(BACKUP_DIR, cluster, 'base', first), { recursive: true })
  await withDatabase(DATA_DIR, ({ pool }) => pool.query("SELECT graphile_worker.add_job('backup.take-due')"))
  await poll('a base backup under load', async () => basesIn(bucket).filter((name) => name !== first))
}

/** Ends the current WAL file, which would otherwise end at `archive_timeout`. */
async function archiveNow(dataDir: string): Promise<void> {
  const engine = await startEngine({ dataDir, log })
  const client = new pg.Client({ connectionString: engine.administratorConnectionString })
  await client.connect()
  await client.query('SELECT pg_switch_wal()')
  await client.end()
  await engine.stop()
}

/** Returns the files that record the purchases, with their content. */
async function notesOf(directory: string): Promise<{ name: string; content: Buffer }[]> {
  const names = (await readdir(directory, { recursive: true })).filter((name) =>
    /purchases\/.+\.sealed$/.test(name),
  )
  return Promise.all(names.map(async (name) => ({ name, content: await readFile(join(directory, name)) })))
}

const isStored = ({ objects, config }: S3TestServer, { name, content }: { name: string; content: Buffer }) =>
  objects.get(`${config.bucket}/backups/${name}`)?.content.equals(content) ?? false

const namesIn = ({ objects }: S3TestServer, form: RegExp) =>
  [...objects.keys()]
    .map((name) => form.exec(name)?.[1])
    .filter((name) => name !== undefined)
    .toSorted()
/** Returns the complete base backups. A backup is complete when it has a manifest, which is written last. */
const basesIn = (bucket: S3TestServer) => namesIn(bucket, /\/base\/([^/]+)\/manifest\.json/)
const logIn = (bucket: S3TestServer) => namesIn(bucket, /\/wal\/([^/]+)$/)

const bucketOf = ({ config }: S3TestServer) => ({
  BACKUP_S3_BUCKET: config.bucket,
  BACKUP_S3_ENDPOINT: config.endpoint,
  BACKUP_S3_REGION: config.region,
  BACKUP_S3_ACCESS_KEY_ID: config.accessKeyId,
  BACKUP_S3_SECRET_ACCESS_KEY: config.secretAccessKey,
})

async function crash(server: Running, dataDir: string): Promise<void> {
  const pidFile = join(dataDir, 'postgres/postmaster.pid')
  const pid = Number.parseInt(await readFile(pidFile, 'utf8'), 10)
  await server.kill()
  await killDatabase(dataDir)
  await poll('the end of the engine', async () => (isAlive(pid) ? [] : ['ended']))
  // Child processes of the killed processes end slightly later and may write until then.
  await poll('the end of its files', async () => {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    return (await readdir(dataDir).catch(() => [])).length === 0 ? ['gone'] : []
  })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function poll<T>(what: string, look: () => Promise<T[]>): Promise<T[]> {
  const giveUpAt = Date.now() + patienceMs
  while (Date.now() < giveUpAt) {
    const found = await look()
    if (found.length > 0) return found
    await pause(250)
  }
  throw new Error(`waited in vain for ${what}`)
}

/** Uses the engine that the server runs. */
async function withDatabase<T>(dataDir: string, work: (database: Database) => Promise<T>): Promise<T> {
  const engine = await startEngine({ dataDir, log })
  const { connectionString } = engine
  const database = connect({ connectionString, poolSize: 4, applicationName: 'drill', log })
  try {
    return await work(database)
  } finally {
    await database.close()
    await engine.stop()
  }
}

async function reportIn(dataDir: string): Promise<ClosedGap> {
  const name = (await readdir(dataDir)).findLast((file) => file.startsWith('restore-report-'))
  return JSON.parse(await readFile(join(dataDir, name ?? ''), 'utf8')) as ClosedGap
}

async function numbersIn(pool: pg.Pool): Promise<ReceiptNumber[]> {
  const { rows } = await pool.query<ReceiptNumber>(
    `SELECT seller_id || ' ' || kind || ' ' || year || ' ' || number AS paper, public_id AS id FROM receipts`,
  )
  return rows
}

/** Checks that a receipt number issued before the crash is not issued again. */
async function compareNumbers(pool: pg.Pool, given: readonly ReceiptNumber[]): Promise<void> {
  const before = new Map(given.map(({ paper, id }) => [paper, id]))
  const now = await numbersIn(pool)
  for (const { paper, id } of now)
    if (before.has(paper) && before.get(paper) !== id) wrong.push(`the number ${paper} was given twice`)
  const known = new Set(now.map(({ id }) => id))
  say(
    `${given.length} receipts before, ${given.filter(({ id }) => !known.has(id)).length} of them lost, ${now.length} now`,
  )
}

/** Compares the money of lost orders with the report, and all other money with the books. */
async function compareBooks(database: Database, truthFile: string, gap: ClosedGap): Promise<void> {
  const client = await database.pool.connect()
  try {
    await loadProviderRecords(client, truthFile)
    const { rows } = await client.query<{ id: string; cents: number }>(
      `DELETE FROM truth WHERE reference NOT IN (SELECT public_id FROM orders) RETURNING id, paid AS cents`,
    )
    const lost = rows.filter(({ cents }) => cents > 0).map(({ id, cents }) => `${id} ${cents}`)
    const reported = gap.moneyWithoutOrder.map(
      ({ purchaseId, amountCents }) => `${purchaseId} ${amountCents}`,
    )
    if (lost.toSorted().join() !== reported.toSorted().join())
      wrong.push(`lost at the provider: ${lost.join(', ')}; reported: ${reported.join(', ')}`)
    for (const { question, output, count } of await findDifferences(client))
      wrong.push(`${question} (${count}): ${output.join('; ')}`)
    for (const { broken, ids } of await brokenInvariants(database))
      wrong.push(`not so: ${broken} (${ids.join(', ')})`)
  } finally {
    client.release(true)
  }
}

class Shopping {
  paid = 0
  readonly #origin: string
  readonly #school: School
  readonly #stopped = new AbortController()
  #visits = 0

  constructor(origin: string, school: School) {
    this.#origin = origin
    this.#school = school
  }

  stop(): void {
    this.#stopped.abort()
  }

  async untilStopped(atOnce: number): Promise<void> {
    const buy = async () => {
      while (!this.#stopped.signal.aborted) await this.#visit()
    }
    await Promise.all(Array.from({ length: atOnce }, buy))
  }

  async visit(times: number): Promise<void> {
    await Promise.all(Array.from({ length: times }, () => this.#visit()))
  }

  async #visit(): Promise<void> {
    const nth = this.#visits++
    const { buyers, courses } = this.#school
    const buyer = buyers[nth % buyers.length]
    // Buyers take other courses in each round, so that no one takes a course twice.
    const course = courses[(nth + Math.floor(nth / buyers.length) * 7) % courses.length]
    if (!buyer || !course) return
    const url = await this.#press(buyer, course.id)
    if (!url?.startsWith('http://127.0.0.1') || url.startsWith(this.#origin)) return
    const answer = await fetch(`${url}pay/`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ method: 'fpx', bank: 'Maybank', slow: '0' }),
      redirect: 'manual',
    })
    await answer.arrayBuffer()
    this.paid += 1
  }

  /** Returns the payment page, or null when the buyer already has the course. */
  async #press({ token }: Buyer, courseId: number): Promise<string | null> {
    const answer = await fetch(`${this.#origin}/api/payments/bulk`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ courseIds: [courseId], customerInfo }),
    })
    const body = (await answer.json()) as { payment_url?: string }
    return body.payment_url ?? null
  }
}

const customerInfo = {
  address: '1 Jalan Ujian',
  city: 'Kuala Lumpur',
  state: 'WP',
  postalCode: '50000',
  country: 'Malaysia',
}

try {
  await drill()
} catch (error) {
  wrong.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
}
for (const step of undo.toReversed()) {
  await step().catch((error: unknown) => wrong.push(`could not be tidied up: ${String(error)}`))
}
for (const each of wrong) console.log(`WRONG  ${each}`)
if (wrong.length === 0) say('all books agree with the provider')
process.exit(wrong.length === 0 ? 0 : 1)
