/** Processes pictures in a separate process, so that a hostile file can end only that process and not the server. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Log } from '#server/platform/database/database.ts'
import { createBoundedQueue } from '#server/platform/resources/bounded-queue.ts'
import type { PictureAnswer } from './picture-process.ts'
import type { PictureRequest } from './picture-work.ts'
import {
  PictureRefused,
  type CertificatePicture,
  type MadePicture,
  type PictureCopy,
  type Pictures,
  type SharePicture,
} from './port.ts'

export interface ChildPicturesOptions {
  log: Log
  /** The work on one picture is ended after this time. */
  timeLimitMs?: number
  /** The picture process ends after it has been idle for this time. */
  idleMs?: number
  mostWaiting?: number
  /** A request fails after it has waited in the queue for this time. */
  longestWaitMs?: number
  processFile?: URL
}

const heapMegabytes = 128
const pictureProcess = new URL('./picture-process.ts', import.meta.url)

export class ChildPictures implements Pictures {
  readonly #deps: ChildPicturesOptions
  readonly #timeLimitMs
  readonly #idleMs
  readonly #processFile
  readonly #queue
  #child: ChildProcess | undefined
  #idle: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(deps: ChildPicturesOptions) {
    this.#deps = deps
    this.#timeLimitMs = deps.timeLimitMs ?? 20_000
    this.#idleMs = deps.idleMs ?? 10_000
    this.#processFile = deps.processFile ?? pictureProcess
    this.#queue = createBoundedQueue({
      name: 'pictures',
      concurrency: 1,
      mostWaiting: deps.mostWaiting ?? 100,
      longestWaitMs: deps.longestWaitMs ?? 30_000,
    })
  }

  #begin(): ChildProcess {
    const started = fork(this.#processFile, {
      execArgv: [`--max-old-space-size=${heapMegabytes}`],
      // The process gets no environment. Its output is ignored: decoders write about damaged files, and the process's answer
      // contains the reason anyway.
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    })
    started.once('exit', () => {
      if (this.#child === started) this.#child = undefined
    })
    // The server process may exit without waiting for this child.
    started.unref()
    started.channel?.unref()
    return started
  }

  #end(): void {
    clearTimeout(this.#idle)
    this.#child?.kill('SIGKILL')
    this.#child = undefined
  }

  async #ask(request: PictureRequest): Promise<MadePicture> {
    clearTimeout(this.#idle)
    const answer = await this.#answerOf((this.#child ??= this.#begin()), request)
    this.#idle = setTimeout(() => this.#end(), this.#idleMs).unref()
    if ('bytes' in answer) return { ...answer, bytes: Buffer.from(answer.bytes) }
    throw new PictureRefused(answer.problem, answer.why)
  }

  async #answerOf(worker: ChildProcess, request: PictureRequest): Promise<PictureAnswer> {
    const { promise, resolve } = Promise.withResolvers<PictureAnswer>()
    const fail = (why: string) => {
      this.#deps.log.warn({ why, work: request.kind }, 'picture process ended by a picture')
      resolve({ problem: 'unreadable', why })
    }
    const answered = (answer: unknown) => resolve(answer as PictureAnswer)
    const exited = (code: number | null, signal: string | null) =>
      fail(`the process ended with ${signal ?? code}`)
    const broken = (error: Error) => fail(error.message)
    const timer = setTimeout(() => {
      fail(`no answer within ${this.#timeLimitMs} ms`)
      this.#end()
    }, this.#timeLimitMs)
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

  #run(request: PictureRequest): Promise<MadePicture> {
    return this.#queue.run(() => {
      if (this.#isStopped) throw new PictureRefused('unreadable', 'the server is stopping')
      return this.#ask(request)
    })
  }

  rewrite(path: string, longestSide: number): Promise<MadePicture> {
    return this.#run({ kind: 'rewrite', path, longestSide })
  }

  async copy(path: string, copy: PictureCopy): Promise<Buffer> {
    return (await this.#run({ kind: 'copy', path, copy })).bytes
  }

  async drawShare(share: SharePicture | CertificatePicture): Promise<Buffer> {
    return (await this.#run({ kind: 'share', share })).bytes
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    const last = this.#child
    this.#end()
    if (last && last.exitCode === null && last.signalCode === null) await once(last, 'exit')
  }
}
