/** Processes pictures in a separate process: a hostile file can end that process, not the server. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Log } from '#server/platform/database/database.ts'
import { createBoundedQueue } from '#server/platform/bounded-queue.ts'
import type { PictureAnswer } from './picture-process.ts'
import type { PictureRequest } from './picture-work.ts'
import { PictureRefused, type Pictures } from './port.ts'

export interface ChildPicturesOptions {
  log: Log
  /** Longest time for one picture. */
  timeLimitMs?: number
  /** How long the process stays when there is nothing to do. */
  idleMs?: number
  mostWaiting?: number
  /** Longest wait for a slot. */
  longestWaitMs?: number
  processFile?: URL
}

const heapMegabytes = 128
const pictureProcess = new URL('./picture-process.ts', import.meta.url)

export function createChildPictures({
  log,
  timeLimitMs = 20_000,
  idleMs = 10_000,
  mostWaiting = 100,
  longestWaitMs = 30_000,
  processFile = pictureProcess,
}: ChildPicturesOptions): Pictures {
  const queue = createBoundedQueue({ name: 'pictures', atOnce: 1, mostWaiting, longestWaitMs })
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let isStopped = false

  function begin(): ChildProcess {
    const started = fork(processFile, {
      execArgv: [`--max-old-space-size=${heapMegabytes}`],
      // No environment is passed on; a decoder's output about a damaged file is ignored, since the answer has the reason.
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    })
    started.once('exit', () => {
      if (child === started) child = undefined
    })
    // A process that is about to exit does not wait for this child.
    started.unref()
    started.channel?.unref()
    return started
  }

  function end(): void {
    clearTimeout(idle)
    child?.kill('SIGKILL')
    child = undefined
  }

  async function ask(request: PictureRequest): Promise<Buffer> {
    clearTimeout(idle)
    const answer = await answerOf((child ??= begin()), request)
    idle = setTimeout(end, idleMs).unref()
    if ('bytes' in answer) return Buffer.from(answer.bytes)
    throw new PictureRefused(answer.problem, answer.why)
  }

  async function answerOf(worker: ChildProcess, request: PictureRequest): Promise<PictureAnswer> {
    const { promise, resolve } = Promise.withResolvers<PictureAnswer>()
    const fail = (why: string) => {
      log.warn({ why, work: request.kind }, 'a picture ended its process')
      resolve({ problem: 'unreadable', why })
    }
    const answered = (answer: unknown) => resolve(answer as PictureAnswer)
    const exited = (code: number | null, signal: string | null) =>
      fail(`the process ended with ${signal ?? code}`)
    const broken = (error: Error) => fail(error.message)
    const timer = setTimeout(() => {
      fail(`no answer within ${timeLimitMs} ms`)
      end()
    }, timeLimitMs)
    worker.once('message', answered).once('exit', exited).once('error', broken)
    worker.ref()
    worker.send(request, (error) => error && fail(error.message))
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      worker.off('message', answered).off('exit', exited).off('error', broken)
      worker.unref()
    }
  }

  const run = (request: PictureRequest) =>
    queue.run(() => {
      if (isStopped) throw new PictureRefused('unreadable', 'the server is stopping')
      return ask(request)
    })

  return {
    rewrite: (path, longestSide) => run({ kind: 'rewrite', path, longestSide }),
    copy: (path, copy) => run({ kind: 'copy', path, copy }),
    drawShare: (share) => run({ kind: 'share', share }),
    async stop() {
      isStopped = true
      const last = child
      end()
      if (last && last.exitCode === null && last.signalCode === null) await once(last, 'exit')
    },
  }
}
