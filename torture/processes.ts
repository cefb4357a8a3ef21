/** The real thing in real processes: servers, their PostgreSQL and the provider, each of which can be killed and comes back. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export interface Running {
  origin: string
  pid: number
  /** kill -9, and waits until it is gone. */
  kill(): Promise<void>
  /** Asks it to end. */
  stop(): Promise<void>
}

const children = new Set<ChildProcess>()
// Whatever ends this process, nothing it has started stays.
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

/** Starts a program of this repository and waits for the line that tells its address. */
async function startProgram(
  file: string,
  { parameters = [], environment = {} }: { parameters?: string[]; environment?: Record<string, string> },
): Promise<Running> {
  const child = spawn(process.execPath, [join(import.meta.dirname, file), ...parameters], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.add(child)
  child.once('exit', () => children.delete(child))
  const origin = await addressOf(child, file)
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  return { origin, pid: child.pid ?? 0, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}

function addressOf(child: ChildProcess, file: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      printed = `${printed}${chunk.toString()}`.slice(-4_000)
      const origin = /(http:\/\/127\.0\.0\.1:\d+)/.exec(printed)?.[1]
      if (origin) resolve(origin)
    })
    child.once('error', reject)
    child.once('exit', (code, signal) =>
      reject(new Error(`${file} ended with ${signal ?? code} before it was ready`)),
    )
  })
}

export interface Server {
  /** Where it listens, whether it is up or not. */
  readonly origin: string
  /** kill -9; it is started again at once. Resolves when it is up. Not while it still starts. */
  killAndRestart(pauseMs: number): Promise<void>
  readonly isUp: boolean
  stop(): Promise<void>
}

/** The product on this port. A start that fails because the database has just been killed is tried again, as an operator's supervisor does. */
export async function startServer(port: number, environment: Record<string, string>): Promise<Server> {
  const start = () =>
    startProgram('server-process.ts', { environment: { ...environment, PORT: String(port) } })
  let running: Running | null = await start()
  const { origin } = running
  return {
    origin,
    get isUp() {
      return running !== null
    },
    async killAndRestart(pauseMs) {
      const killed = running
      if (!killed) return
      running = null
      await killed.kill()
      await pause(pauseMs)
      running = await supervised(start)
    },
    async stop() {
      await running?.stop()
    },
  }
}

async function supervised(start: () => Promise<Running>): Promise<Running> {
  const triesLeft = 20
  for (let tries = 1; ; tries += 1) {
    try {
      return await start()
    } catch (error) {
      if (tries === triesLeft) throw error
      await pause(300)
    }
  }
}

export function startSimulator(truthFile: string): Promise<Running> {
  return startProgram('../apps/server/src/adapters/payments/simulator/main.ts', {
    parameters: ['--port', '0', '--truth', truthFile],
  })
}

/** kill -9 on the postmaster of this data folder. Its servers bring it back. False: it was down already. */
export async function killDatabase(dataDir: string): Promise<boolean> {
  const file = join(dataDir, 'postgres/postmaster.pid')
  const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10)
  if (!Number.isInteger(pid) || pid <= 1) return false
  try {
    process.kill(pid, 'SIGKILL')
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
    throw error
  }
}
