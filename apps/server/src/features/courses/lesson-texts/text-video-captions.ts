/** Replaces captions of videos in texts. Captions belong to the video, so a copy of the text shows them too. */
import type { VideoCaptions } from '@apogee/contracts/courses/lesson-texts.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import type { Caller } from '#server/policy/caller.ts'
import type { recordEdit } from '#server/policy/edits.ts'
import type { Media } from '#server/features/media/media.service.ts'
import type { CaptionForm, replaceCaptions } from '../outline/captions.writing.ts'
import type { presentCaptions } from '../courses.present.ts'
import type { textOf } from './lesson-texts.ts'
import type * as textStore from './lesson-texts.store.ts'

interface Dependencies {
  database: Database
  clock: Clock
  media: Media
  store: Pick<typeof textStore, 'uploadsOfText' | 'captionsOfVideo'>
  /**
   * These functions are passed in instead of imported, so that this file, which is loaded on first use, shares fewer modules with
   * the start of the server.
   */
  tools: {
    textOf: typeof textOf
    recordEdit: typeof recordEdit
    replaceCaptions: typeof replaceCaptions
    presentCaptions: typeof presentCaptions
  }
}

/** Identifies a video in the text of a lesson. `file` is the last part of the video's address. */
export interface TextVideo {
  courseId: number
  resourceId: number
  file: string
}

export class TextVideoCaptions {
  readonly #deps: Dependencies

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  read(caller: Caller, video: TextVideo): Promise<VideoCaptions> {
    return this.#deps.database.transaction(async (tx) => {
      const id = await this.#requireVideo(tx, caller, video)
      return this.#present(caller, await this.#deps.store.captionsOfVideo(tx, id))
    })
  }

  /** Replaces the captions. Learners see them at once, even when the text has a draft. */
  replace(
    caller: Caller,
    video: TextVideo,
    { captions, version }: { captions: readonly CaptionForm[]; version?: number | undefined },
  ): Promise<VideoCaptions> {
    const { database, clock, media, store, tools } = this.#deps
    return database.transaction(async (tx) => {
      const id = await this.#requireVideo(tx, caller, video)
      const read = await store.captionsOfVideo(tx, id)
      // The signature in a file's address changes every hour, so tracks are compared by their files.
      const named = captions.map(({ language, url }) => {
        const track = read.tracks.find(({ publicId }) => media.names(url, publicId))
        return { language, url: track ? addressOf(track) : url }
      })
      await tools.recordEdit<{ captions: readonly CaptionForm[] }>(tx, {
        kind: 'video-captions',
        id,
        by: caller.userId,
        at: clock.now(),
        version,
        current: async () => ({
          captions: (await store.captionsOfVideo(tx, id)).tracks.map((track) => ({
            language: track.language,
            url: addressOf(track),
          })),
        }),
        changes: { captions: named.toSorted((one, other) => (one.language < other.language ? -1 : 1)) },
      })
      await tools.replaceCaptions(tx, media, caller, {
        video: { id, contentType: read.contentType },
        captions,
      })
      return this.#present(caller, await this.#deps.store.captionsOfVideo(tx, id))
    })
  }

  /**
   * Refuses FILE_NOT_AN_UPLOAD for a video that the text does not show. A video that the caller may add to the text is accepted,
   * because a new video is not saved yet.
   */
  async #requireVideo(tx: Tx, caller: Caller, { courseId, resourceId, file }: TextVideo): Promise<number> {
    const { media, store, tools } = this.#deps
    await tools.textOf(tx, courseId, resourceId)
    const played = (await store.uploadsOfText(tx, resourceId)).find(
      ({ publicId, purpose }) => publicId === file && purpose === 'text-video',
    )
    if (played) return played.mediaId
    return (await media.resolveUpload(tx, caller, `/media/${file}`, ['text-video'], 'file')).id
  }

  #present(caller: Caller, { tracks, version }: textStore.VideoCaptionsRow): VideoCaptions {
    const { media, tools } = this.#deps
    return {
      captions: tools.presentCaptions({ captions: tracks }, caller, (by, track) => media.urlFor(by, track)),
      version,
    }
  }
}

const addressOf = ({ publicId }: { publicId: string }): string => `/media/${publicId}`
