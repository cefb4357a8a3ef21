/** Creates the files of a stream from a video: qualities with segments, sound alone, poster, storyboard. */

/** The video cannot be read or encoded. A retry would fail as well. */
export class VideoRefused extends Error {
  override name = 'VideoRefused'
}

/** The disk is too full for the files of a stream. */
export class NoRoomForVideo extends Error {
  override name = 'NoRoomForVideo'
}

/** Larger pictures would exceed the memory limit of a video process. */
export const mostPixels = 8192 * 4320

export interface VideoFacts {
  /** The size of the picture is in pixels. */
  width: number
  height: number
  seconds: number
  framesPerSecond: number
  hasSound: boolean
}

/** A segment plays on its own after the file's first `initBytes`. */
export interface Segment {
  seconds: number
  start: number
  bytes: number
}

export interface SegmentedFile {
  path: string
  initBytes: number
  segments: Segment[]
}

export interface Storyboard {
  /** The value is the time between two tiles. */
  everySeconds: number
  columns: number
  tiles: number
  /** The size of one tile is in pixels. */
  width: number
  height: number
}

/** `path` is a local file that was accepted as an upload. */
export interface VideoSource extends VideoFacts {
  path: string
  contentType: string
}

export interface VideoTask {
  signal: AbortSignal
  /** `done` runs from 0 to 1. */
  onProgress?: (done: number) => void
}

/** All methods throw VideoRefused, NoRoomForVideo, TimeLimitExceeded, or the reason of the abort. No process is left running. */
export interface VideoTools {
  /** Returns null when the file has no moving picture. */
  inspect(path: string, contentType: string, task: VideoTask): Promise<VideoFacts | null>
  /** Writes the sound at −16 LUFS (EBU R128). */
  makeAudio(source: VideoSource, folder: string, task: VideoTask): Promise<SegmentedFile>
  /** `quality` is the shorter side in pixels. `audio` is a file of `makeAudio` that provides the sound. */
  makeQuality(
    source: VideoSource,
    wish: { quality: number; audio: string | null; folder: string },
    task: VideoTask,
  ): Promise<SegmentedFile>
  /** Writes a JPEG file. */
  drawPoster(source: VideoSource, folder: string, task: VideoTask): Promise<string>
  /** Writes a JPEG file with small pictures in rows. */
  drawStoryboard(
    source: VideoSource,
    folder: string,
    task: VideoTask,
  ): Promise<{ path: string; storyboard: Storyboard }>
  /** Calls `work` with a folder that is removed afterwards. */
  withFolder<T>(work: (folder: string) => Promise<T>): Promise<T>
}
