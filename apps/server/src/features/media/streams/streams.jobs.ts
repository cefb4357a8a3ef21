/** Creates the files of one stream, one after the other. An interrupted run continues after the last stored file. */
import { createReadStream } from 'node:fs'
import type { FileStorage } from '#server/adapters/storage/port.ts'
import {
  NoRoomForVideo,
  VideoRefused,
  type SegmentedFile,
  type Storyboard,
  type VideoFacts,
  type VideoTools,
} from '#server/adapters/video/port.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Log } from '#server/platform/database/database.ts'
import { isDatabaseLost } from '#server/platform/database/connections/lost-connections.ts'
import { TimeLimitExceeded } from '#server/platform/time-limit.ts'
import * as media from '../media.store.ts'
import { isTooLarge, qualitiesFor, sizeOf, type SegmentFacts } from './streams.rules.ts'
import * as store from './streams.store.ts'

export interface StreamJobDependencies {
  database: Database
  storage: FileStorage
  videos: VideoTools | null
  clock: Clock
  log: Log
}

const gigabyte = 1024 ** 3
/** The limit on one file of a stream, which allows hours of the best quality. */
const mostBytes = 4 * gigabyte
const progressEveryMs = 2_000

class VideoGone extends Error {}

/**
 * Creates the stream of a video. Records problems of the video itself. Throws errors that another run may not meet, so that the job
 * is retried; after the last attempt the stream is also marked as failed.
 */
export async function makeStream(
  deps: StreamJobDependencies,
  { mediaId, isLast }: { mediaId: number; isLast: boolean },
  stopping: AbortSignal,
): Promise<void> {
  const { database, videos, clock, log } = deps
  const video = await media.mediaById(database.kysely, mediaId)
  if (!video || !(await store.beginMaking(database.kysely, mediaId, clock.now()))) return
  const end = (state: 'ready' | 'failed' | 'impossible', problem: store.StreamProblem | null) =>
    store.endMaking(database.kysely, mediaId, { state, problem }, clock.now())
  if (!videos) return end('impossible', 'no_ffmpeg')
  try {
    const problem = await deps.storage.withLocalCopy(video.storageKey, (path) =>
      videos.withFolder((folder) =>
        new StreamMaking(deps, videos, {
          mediaId,
          path,
          folder,
          contentType: video.contentType,
          stopping,
        }).run(),
      ),
    )
    await (problem ? end('impossible', problem) : end('ready', null))
  } catch (error) {
    if (error instanceof VideoGone) return
    const problem = problemOf(error)
    if (problem) {
      log.warn({ mediaId, err: error }, 'stream of a video not made')
      return end('failed', problem)
    }
    if (isLast) await end('failed', 'interrupted')
    throw error
  }
}

/** Returns a problem that every attempt would meet. Null means that another attempt may succeed. */
function problemOf(error: unknown): store.StreamProblem | null {
  if (error instanceof VideoRefused) return 'unreadable'
  if (error instanceof TimeLimitExceeded) return 'too_slow'
  if (error instanceof NoRoomForVideo) return 'no_space'
  return null
}

interface Work {
  mediaId: number
  /** The path of a local copy of the video. */
  path: string
  folder: string
  contentType: string
  stopping: AbortSignal
}

class StreamMaking {
  readonly #deps: StreamJobDependencies
  readonly #videos: VideoTools
  readonly #work: Work
  /** Aborts ffmpeg when the process stops or the video is deleted. */
  readonly #ending = new AbortController()
  #savedAt = 0
  /** The share of the whole stream that was completed before the current file. */
  #share = 0

  constructor(deps: StreamJobDependencies, videos: VideoTools, work: Work) {
    this.#deps = deps
    this.#videos = videos
    this.#work = work
  }

