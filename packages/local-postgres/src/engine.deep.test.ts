import { mkdir, mkdtemp, readdir, readFile, readlink, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hasEnded } from './postmaster.ts'
import { startEngine, type Engine } from './engine.ts'
import { chosenBinaries } from './testing-binaries.ts'
import { startChild, type Child } from './testing-children.ts'

const log = pino({ level: 'silent' })
const binDir = chosenBinaries()
let dataDir: string
let engines: Engine[]
let children: Child[]
beforeEach(async () => {
  dataDir = await realpath(await mkdtemp(join(tmpdir(), 'apogee-engine-')))
  engines = []
  children = []
})
afterEach(async () => {
  for (const child of children) if (!hasEnded(child.pid)) process.kill(child.pid, 'SIGKILL')
  await Promise.all(children.map((child) => child.ended))
  await Promise.all(engines.map((engine) => engine.stop()))
  // A killed child leaves its engine running, so the clean-up adopts and stops it.
  if (await isRunning()) await (await startEngine({ dataDir, binDir, log })).stop()
  await rm(dataDir, { recursive: true })
})

async function start(): Promise<Engine> {
  const engine = await startEngine({ dataDir, binDir, log })
  engines.push(engine)
  return engine
}

async function startNode(): Promise<Child & { connectionString: string; adopted: boolean }> {
  const child = startChild('engine-child.ts', [dataDir])
  children.push(child)
  const output: unknown = JSON.parse(await child.nextLine())
  if (!isStarted(output)) throw new Error(`unexpected ${JSON.stringify(output)}`)
  return { ...child, ...output }
}

function isStarted(output: unknown): output is { connectionString: string; adopted: boolean } {
  return typeof output === 'object' && output !== null && 'connectionString' in output && 'adopted' in output
}

async function postmasterPid(): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)
}

async function isRunning(): Promise<boolean> {
  return stat(join(dataDir, 'postgres/postmaster.pid')).then(
    async () => !hasEnded(await postmasterPid()),
    () => false,
  )
}

/** Returns every process whose working directory is this cluster: the engine and all its children. */
async function engineProcesses(): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const here = await Promise.all(
    pids.map((pid) =>
      readlink(`/proc/${pid}/cwd`).then(
        (cwd) => cwd === join(dataDir, 'postgres') && !hasEnded(pid),
        () => false,
      ),
    ),
  )
  return pids.filter((_pid, index) => here[index])
}

async function ask<T extends pg.QueryResultRow>(connectionString: string, statement: string): Promise<T[]> {
  const client = new pg.Client({ connectionString })
  // A test may stop the server during a query. The test checks the rejection of the query, so the error of the connection is
  // ignored.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<T>(statement)).rows
  } finally {
    await client.end()
  }
}

const keepNote = (connectionString: string) =>
  ask(connectionString, `create table notes as select 'kept' as text`)
const readNotes = (connectionString: string) => ask(connectionString, 'select text from notes')
const kept = [{ text: 'kept' }]

test('a new folder becomes a database, and a reopened one still has its data', async () => {
  const first = await start()
  expect(first.adopted).toBe(false)
  expect(first.version).toMatch(binDir ? /^15\./ : /^18\./)
  await keepNote(first.connectionString)
  await first.stop()
  expect(await engineProcesses()).toEqual([])
  const second = await start()
  expect(second.adopted).toBe(false)
  expect(await readNotes(second.connectionString)).toEqual(kept)
})

test('the cluster has the required settings, and the application is no superuser', async () => {
  const { connectionString } = await start()
  const rows = await ask(
    connectionString,
    `select current_setting('data_checksums') as checksums, current_setting('fsync') as fsync,
       current_setting('server_encoding') as encoding, datcollate as collation,
       current_setting('listen_addresses') as addresses, current_setting('timezone') as zone,
       (select rolsuper from pg_roles where rolname = current_user) as superuser
     from pg_database where datname = current_database()`,
  )
  expect(rows).toEqual([
    {
      checksums: 'on',
      fsync: 'on',
      encoding: 'UTF8',
      collation: 'C',
      addresses: '',
      zone: 'UTC',
      superuser: false,
    },
  ])
})

test('the extensions that the product uses are available to the application', async () => {
  const { connectionString } = await start()
  for (const extension of ['citext', 'pg_trgm', 'btree_gist', 'unaccent']) {
    await ask(connectionString, `create extension ${extension}`)
  }
})

test('the engine listens on its socket only, in a private folder', async () => {
  const { connectionString } = await start()
  const folder = decodeURIComponent(new URL(connectionString).hostname)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  const owned = new Set<string>()
  for (const pid of await engineProcesses()) {
    for (const fd of await readdir(`/proc/${pid}/fd`)) {
      owned.add(await readlink(`/proc/${pid}/fd/${fd}`).catch(() => ''))
    }
  }
  for (const table of ['tcp', 'tcp6']) {
    const sockets = (await readFile(`/proc/net/${table}`, 'utf8').catch(() => '')).split('\n').slice(1)
    for (const socket of sockets) expect(owned).not.toContain(`socket:[${socket.trim().split(/\s+/)[9]}]`)
  }
})

