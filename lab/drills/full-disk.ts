/**
 * `npm run drill -- full-disk`, as root: DATA_DIR on a separate file system fills up while people visit, buy and upload. Uploads
 * are refused below 1 GB, `/readyz` fails below 50 MB, PostgreSQL meets a disk without a byte. When space is free again, everything
 * continues, no file is missing or left over, and no purchase was made twice. `--short`: 4 visits a second, and each stage only
 * until it has been noticed.
 */
import { stat, readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { refusals } from '@apogee/contracts/refusals.ts'
import { startEngine } from '@apogee/local-postgres/engine.ts'
import pg from 'pg'
import pino from 'pino'
import type { Database } from '../../apps/server/src/platform/database/database.ts'
import { leastFreeBytes } from '../../apps/server/src/platform/resources/disk-space.ts'
import { runDrill, type Drill } from '../harness/drill.ts'
import { byLength, fewVisits } from './support/length.ts'
import { compareBooks, connectTo, openMarket, startProvider, startServer } from './support/market.ts'
import { Probes, type Probe } from './support/probes.ts'
import { mountSmallDisk, type SmallDisk } from './support/small-disk.ts'
import { makeAuthor, Uploader, type Upload } from './support/uploaders.ts'
import { reasonsOf, Visitors } from './support/visitors.ts'

const perSecond = byLength({ long: 10, short: 4 })
const roomyBytes = 2_000_000_000
const nearlyFullBytes = 900_000_000
const fullBytes = leastFreeBytes - 10_000_000
const stageMs = 8_000
const emptyMs = 15_000
/** An upload of this size cannot end before the disk is full. */
const slowUploadBytes = 95_000_000
const mostUnreadySeconds = byLength({ long: 10, short: 90 })
const mostReadySeconds = byLength({ long: 30, short: 300 })
const patienceMs = byLength({ long: 90_000, short: 300_000 })
const fewUploads = byLength({ long: 5, short: 2 })
const fewRefused = 2
/** A health check must be answered within this time, in ms. */
const probeMs = 5_000
/** Files of this age, in ms, are older than the sweep's retention. */
const agedMs = 2 * 86_400_000

/** Returns the addresses of the server's engine. They stay the same when the engine restarts. */
async function addressesOf(dataDir: string): Promise<{ url: string; administratorUrl: string }> {
  const engine = await startEngine({ dataDir, log: pino({ level: 'fatal' }) })
  await engine.stop()
  return { url: engine.connectionString, administratorUrl: engine.administratorConnectionString }
}

/**
 * Makes PostgreSQL need another WAL file, and returns whether it got one. How PostgreSQL answers on a full disk is not judged here.
 */
async function needAnotherLogFile(administratorUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: administratorUrl })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query("SELECT pg_logical_emit_message(false, 'drill', 'text'), pg_switch_wal()")
    return true
  } catch {
    // The drill provokes the end of the connection, so the error is not a failure.
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

const isRefusal = ({ status, errorCode, sentence }: Upload) =>
  status === refusals.STORAGE_FULL.status &&
  errorCode === 'STORAGE_FULL' &&
  sentence === refusals.STORAGE_FULL.sentence
/** Returns whether an upload was refused because PostgreSQL is down and no session can be verified. */
const isUnavailable = ({ status, errorCode }: Upload) => status === 503 && errorCode === 'UNAVAILABLE'
const listed = (uploads: readonly Upload[]) =>
  uploads.map(({ status, errorCode, sentence }) => `${status} ${errorCode} ${sentence}`)

/** Maps the keys of all stored files to their sizes. */
async function filesIn(dataDir: string): Promise<Map<string, number>> {
  const files = join(dataDir, 'uploads/files')
  const found = new Map<string, number>()
  for (const folder of await readdir(files)) {
    for (const name of await readdir(join(files, folder)))
      found.set(`${folder}/${name}`, (await stat(join(files, folder, name))).size)
  }
  return found
}

/** Makes every file old enough for the sweep, and waits for the sweep. */
async function sweep(dataDir: string, { pool }: Database): Promise<void> {
  const old = new Date(Date.now() - agedMs)
  const { rows } = await pool.query<{ key: string }>('SELECT storage_key AS key FROM media')
  const known = new Set(rows.map(({ key }) => key))
  const isLeftOver = async () => [...(await filesIn(dataDir)).keys()].some((key) => !known.has(key))
  const incoming = join(dataDir, 'uploads/incoming')
  const partial = () => readdir(incoming)
  for (const name of await partial()) await utimes(join(incoming, name), old, old)
  for (const key of (await filesIn(dataDir)).keys())
    await utimes(join(dataDir, 'uploads/files', key), old, old)
  await pool.query("SELECT graphile_worker.add_job('media.sweep')")
  const giveUpAt = Date.now() + patienceMs
  while (Date.now() < giveUpAt && ((await isLeftOver()) || (await partial()).length > 0)) await pause(250)
}

async function compareFiles(
  drill: Drill,
  dataDir: string,
  database: Database,
  uploader: Uploader,
): Promise<void> {
  drill.note(
    'partial files before the sweep',
    String((await readdir(join(dataDir, 'uploads/incoming'))).length),
  )
  await sweep(dataDir, database)
  drill.say('files are swept')
  const files = await filesIn(dataDir)
  const { rows } = await database.pool.query<{ id: number | null; key: string; bytes: number }>(
    `SELECT r.id, m.storage_key AS key, m.size_bytes AS bytes FROM media m LEFT JOIN course_resources r ON r.media_id = m.id`,
  )
  const resources = new Set(rows.map(({ id }) => id))
  drill.none(
    'documents whose file is missing or not whole',
    rows.filter(({ key, bytes }) => files.get(key) !== bytes).map(({ key }) => key),
  )
  const known = new Set(rows.map(({ key }) => key))
  drill.none(
    'files without a document',
    [...files.keys()].filter((key) => !known.has(key)),
  )
  drill.none('partial files', await readdir(join(dataDir, 'uploads/incoming')))
  drill.none(
    'added documents that are gone',
    uploader.resources.filter((id) => !resources.has(id)).map(String),
  )
}

/** The times are values of `performance.now()`. */
interface Stages {
  nearlyFullAtMs: number
  fullAtMs: number
  roomAtMs: number
  readyAtMs: number
  slow: Upload
}

interface Parts {
  disk: SmallDisk
  administratorUrl: string
  visitors: Visitors
  uploader: Uploader
  probes: Probes
}

/** Resolves at the end of a stage: after its time or, in the short form, once its effect has been noticed. */
const endOfStage = byLength({
  long: () => pause(stageMs),
  short: (drill: Drill, what: string, isNoticed: () => boolean) => drill.until(what, isNoticed, patienceMs),
})

/**
 * Makes PostgreSQL need space while none is free: for a fixed time or, in the short form, until PostgreSQL was refused space and
 * visitors have noticed it.
 */
const needRoom = byLength({
  async long({ administratorUrl }: Parts) {
    const giveUpAt = performance.now() + emptyMs
    while (performance.now() < giveUpAt) {
      await needAnotherLogFile(administratorUrl)
      await pause(1_000)
    }
  },
  async short({ administratorUrl, visitors }: Parts, drill: Drill) {
    const emptyAtMs = performance.now()
    let isRefused = false
    const isNoticed = async () => {
      if (!(await needAnotherLogFile(administratorUrl))) isRefused = true
      return isRefused && visitors.between(emptyAtMs).length >= fewVisits
    }
    await drill.until('PostgreSQL to be refused a file', isNoticed, patienceMs)
  },
})

/** Fills the disk step by step and frees the space again. */
async function fillUp(drill: Drill, parts: Parts): Promise<Stages> {
  const { disk, visitors, uploader, probes } = parts
  await disk.leave(roomyBytes)
  visitors.start(perSecond)
  uploader.start()
  await endOfStage(drill, 'visits', () => visitors.servedSince(0) >= fewVisits)
  await drill.until('uploads', () => uploader.uploads.length >= fewUploads, patienceMs)
  const slow = uploader.uploadSlowly(slowUploadBytes)
  drill.say('900 MB are free')
  await disk.leave(nearlyFullBytes)
  const nearlyFullAtMs = performance.now()
  await endOfStage(drill, 'uploads', () => uploader.begun(nearlyFullAtMs).length >= fewRefused)
  drill.say('40 MB are free')
  await disk.leave(fullBytes)
  const fullAtMs = performance.now()
  await endOfStage(drill, 'visits', () => visitors.between(fullAtMs).length >= fewVisits)
  await probes.until('/readyz', 503, fullAtMs, patienceMs)
  drill.say('nothing is free')
  await disk.leave(0)
  await needRoom(parts, drill)
  drill.say('there is room again')
  await disk.leave(roomyBytes)
  const roomAtMs = performance.now()
  const readyAtMs = await probes.until('/readyz', 200, roomAtMs, patienceMs)
  drill.say('ready again')
  await drill.until('uploads with room', () => uploader.begun(readyAtMs).length >= fewUploads, patienceMs)
  drill.say('uploads are stored again')
  await Promise.all([visitors.stop(), uploader.stop()])
  drill.say('visits and uploads have ended')
  return { nearlyFullAtMs, fullAtMs, roomAtMs, readyAtMs, slow: await slow }
}

function reportUploads(
  drill: Drill,
  uploader: Uploader,
  { nearlyFullAtMs, roomAtMs, readyAtMs, slow }: Stages,
): void {
  const whole = uploader.uploads.filter(({ endedMs }) => endedMs < nearlyFullAtMs)
  const under = uploader.begun(nearlyFullAtMs, roomAtMs)
  const after = uploader.begun(readyAtMs)
  drill.note(
    'uploads with room, without it, and with it again',
    `${whole.length}, ${under.length}, ${after.length}`,
  )
  drill.none(
    'uploads not stored while there is room',
    listed([...whole, ...after].filter(({ status }) => status !== 200 && status !== 201)),
  )
  drill.none(
    'uploads not refused in our words below 1 GB',
    listed(under.filter((upload) => !isRefusal(upload) && !isUnavailable(upload))),
  )
  drill.none(
    'the upload during which the disk filled up is not refused',
    isRefusal(slow) || isUnavailable(slow) ? [] : listed([slow]),
  )
}

function reportHealth(drill: Drill, probes: Probes, { fullAtMs, roomAtMs, readyAtMs }: Stages): void {
  const tellsOfDisk = ({ failing }: Probe) => failing.includes('disk')
  const unready = probes.of('/readyz', fullAtMs).find(tellsOfDisk)
  drill.atMost(
    'not ready after',
    unready ? (unready.beganMs + unready.tookMs - fullAtMs) / 1000 : Infinity,
    mostUnreadySeconds,
    's',
  )
  drill.atMost(
    'times when the disk was told to be full and was not',
    probes.of('/readyz', 0, fullAtMs - probeMs).filter(tellsOfDisk).length,
    0,
  )
  drill.atMost('ready again after', (readyAtMs - roomAtMs) / 1000, mostReadySeconds, 's')
}

function reportVisits(drill: Drill, { visits, paid }: Visitors): void {
  const unserved = visits.filter(({ outcome }) => outcome !== 'served')
  drill.note(
    'visits, of them 503 with Retry-After, purchases paid',
    `${visits.length}, ${unserved.length}, ${paid}`,
  )
  drill.none(
    'visits without an answer in our form',
    reasonsOf(unserved.filter(({ outcome }) => outcome === 'failed')),
  )
}

await runDrill(async (drill) => {
  const disk = await mountSmallDisk(drill, roomyBytes)
  const dataDir = disk.folder
  const provider = await startProvider(drill)
  const server = await startServer(drill, { dataDir, provider, databaseUrl: '' })
  let hasEnded = false
  void server.ended.then(() => (hasEnded = true))
  const { url, administratorUrl } = await addressesOf(dataDir)
  const database = connectTo(drill, url)
  const market = await openMarket(database.pool, server.origin)
  const visitors = new Visitors(server.origin, market, provider)
  const uploader = new Uploader(server.origin, await makeAuthor(database.pool))
  const probes = new Probes(drill, server.origin)
  const stages = await fillUp(drill, { disk, administratorUrl, visitors, uploader, probes })
  reportUploads(drill, uploader, stages)
  reportHealth(drill, probes, stages)
  reportVisits(drill, visitors)
  await compareFiles(drill, dataDir, database, uploader)
  await compareBooks(drill, database, provider, visitors)
  if (hasEnded) drill.wrong('the server ended')
})
