/** Requests video streams and authorises each segment. */
import type { FileStorage } from '#server/adapters/storage/port.ts'
import type { VideoTools } from '#server/adapters/video/port.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Log, Tx } from '#server/platform/database/database.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { OpenableMedia, SignedQuery } from '../openable-media.ts'
import { contentTypeOf, mainPlaylist, mediaPlaylist } from './streams.rules.ts'
import * as store from './streams.store.ts'

export const streamTask = 'media.stream'

/**
 * The number of seconds for which one access check covers the segments of one person and video. A person who loses access is
 * blocked within this time. A process that is notified of the change (`forgetAccess`) checks sooner.
 */
export const accessSeconds = 60
/**
 * A running job saves its progress every two seconds, and a queued job has a row. A stream with neither for this time is abandoned.
 */
const abandonedAfterMs = 15 * 60_000
/** The limit on cached access checks, one for each person and video. The oldest checks are dropped first. */
const mostAnswers = 10_000

interface Answer {
  at: number
  opened: Promise<{ video: OpenableMedia; files: ReadonlyMap<string, store.StreamFileRow> }>
}

export interface StreamDependencies {
  database: Database
  storage: FileStorage
  videos: VideoTools | null
  clock: Clock
  log: Log
  /** Verifies the signature without a check of access in the database. */
  signerOf: (publicId: string, query: SignedQuery) => { userId: number | null; expiry: number }
  /** Verifies the signature and checks access in the database. */
  openable: (publicId: string, query: SignedQuery) => Promise<OpenableMedia>
}

export class VideoStreams {
  readonly #deps: StreamDependencies
  readonly #answers = new Map<string, Answer>()

  constructor(deps: StreamDependencies) {
    this.#deps = deps
  }

  /** Returns whether this process has ffmpeg. */
  get isPossible(): boolean {
    return this.#deps.videos !== null
  }

  /** Enqueues the creation of a stream. Does nothing while it is in progress or ready. */
  async request(tx: Tx, mediaId: number): Promise<void> {
    if (!(await store.requestStream(tx, mediaId, this.#deps.clock.now()))) return
    await enqueue(tx, streamTask, { mediaId }, { jobKey: `${streamTask}:${mediaId}`, priority: 'last' })
  }

  /** `isLast` means that the queue makes no further attempt, so that any error is final. */
  async make(mediaId: number, stopping: AbortSignal, { isLast = false } = {}): Promise<void> {
    const { makeStream } = await import('./streams.jobs.ts')
    await makeStream(this.#deps, { mediaId, isLast }, stopping)
  }

  /** Marks streams as failed whose job ended without a result, for example by a crash in its last attempt. Returns their number. */
  async failAbandoned(): Promise<number> {
    const at = this.#deps.clock.now()
    const before = new Date(at.getTime() - abandonedAfterMs)
    const task = streamTask
    const failed = await store.failAbandoned(this.#deps.database.kysely, { task, before, at, limit: 500 })
    if (failed.length > 0) this.#deps.log.warn({ media: failed }, 'streams that no job makes have failed')
    return failed.length
  }

  /** Returns a playlist. Checks access in the database each time. */
  async playlist(
    publicId: string,
    query: SignedQuery,
    name: string | null,
  ): Promise<{ text: string; video: OpenableMedia }> {
    const video = await this.#deps.openable(publicId, query)
    const files = await store.segmentsOf(this.#deps.database.kysely, video.id, name)
    const [first] = files
    if (!first) refuse('NOT_FOUND')
    const signature = `u=${query.u ?? ''}&e=${query.e ?? ''}&s=${query.s ?? ''}`
    const hasSound = files.some((file) => file.name === 'audio')
    const text =
      name === null
        ? mainPlaylist(files, { query: signature, hasSound })
        : mediaPlaylist(name, first.facts, signature)
    return { text, video }
  }

  /**
   * Returns one file of a ready stream. A player requests it many times, but access is checked in the database at most once in
   * `accessSeconds`.
   */
  async file(publicId: string, query: SignedQuery, name: string): Promise<OpenableMedia> {
    const { userId, expiry } = this.#deps.signerOf(publicId, query)
    if (userId === null) return this.#part(await this.#open(publicId, query), name, null)
    const key = `${userId}/${publicId}`
    const known = this.#answers.get(key)
    const now = this.#deps.clock.now().getTime()
    const isFresh = known !== undefined && now - known.at < accessSeconds * 1000
    const opened = isFresh ? known.opened : this.#ask(key, publicId, query, now)
    return this.#part(await opened, name, expiry)
  }

  /** Drops cached access checks when access may have changed. */
  forgetAccess(): void {
    this.#answers.clear()
  }

  #ask(key: string, publicId: string, query: SignedQuery, at: number): Answer['opened'] {
    const opened = this.#open(publicId, query)
    this.#answers.delete(key)
    if (this.#answers.size >= mostAnswers) {
      const [oldest] = this.#answers.keys()
      if (oldest !== undefined) this.#answers.delete(oldest)
    }
    const answer = { at, opened }
    this.#answers.set(key, answer)
    // Refusals and failures are not cached.
    opened.catch(() => this.#answers.get(key) === answer && this.#answers.delete(key))
    return opened
  }

  async #open(publicId: string, query: SignedQuery) {
    const video = await this.#deps.openable(publicId, query)
    const files = await store.readyFilesOf(this.#deps.database.kysely, video.id)
    return { video, files: new Map(files.map((file) => [file.name, file])) }
  }

  #part({ video, files }: Awaited<Answer['opened']>, name: string, expiry: number | null): OpenableMedia {
    const file = files.get(name) ?? refuse('NOT_FOUND')
    return {
      ...video,
      ...file,
      contentType: contentTypeOf(name),
      originalName: '',
      expiry: expiry ?? video.expiry,
    }
  }
}
