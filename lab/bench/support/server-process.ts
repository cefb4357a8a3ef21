/**
 * Runs the product as a separate process, so that it can be measured: starts it as an operator does, observes it, and stops it by
 * its id.
 */
import { execFile, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../../..')

export interface MeasuredServer {
  origin: string
  /** `readyMs` is the time from the spawn to the line that reports the product as ready, in ms. */
  readyMs: number
  /** Returns the resident memory of the Node process in MB. */
  residentMb(): number
  /** Returns the resident memory of the Node process, and of the processes that it has started to read files, in MB. Linux only. */
  residentOfAllMb(): number
  /** Returns the CPU time of the Node process in ms. Linux only. */
  processorMs(): number
  stop(): Promise<void>
}

/** This variable names the data folder with the demo school, which lab/bench/run.ts has prepared. */
export const schoolVariable = 'APOGEE_BENCH_SCHOOL'
export const firstStartVariable = 'APOGEE_BENCH_FIRST_START_MS'

function fromRunner(variable: string): string {
  const value = process.env[variable]
  if (value === undefined) throw new Error('A measurement runs by: npm run bench -- NAME')
  return value
}

/** Returns how long, in ms, the first start took, which created the database and the demo school. */
export const firstStartMs = () => Number(fromRunner(firstStartVariable))

/** Runs `work` with a copy of the data folder with the demo school, which is removed afterwards. */
export async function withDataFolder<T>(work: (path: string) => Promise<T>): Promise<T> {
  const path = await mkdtemp(join(tmpdir(), 'apogee-bench-'))
  try {
    // The copy preserves the owner of each file, because PostgreSQL may run as another user.
    await promisify(execFile)('cp', ['-a', `${fromRunner(schoolVariable)}/.`, path])
    return await work(path)
  } finally {
    await rm(path, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Runs `work` with a started product, which is stopped afterwards. */
export async function withServer<T>(
  dataDir: string,
  environment: Record<string, string>,
  work: (server: MeasuredServer) => Promise<T>,
): Promise<T> {
  const server = await startMeasured(dataDir, environment)
  try {
    return await work(server)
  } finally {
    await server.stop()
  }
}

/** Runs `work` with a product that has the demo school and no rate limits. */
export const withSchool = <T>(work: (server: MeasuredServer) => Promise<T>): Promise<T> =>
  withDataFolder((path) => withServer(path, { RATE_LIMITS: 'off' }, work))

/** ffmpeg is off, because preparing an uploaded video would use the processor that is being measured. */
const ownEnvironment = { PORT: '0', LOG_LEVEL: 'error', FFMPEG: 'off' }

export function startMeasured(
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<MeasuredServer> {
  const began = performance.now()
  // `npm start` uses the same options.
  const options = ['--max-semi-space-size=4', '--no-parallel-scavenge', '--heap-growing-percent=20']
  const child = spawn(process.execPath, [...options, 'scripts/start.mjs'], {
    cwd: root,
    env: { ...process.env, ...ownEnvironment, DATA_DIR: dataDir, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return new Promise((resolve, reject) => {
    let printed = ''
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      const origin = /ready at (\S+)/.exec(printed)?.[1]
      if (!origin) return
      resolve({
        origin,
        readyMs: performance.now() - began,
        residentMb: () => residentMb(child.pid ?? 0),
        residentOfAllMb: () => withDescendants(child.pid ?? 0).reduce((sum, pid) => sum + residentMb(pid), 0),
        processorMs: () => processorMs(child.pid ?? 0),
        async stop() {
          child.kill('SIGTERM')
          await ended
        },
      })
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`the server ended with ${code} before it was ready`)))
  })
}

/** Makes a call and returns the `data` of its answer. Throws unless the call succeeds. */
export async function callProduct<T>(
  origin: string,
  call: string,
  { token, body }: { token?: string; body?: unknown } = {},
): Promise<T> {
  const [method = 'GET', path = ''] = call.split(' ')
  const answer = await fetch(`${origin}/api${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${call} answered ${answer.status}: ${await answer.text()}`)
  const { data } = (await answer.json()) as { data: T }
  return data
}

export interface DemoSession {
  token: string
  user: { id: number }
}

export const signInDemo = (origin: string, person: 'student' | 'instructor' | 'superadmin') =>
  callProduct<DemoSession>(origin, 'POST /auth/login', {
    body: { email: `${person}@apogee.test`, password: 'Apogee-Demo-1' },
  })

function residentMb(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(statusOf(pid))?.[1] ?? '0'
  return Number(line) / 1024
}

/** Returns the /proc status of a process, or '' for a process that has ended. */
function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return ''
  }
}

/** Returns the process and the Node processes among its descendants. The database is not a Node process. */
function withDescendants(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      const status = statusOf(Number(name))
      const isNode = /^Name:\s+(?:node|MainThread)/.test(status)
      return { pid: Number(name), parent: isNode ? Number(/PPid:\s+(\d+)/.exec(status)?.[1]) : null }
    })
  const from = (one: number): number[] => [
    one,
    ...parents.filter(({ parent }) => parent === one).flatMap((child) => from(child.pid)),
  ]
  return from(pid)
}

const ticksPerSecond = 100

function processorMs(pid: number): number {
  const [, afterName = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const fields = afterName.split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond
}
