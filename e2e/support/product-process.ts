/** Runs the product as a separate process with its own port, data folder and settings. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const root = join(import.meta.dirname, '../..')
const startLimitMs = 180_000
const stopLimitMs = 90_000

interface ProductProcess {
  origin: string
  /** Asks the process to stop, and returns how it ended. */
  stop: () => Promise<{ code: number | null; signal: string | null }>
}

/** Returns a port without a listener. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('The probe listens on no port')
  return address.port
}

/**
 * Starts the product and waits for the line that says that it is ready. Throws the product's output when it ends or prints no such
 * line within three minutes.
 */
export async function startProduct(
  port: number,
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<ProductProcess> {
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
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
  await untilReady(child, `http://127.0.0.1:${port}`)
  const ended = once(child, 'exit')
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM')
      const [code, signal] = (await Promise.race([
        ended,
        inTime(stopLimitMs, 'SIGTERM did not end the product'),
      ])) as [number | null, string | null]
      return { code, signal }
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
