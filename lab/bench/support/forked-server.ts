/** Runs the servers that a measurement compares, each in its own process, and reads the CPU time of these processes over IPC. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Contender } from '../../harness/measure.ts'

/** `npm start` uses the same options. */
export const productOptions = [
  '--max-semi-space-size=4',
  '--no-parallel-scavenge',
  '--heap-growing-percent=20',
]

export class ServerEnded extends Error {}

const children = new Set<ChildProcess>()

const childOf = new WeakMap<Contender, ChildProcess>()

/**
 * Starts a program that answers its first message, the role, with its origin, and every later one with the CPU time of its process
 * in µs. @throws ServerEnded when the program ends before it has answered.
 */
export async function forkServer(
  program: string,
  role: object,
  { options = [], environment = {} }: { options?: readonly string[]; environment?: NodeJS.ProcessEnv } = {},
): Promise<Contender> {
  const child = fork(program, {
    execArgv: [...options],
    serialization: 'advanced',
    env: { ...process.env, ...environment },
  })
  children.add(child)
  child.once('exit', () => children.delete(child))
  const ask = async (message: object | 'cpu'): Promise<unknown> => {
    const ended = new AbortController()
    const exit = (code: number | null) => ended.abort(new ServerEnded(`${program} ended with ${code}`))
    child.once('exit', exit)
    try {
      child.send(message)
      const [answer] = await once(child, 'message', { signal: ended.signal })
      return answer
    } catch (error) {
      throw ended.signal.aborted ? ended.signal.reason : error
    } finally {
      child.off('exit', exit)
    }
  }
  const origin = String(await ask(role))
  const server = { origin, cpu: async () => Number(await ask('cpu')) }
  childOf.set(server, child)
  return server
}

export async function stopForkedServer(server: Contender): Promise<void> {
  const child = childOf.get(server)
  if (child && children.has(child)) await stop(child)
}

/** Asks every started server to end and waits until it has ended. A server that does not end is killed by its process id. */
export async function stopForkedServers(): Promise<void> {
  await Promise.all([...children].map(stop))
}

const stopMs = 5_000

async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  if (child.connected) child.disconnect()
  const timer = setTimeout(() => child.kill('SIGKILL'), stopMs)
  await exited
  clearTimeout(timer)
}
