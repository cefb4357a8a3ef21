/** One process of the stack: started until it is up, killed, and restarted by a supervisor when it ends by itself. */
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
  /** Of another user than root, for programs that refuse to run as root. */
  user?: { uid: number; gid: number } | undefined
  /** Asks it to stop; without it SIGTERM. */
  stopSignal?: NodeJS.Signals
  /** Its output is appended there. */
  logFile: string
  /** Whether it serves; a rejection is a no. */
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
  /** Ends that nobody asked for. */
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

  /** Of the process that runs now; 0 before the first start. */
  get pid(): number {
    return this.#child?.pid ?? 0
  }

  /** Resolves when it serves. A start that fails is repeated, as a supervisor does. */
  async start(): Promise<void> {
    this.#isWanted = true
    this.#spawn()
    const giveUpAt = Date.now() + longestStartMs
    while (!(await this.#program.isUp().catch(() => false))) {
      if (Date.now() > giveUpAt) throw new Error(`${this.name} did not start: see ${this.#program.logFile}`)
      await pause(50)
    }
  }

  /** kill -9. Resolves when it has ended. */
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
      // Ctrl+C reaches the drill alone, which stops its parts in order.
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

/** Whether somebody listens on this port of this machine. */
export async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    // Refused.
    return false
  } finally {
    socket.destroy()
  }
}
