/** The product as a separate process with its own port and data folder, to be stopped and killed. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const root = join(import.meta.dirname, '..')
const startLimitMs = 180_000
const stopLimitMs = 90_000

export interface ProductProcess {
  origin: string
  pid: number
  /** Sends the signal to the process alone, or to its whole group, and returns how it ended. */
  end: (
    signal: NodeJS.Signals,
    whom?: 'process' | 'group',
  ) => Promise<{ code: number | null; signal: string | null }>
}

/** A port that nobody listens on now. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('The probe listens on no port')
  return address.port
}

/** Starts it and waits for the ready line. Throws its output when it ends or stays silent for three minutes. */
export async function startProduct(
  port: number,
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<ProductProcess> {
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      RATE_LIMITS: 'off',
      ...settings,
    },
  })
  const { pid } = child
  if (pid === undefined) throw new Error('The product could not be started')
  await untilReady(child, `http://127.0.0.1:${port}`)
  const ended = once(child, 'exit')
  return {
    origin: `http://127.0.0.1:${port}`,
    pid,
    async end(signal, whom = 'process') {
      process.kill(whom === 'group' ? -pid : pid, signal)
      const [code, by] = (await Promise.race([ended, inTime(stopLimitMs, `${signal} did not end it`)])) as [
        number | null,
        string | null,
      ]
      return { code, signal: by }
    },
  }
}

async function untilReady({ stdout, stderr }: ChildProcess, origin: string): Promise<void> {
  if (!stdout || !stderr) throw new Error('The product has no output')
  const written: string[] = []
  stderr.on('data', (chunk: Buffer) => written.push(chunk.toString()))
  const lines = createInterface({ input: stdout })
  const ready = new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => {
      written.push(line)
      if (line === `Apogee is ready at ${origin}`) resolve()
    })
    lines.once('close', () => reject(new Error(`The product ended early:\n${written.join('\n')}`)))
  })
  await Promise.race([ready, inTime(startLimitMs, 'The product did not say that it is ready')])
}

async function inTime(limitMs: number, problem: string): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  setTimeout(() => reject(new Error(problem)), limitMs).unref()
  return promise
}

/** The process id of the database engine of this folder, or null. */
export async function enginePid(dataDir: string): Promise<number | null> {
  try {
    const [first] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')
    return Number(first)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
    throw error
  }
}