  /** Returns the reason why no stream is possible. Null means that all files are stored. */
  async run(): Promise<store.StreamProblem | null> {
    const { mediaId, path, contentType, stopping } = this.#work
    const stop = () => this.#ending.abort(stopping.reason)
    if (stopping.aborted) stop()
    stopping.addEventListener('abort', stop)
    try {
      const facts = await this.#videos.inspect(path, contentType, { signal: this.#ending.signal })
      if (!facts) return 'no_picture'
      if (isTooLarge(facts)) return 'too_large'
      await this.#makeAll({ ...facts, path, contentType })
      return null
    } catch (error) {
      if (this.#ending.signal.aborted && !stopping.aborted)
        throw new VideoGone(`medium ${mediaId} is deleted`)
      throw error
    } finally {
      stopping.removeEventListener('abort', stop)
    }
  }

  async #makeAll(source: VideoFacts & { path: string; contentType: string }): Promise<void> {
    const { folder } = this.#work
    const qualities = qualitiesFor(source)
    const pixels = qualities.map((quality) => quality ** 2)
    const allPixels = pixels.reduce((sum, one) => sum + one, 0)
    let audio: string | null = null
    if (source.hasSound) {
      audio = await this.#makeOnce('audio', 0.15, async (task) => {
        const made = await this.#videos.makeAudio(source, folder, task)
        return { path: made.path, facts: segmentFacts(made, { width: 0, height: 0 }) }
      })
    }
    for (const [place, quality] of qualities.entries()) {
      const share = (0.75 * (pixels[place] ?? 0)) / allPixels
      await this.#makeOnce(String(quality), share, async (task) => {
        const made = await this.#videos.makeQuality(source, { quality, audio, folder }, task)
        return { path: made.path, facts: segmentFacts(made, sizeOf(source, quality)) }
      })
    }
    await this.#makeOnce('poster', 0.05, async (task) => ({
      path: await this.#videos.drawPoster(source, folder, task),
      facts: null,
    }))
    await this.#makeOnce('storyboard', 0.05, async (task) => {
      const { path, storyboard } = await this.#videos.drawStoryboard(source, folder, task)
      return { path, facts: storyboard }
    })
  }

  /** Returns a local path of the file. A file that an earlier run stored is not created again. */
  async #makeOnce(
    name: string,
    share: number,
    make: (task: {
      signal: AbortSignal
      onProgress: (done: number) => void
    }) => Promise<{ path: string; facts: SegmentFacts | Storyboard | null }>,
  ): Promise<string> {
    const { database, storage } = this.#deps
    const { mediaId, folder } = this.#work
    const stored = (await store.filesOf(database.kysely, mediaId)).find((file) => file.name === name)
    const done = () => (this.#share += share)
    if (stored) {
      done()
      return name === 'audio' ? this.#copyOf(stored.storageKey, `${folder}/audio.m4s`) : ''
    }
    const { path, facts } = await make({
      signal: this.#ending.signal,
      onProgress: (part) => this.#report(this.#share + share * part),
    })
    const { key, ...kept } = await storage.keep(createReadStream(path), { maxBytes: mostBytes })
    const file = { name, storageKey: key, sizeBytes: kept.bytes, sha256: kept.sha256, facts }
    try {
      if (!(await store.insertFile(database.kysely, mediaId, file))) await storage.remove(key)
    } catch (error) {
      // A lost connection leaves it unknown whether the row was committed. The file is kept then, and the sweep deletes it if no
      // row has its key.
      if (!isDatabaseLost(error)) await storage.remove(key)
      throw error
    }
    done()
    return path
  }

  async #copyOf(key: string, to: string): Promise<string> {
    const { copyFile } = await import('node:fs/promises')
    await this.#deps.storage.withLocalCopy(key, (path) => copyFile(path, to))
    return to
  }

  #report(share: number): void {
    const { database, clock, log } = this.#deps
    if (performance.now() - this.#savedAt < progressEveryMs) return
    this.#savedAt = performance.now()
    const percent = Math.min(99, Math.floor(share * 100))
    store.savePercent(database.kysely, this.#work.mediaId, percent, clock.now()).then(
      (exists) => {
        if (!exists) this.#ending.abort(new Error('the video is deleted'))
      },
      (err: unknown) => log.warn({ err, mediaId: this.#work.mediaId }, 'progress of a stream not saved'),
    )
  }
}

const segmentFacts = (
  { initBytes, segments }: SegmentedFile,
  size: { width: number; height: number },
): SegmentFacts => ({ ...size, initBytes, segments })
