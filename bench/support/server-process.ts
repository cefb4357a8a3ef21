/** The product as a separate process for measuring: started as by an operator, observed, stopped by its id. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

export interface MeasuredServer {
  origin: string
  /** From the spawn to the ready line, in milliseconds. */
  readyMs: number
  /** Resident memory of the Node process, in MB. */
  residentMb(): number
  /** CPU time of the Node process so far, in milliseconds. Linux only. */
  processorMs(): number
  stop(): Promise<void>
}

export async function newDataFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'apogee-bench-'))
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) }
}

export function startMeasured(
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<MeasuredServer> {
  const began = performance.now()
  // As `npm start`.
  const options = ['--max-semi-space-size=4', '--no-parallel-scavenge']
  const child = spawn(process.execPath, [...options, 'scripts/start.mjs'], {
    cwd: root,
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error', ...environment },
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

/** Runs `measure` against the product at `given`, or a separate one with the demo school in a folder of its own. */
export async function onProduct<T>(
  given: string | undefined,
  measure: (origin: string, server: MeasuredServer | null) => Promise<T>,
  environment: Record<string, string> = {},
): Promise<T> {
  if (given) return measure(given, null)
  const folder = await newDataFolder()
  try {
    const server = await startMeasured(folder.path, environment)
    try {
      return await measure(server.origin, server)
    } finally {
      await server.stop()
    }
  } finally {
    await folder.remove()
  }
}

/** Calls the product and returns `data` of the answer. Anything but success is an error. */
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
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(line) / 1024
}

const ticksPerSecond = 100

function processorMs(pid: number): number {
  const [, afterName = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const fields = afterName.split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond
}
