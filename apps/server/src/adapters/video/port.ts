/** Creates the files of a stream from a video: qualities with segments, sound alone, poster, storyboard. */

/** The video cannot be read or encoded. A retry would fail, too. */
export class VideoRefused extends Error {
  override name = 'VideoRefused'
}

/** The disk is too full for the files of a stream. */
export class NoRoomForVideo extends Error {
  override name = 'NoRoomForVideo'
}

/** A picture with more pixels would exceed the memory limit of a video process. */
export const mostPixels = 8192 * 4320

export interface VideoFacts {
  /** `width` and `height` are in pixels. */
  width: number
  height: number
  seconds: number
  framesPerSecond: number
  hasSound: boolean
}

/** The first `initBytes` of the file followed by one segment can be played on their own. */
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
  /** The tiles of the storyboard are this many seconds apart. */
  everySeconds: number
  columns: number
  tiles: number
  /** `width` and `height` of one tile are in pixels. */
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
  /** `done` is the completed share, between 0 and 1. */
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
  /** Calls `work` with the path of a new folder, which is removed afterwards. */
  withFolder<T>(work: (folder: string) => Promise<T>): Promise<T>
}
