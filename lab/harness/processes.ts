/** Runs servers, their PostgreSQL and the provider as real processes, each of which can be killed and restarted. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export interface Running {
  origin: string
  pid: number
  /** Resolves with the exit code when the process has ended, for any reason. */
  ended: Promise<[code: number | null, ...unknown[]]>
  /** Kills the process with SIGKILL and waits for its end. */
  kill(): Promise<void>
  /** Stops the process with SIGTERM. */
  stop(): Promise<void>
}

const startMs = 180_000

/** Returns a port of this machine that is free now. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (!address || typeof address === 'string') throw new Error('no port')
  return address.port
}

const children = new Set<ChildProcess>()
// All children are killed when this process ends.
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

/** Starts a program and waits for the line with its address. The program is an absolute path or a path relative to this folder. */
export async function startProgram(
  file: string,
  { parameters = [], environment = {} }: { parameters?: string[]; environment?: Record<string, string> },
): Promise<Running> {
  const child = spawn(process.execPath, [resolve(import.meta.dirname, file), ...parameters], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.add(child)
  const ended = (once(child, 'exit') as Running['ended']).finally(() => children.delete(child))
  const origin = await addressOf(child, file)
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await ended
  }
  return { origin, pid: child.pid ?? 0, ended, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}

function addressOf(child: ChildProcess, file: string): Promise<string> {
  return new Promise((settle, reject) => {
    let printed = ''
    // A start that hangs is killed and tried again, like a start that fails.
    const hangs = setTimeout(() => child.kill('SIGKILL'), startMs)
    child.once('exit', () => clearTimeout(hangs))
    child.stdout?.on('data', (chunk: Buffer) => {
      printed = `${printed}${chunk.toString()}`.slice(-4_000)
      const origin = /(http:\/\/127\.0\.0\.1:\d+)/.exec(printed)?.[1]
      if (!origin) return
      clearTimeout(hangs)
      settle(origin)
    })
    child.once('error', reject)
    child.once('exit', (code, signal) =>
      reject(new Error(`${file} ended with ${signal ?? code} before it was ready`)),
    )
  })
}

export interface Server {
  /** `origin` stays the same while the server is down. */
  readonly origin: string
  /**
   * Kills the server with SIGKILL and restarts it immediately. Resolves when the server is up. It does nothing while the server is
   * starting.
   */
  killAndRestart(pauseMs: number): Promise<void>
  readonly isUp: boolean
  /** `ownEnds` counts how often the server has ended unexpectedly. */
  readonly ownEnds: number
  stop(): Promise<void>
}

/** Starts the product on this port. A start that fails because the database was killed is retried, as a supervisor would. */
export async function startServer(port: number, environment: Record<string, string>): Promise<Server> {
  const start = () =>
    startProgram('server-process.ts', { environment: { ...environment, PORT: String(port) } })
  let running: Running | null = null
  let ownEnds = 0
  let isStopping = false
  /** Restarts a server that ends by itself because its database was down for too long, as a supervisor does. */
  const watch = (started: Running) => {
    running = started
    void started.ended.then(async () => {
      if (running !== started || isStopping) return
      running = null
      ownEnds += 1
      watch(await supervised(start))
    })
    return started
  }
  const { origin } = watch(await start())
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
      watch(await supervised(start))
    },
    get ownEnds() {
      return ownEnds
    },
    async stop() {
      isStopping = true
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
  return startProgram('../../packages/chip-simulator/src/main.ts', {
    parameters: ['--port', '0', '--truth', truthFile],
  })
}

/**
 * Signals the postmaster of this data folder, by default with kill -9. Its servers restart it. Returns false when it was already
 * down.
 */
export async function killDatabase(
  dataDir: string,
  signal: 'SIGKILL' | 'SIGINT' = 'SIGKILL',
): Promise<boolean> {
  const file = join(dataDir, 'postgres/postmaster.pid')
  const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10)
  if (!Number.isInteger(pid) || pid <= 1) return false
  try {
    process.kill(pid, signal)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
    throw error
  }
}
