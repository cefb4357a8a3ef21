/** Runs one process of the stack: starts it and waits until it serves, kills it, and restarts it when it ends by itself. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export interface Program {
  name: string
  file: string
  parameters: string[]
  environment?: Record<string, string>
  /** The process runs as this user, for programs that refuse to run as root. */
  user?: { uid: number; gid: number } | undefined
  /** This signal asks the process to stop; the default is SIGTERM. */
  stopSignal?: NodeJS.Signals
  logFile: string
  /** Returns whether the process serves requests. A rejection counts as false. */
  isUp: () => Promise<boolean>
}

const longestStartMs = 180_000
const restartPauseMs = 300

const children = new Set<ChildProcess>()
// When this process ends, all its children are killed.
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

export class Part {
  /** `ownEnds` counts how often the process has ended without being asked. */
  ownEnds = 0
  readonly #program: Program
  #child: ChildProcess | null = null
  #ended: Promise<unknown> = Promise.resolve()
  #isWanted = false

  constructor(program: Program) {
    this.#program = program
  }

  get name(): string {
    return this.#program.name
  }

  /** Returns the id of the running process; 0 before the first start. */
  get pid(): number {
    return this.#child?.pid ?? 0
  }

  /** Starts the process, and again if it fails, as a supervisor does. Resolves when the process serves requests. */
  async start(): Promise<void> {
    this.#isWanted = true
    this.#spawn()
    const giveUpAt = Date.now() + longestStartMs
    while (!(await this.#program.isUp().catch(() => false))) {
      if (Date.now() > giveUpAt) throw new Error(`${this.name} did not start: see ${this.#program.logFile}`)
      await pause(50)
    }
  }

  /** Kills the process with SIGKILL. Resolves when the process has ended. */
  kill(): Promise<void> {
    return this.#end('SIGKILL')
  }

  stop(): Promise<void> {
    return this.#end(this.#program.stopSignal ?? 'SIGTERM')
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    this.#isWanted = false
    this.#child?.kill(signal)
    await this.#ended
  }

  #spawn(): void {
    const { file, parameters, environment = {}, user, logFile } = this.#program
    const output = openSync(logFile, 'a')
    const child = spawn(file, parameters, {
      env: { ...process.env, ...environment },
      stdio: ['ignore', output, output],
      // The child has its own process group, so that Ctrl+C reaches only the drill, which stops its parts in order.
      detached: true,
      ...user,
    })
    closeSync(output)
    children.add(child)
    this.#child = child
    this.#ended = once(child, 'exit').then(
      () => this.#restart(child),
      () => this.#restart(child),
    )
  }

  #restart(child: ChildProcess): void {
    children.delete(child)
    if (!this.#isWanted) return
    this.ownEnds += 1
    setTimeout(() => this.#isWanted && this.#spawn(), restartPauseMs)
  }
}

/** Returns whether a process listens on this port of this machine. */
export async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    // The connection was refused, so nothing listens.
    return false
  } finally {
    socket.destroy()
  }
}
