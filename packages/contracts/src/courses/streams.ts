/** A video has several qualities (HLS) beside its file. Its author sees the state of the preparation. */
import * as z from 'zod/mini'

/** One file contains thumbnails of the whole video, in rows from left to right. */
const storyboard = z.object({
  url: z.string(),
  /** The value is the time between two thumbnails in seconds. */
  everySeconds: z.number(),
  columns: z.int(),
  tiles: z.int(),
  /** Holds the width of one thumbnail in pixels. */
  width: z.int(),
  height: z.int(),
})

/** All addresses are signed for the caller. */
export const videoStream = z.object({
  /** The playlist contains all qualities. */
  url: z.string(),
  /** `size` is the shorter side of the picture in pixels. The best quality comes first. */
  qualities: z.array(z.object({ size: z.int(), url: z.string() })),
  /** The playlist contains the sound alone. Absent means that the video is silent. */
  audioUrl: z.optional(z.string()),
  poster: z.string(),
  storyboard: z.optional(storyboard),
})
export type VideoStream = z.infer<typeof videoStream>

export const streamPreparation = z.object({
  /**
   * `none` means that nobody has requested the qualities. `impossible` means that another attempt fails until the problem is
   * solved.
   */
  state: z.enum(['none', 'waiting', 'making', 'ready', 'failed', 'impossible']),
  percent: z.int(),
  problem: z.nullable(
    z.enum(['no_ffmpeg', 'no_picture', 'too_large', 'unreadable', 'too_slow', 'interrupted', 'no_space']),
  ),
  /** Lists the prepared qualities. The unit is that of `size` in `videoStream`. */
  qualities: z.array(z.int()),
})
export type StreamPreparation = z.infer<typeof streamPreparation>
