/** Starts the attacked product in a separate process, with its database, payment provider and mailbox. */
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import { startEngine } from '@apogee/local-postgres/engine.ts'
import type { Drill } from '../../harness/drill.ts'
import { Part } from '../../harness/part.ts'
import { freePort, startSimulator } from '../../harness/processes.ts'
import { startCallbackRecorder, type CallbackRecorder } from './callback-recorder.ts'
import { Client } from './client.ts'
import { liveMemoryMib } from './live-memory.ts'
import { demoPassword } from './people.ts'

export interface Target {
  origin: string
  port: number
  client: Client
  /** The pool connects to the product's database. Attacks use it to prepare objects and to read the effects of requests. */
  pool: pg.Pool
  dataDir: string
  product: Part
  provider: { origin: string }
  /** Starts the jobs in a separate process. Further calls return the same process. */
  startJobs: () => Promise<{ origin: string; pid: number }>
  callbacks: CallbackRecorder
  /** Returns every mail that the product has sent, as files with headers. */
  mails: () => Promise<string[]>
  /** Returns everything that the product has logged. */
  log: () => Promise<string>
  /** Returns the resident memory of the product's process in MiB. */
  memoryMib: () => Promise<number>
  /** Returns the memory of the product's process after a garbage collection, in MiB. */
  liveMemoryMib: () => Promise<number>
}

/** `npm start` uses the same options. */
const optionsOfStart = ['--max-semi-space-size=4', '--no-parallel-scavenge', '--heap-growing-percent=20']
const platformSecret = 'attack-platform'

/** Starts the product with the demo school and registers its clean-up in `drill.atEnd`. */
export async function startTarget(drill: Drill): Promise<Target> {
  const dataDir = await mkdtemp(join(tmpdir(), 'apogee-attack-'))
  drill.atEnd(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const engine = await startEngine({ dataDir, log: pino({ level: 'fatal' }) })
  drill.atEnd(() => engine.stop())
  const pool = new pg.Pool({ connectionString: engine.connectionString, max: 4 })
  drill.atEnd(() => pool.end())
  const provider = await startSimulator(join(dataDir, 'truth.jsonl'))
  drill.atEnd(() => provider.kill())
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const callbacks = await startCallbackRecorder(origin)
  drill.atEnd(() => callbacks.close())
  const logFile = join(dataDir, 'product.log')
  const addresses = { origin, dataDir, provider: provider.origin, callbacks: callbacks.origin }
  const inspectorPort = await freePort()
  const start = async (role: 'web' | 'worker', itsPort: number, options: string[] = []) => {
    const part = new Part({
      name: role,
      file: process.execPath,
      parameters: [...options, join(import.meta.dirname, '../../harness/server-process.ts')],
      environment: { ...environmentOf({ ...addresses, port: itsPort }), APOGEE_ROLE: role },
      logFile,
      isUp: async () => {
        const answer = await fetch(`http://127.0.0.1:${itsPort}/readyz`, {
          signal: AbortSignal.timeout(5_000),
        })
        await answer.arrayBuffer()
        return answer.ok
      },
    })
    drill.atEnd(() => part.stop())
    await part.start()
    return part
  }
  const product = await start('web', port, [...optionsOfStart, `--inspect=127.0.0.1:${inspectorPort}`])
  let jobs: ReturnType<Target['startJobs']> | null = null
  const client = new Client(origin)
  drill.atEnd(async () => client.close())
  return {
    origin,
    port,
    client,
    pool,
    dataDir,
    product,
    provider,
    callbacks,
    async startJobs() {
      jobs ??= freePort().then(async (itsPort) => ({
        origin: `http://127.0.0.1:${itsPort}`,
        pid: (await start('worker', itsPort)).pid,
      }))
      return jobs
    },
    mails: () => mailsIn(join(dataDir, 'mail')),
    log: () => readFile(logFile, 'utf8'),
    memoryMib: () => residentMib(product.pid),
    liveMemoryMib: () => liveMemoryMib(inspectorPort),
  }
}

interface Addresses {
  origin: string
  port: number
  dataDir: string
  provider: string
  callbacks: string
}

/** Returns settings as in production: with limits, and behind a trusted proxy, which is this program. */
function environmentOf({ origin, port, dataDir, provider, callbacks }: Addresses): Record<string, string> {
  return {
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: origin,
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    DEMO_DATA: 'true',
    DEMO_PASSWORD: demoPassword,
    TRUSTED_PROXIES: '127.0.0.1',
    RATE_LIMITS: 'on',
    LOG_LEVEL: 'info',
    CHIP_API_URL: provider,
    CHIP_SECRET: platformSecret,
    CHIP_BRAND_ID: '5f0c2b6e-7d43-4c8e-9a51-3e2f8d6b1c04',
    CHIP_CALLBACK_URL: callbacks,
  }
}

async function mailsIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder).catch(() => [])).filter(
    (name) => name.endsWith('.eml') && !name.startsWith('.'),
  )
  return Promise.all(names.toSorted().map((name) => readFile(join(folder, name), 'utf8')))
}

async function residentMib(pid: number): Promise<number> {
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kib) / 1024
}
