/** A video in several qualities beside its file (HLS), and what its author sees of the making. */
import * as z from 'zod/mini'

/** Small pictures of the whole video in one file, in rows from left to right. */
const storyboard = z.object({
  url: z.string(),
  /** Time from one to the next. */
  everySeconds: z.number(),
  columns: z.int(),
  tiles: z.int(),
  /** Of one, in pixels. */
  width: z.int(),
  height: z.int(),
})

/** All addresses are signed for the caller. */
export const videoStream = z.object({
  /** The playlist of all qualities. */
  url: z.string(),
  /** The shorter side of the picture in pixels, the best first. */
  qualities: z.array(z.object({ size: z.int(), url: z.string() })),
  /** The playlist of the sound alone. Absent: the video is silent. */
  audioUrl: z.optional(z.string()),
  poster: z.string(),
  storyboard: z.optional(storyboard),
})
export type VideoStream = z.infer<typeof videoStream>

export const streamPreparation = z.object({
  /** `none`: not asked for. `impossible`: another attempt helps only after the problem is solved. */
  state: z.enum(['none', 'waiting', 'making', 'ready', 'failed', 'impossible']),
  percent: z.int(),
  problem: z.nullable(
    z.enum(['no_ffmpeg', 'no_picture', 'too_large', 'unreadable', 'too_slow', 'interrupted', 'no_space']),
  ),
  /** That are stored, as in `videoStream`. */
  qualities: z.array(z.int()),
})
export type StreamPreparation = z.infer<typeof streamPreparation>