test('a data folder with a long path works', async () => {
  const deep = join(dataDir, 'a-folder-with-a-long-name/'.repeat(6))
  await mkdir(deep, { recursive: true })
  const engine = await startEngine({ dataDir: deep, binDir, log })
  engines.push(engine)
  await keepNote(engine.connectionString)
  await engine.stop()
})

test('an engine whose Node process was killed is adopted with its data and stopped by the adopter', async () => {
  const node = await startNode()
  await keepNote(node.connectionString)
  const before = await postmasterPid()
  process.kill(node.pid, 'SIGKILL')
  await node.ended
  expect(await isRunning()).toBe(true)
  const engine = await start()
  expect(engine.adopted).toBe(true)
  expect(await postmasterPid()).toBe(before)
  expect(await readNotes(engine.connectionString)).toEqual(kept)
  await engine.stop()
  expect(await engineProcesses()).toEqual([])
})

test('the supervisor restarts a killed engine, and nothing committed is lost', async () => {
  const engine = await start()
  await keepNote(engine.connectionString)
  const before = await postmasterPid()
  process.kill(before, 'SIGKILL')
  await vi.waitFor(async () => expect(await readNotes(engine.connectionString)).toEqual(kept), {
    timeout: 20_000,
    interval: 50,
  })
  expect(await postmasterPid()).not.toBe(before)
})

test('nothing committed is lost when Node and the engine are killed together five times', async () => {
  for (let round = 1; round <= 5; round++) {
    const node = await startNode()
    expect(node.adopted).toBe(false)
    if (round === 1) await ask(node.connectionString, 'create table rounds (round integer)')
    await ask(node.connectionString, `insert into rounds values (${round})`)
    process.kill(node.pid, 'SIGKILL')
    process.kill(await postmasterPid(), 'SIGKILL')
    await node.ended
  }
  const engine = await start()
  expect(await ask(engine.connectionString, 'select count(*)::int4 as rounds from rounds')).toEqual([
    { rounds: 5 },
  ])
})

test('SIGTERM to the process group does not reach the engine: its Node process queries it once more and stops it', async () => {
  const node = await startNode()
  process.kill(-node.pid, 'SIGTERM')
  expect(await node.nextLine()).toBe('stopped after a last query')
  expect(await node.ended).toBe(0)
  expect(await engineProcesses()).toEqual([])
})

test('when two Node processes start at once on a new folder, one starts the engine, the other adopts it, and the last one stops it', async () => {
  const nodes = await Promise.all([startNode(), startNode()])
  expect(new Set(nodes.map((node) => node.adopted))).toEqual(new Set([false, true]))
  const [first, last] = nodes
  await keepNote(first.connectionString)
  process.kill(first.pid, 'SIGTERM')
  expect(await first.ended).toBe(0)
  expect(await readNotes(last.connectionString)).toEqual(kept)
  process.kill(last.pid, 'SIGTERM')
  expect(await last.ended).toBe(0)
  expect(await engineProcesses()).toEqual([])
})

test('a stale postmaster.pid does not prevent the start, even when another process has its number', async () => {
  const first = await start()
  await keepNote(first.connectionString)
  await first.stop()
  const pidFile = join(dataDir, 'postgres/postmaster.pid')
  for (const stale of [process.pid, 2 ** 22 - 1]) {
    await writeFile(pidFile, `${stale}\n${join(dataDir, 'postgres')}\n1700000000\n5432\n/tmp/gone\n\n`)
    const engine = await start()
    expect(engine.adopted).toBe(false)
    expect(await readNotes(engine.connectionString)).toEqual(kept)
    await engine.stop()
  }
})

test('incomplete files of a killed first start are removed', async () => {
  await mkdir(join(dataDir, `postgres.new-${2 ** 22 - 1}-abcd`))
  await start()
  expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.log'])
})

test('a folder of another major version is refused with instructions and stays unchanged', async () => {
  await mkdir(join(dataDir, 'postgres'))
  await writeFile(join(dataDir, 'postgres/PG_VERSION'), '13\n')
  await expect(start()).rejects.toThrow(
    /belong to PostgreSQL 13; .*db:dump.*db:restore.*Nothing was changed/s,
  )
  expect(await readdir(join(dataDir, 'postgres'))).toEqual(['PG_VERSION'])
})

test('an engine that lost its socket is restarted', async () => {
  const node = await startNode()
  await keepNote(node.connectionString)
  process.kill(node.pid, 'SIGKILL')
  await node.ended
  await rm(decodeURIComponent(new URL(node.connectionString).hostname), { recursive: true })
  const engine = await start()
  expect(engine.adopted).toBe(false)
  expect(await readNotes(engine.connectionString)).toEqual(kept)
})
