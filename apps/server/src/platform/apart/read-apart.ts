/** Reads untrusted packed files in a separate process with limits (docs/decisions/untrusted-files.md). */
import { fork } from 'node:child_process'

export interface ApartLimits {
  /** The process may use this many seconds of processor time, including its start. */
  cpuSeconds: number
  /** The heap may have this size. Buffers are not part of the heap. */
  heapMegabytes: number
  /** The process may use this much memory in total. */
  memoryMegabytes: number
}

/** The process sends these messages. */
export type ApartAnswer = { part: unknown } | { result: unknown } | { failure: string }

/** The process receives this message. */
export interface ApartQuestion {
  request: unknown
  limits: ApartLimits
}

/** The file took more processor time or memory than any valid one. A retry would take as much. */
export class TooComplex extends Error {
  constructor(why: string) {
    super(`the reader was ended: ${why}`)
    this.name = 'TooComplex'
  }
}

/**
 * The time limit on the clock is this many times the limit of processor time, because the process may wait for a disk or for other
 * processes.
 */
const wallFactor = 15

interface Reading<Part> {
  /** This is the URL of a module that calls `answerApart`. */
  reader: URL
  request: unknown
  limits: ApartLimits
  signal?: AbortSignal | undefined
  onPart?: (part: Part) => void
}

/**
 * Returns the result of the reader.
 * @throws TooComplex, the reason of `signal`, or an error that the reader throws.
 */
export async function readApart<Result, Part = never>(reading: Reading<Part>): Promise<Result> {
  const { reader, request, limits, signal, onPart } = reading
  signal?.throwIfAborted()
  const child = fork(reader, [], {
    execArgv: [`--max-old-space-size=${limits.heapMegabytes}`],
    // The process receives no environment. Its output is ignored: parsers write about broken files, and the process's answer
    // contains the reason anyway.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    timeout: limits.cpuSeconds * wallFactor * 1000,
    killSignal: 'SIGKILL',
  })
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const stop = () => reject(signal?.reason as Error)
  signal?.addEventListener('abort', stop, { once: true })
  child.on('message', (message) => {
    const answer = message as ApartAnswer
    if ('part' in answer) onPart?.(answer.part as Part)
    else if ('result' in answer) resolve(answer.result as Result)
    else reject(new Error(`the reader failed: ${answer.failure}`))
  })
  child.once('error', reject)
  child.once('exit', (code, ended) => reject(new TooComplex(String(ended ?? code))))
  child.send({ request, limits } satisfies ApartQuestion, (error) => error && reject(error))
  try {
    return await promise
  } finally {
    signal?.removeEventListener('abort', stop)
    child.kill('SIGKILL')
  }
}
