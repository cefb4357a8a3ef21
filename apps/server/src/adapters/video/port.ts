/** Makes the files of a stream from a video: qualities with segments, sound alone, poster, storyboard. */

/** The video cannot be read or encoded; another attempt would fail as well. */
export class VideoRefused extends Error {
  override name = 'VideoRefused'
}

/** The disk is too full for the files of a stream. */
export class NoRoomForVideo extends Error {
  override name = 'NoRoomForVideo'
}

/** Larger pictures would take more memory than a process of ours may use. */
export const mostPixels = 8192 * 4320

export interface VideoFacts {
  /** Of the picture, in pixels. */
  width: number
  height: number
  seconds: number
  framesPerSecond: number
  hasSound: boolean
}

/** Part of a file that plays by itself after the file's first `initBytes`. */
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
  /** Time from one tile to the next. */
  everySeconds: number
  columns: number
  tiles: number
  /** Of one tile, in pixels. */
  width: number
  height: number
}

/** What a file is made from. `path` is a local file that was accepted as an upload. */
export interface VideoSource extends VideoFacts {
  path: string
  contentType: string
}

export interface VideoTask {
  signal: AbortSignal
  /** 0 to 1. */
  onProgress?: (done: number) => void
}

/** All methods throw VideoRefused, NoRoomForVideo, TimeLimitExceeded, or the reason of the abort; no process is left running. */
export interface VideoTools {
  /** Null: the file has no moving picture. */
  inspect(path: string, contentType: string, task: VideoTask): Promise<VideoFacts | null>
  /** The sound at −16 LUFS (EBU R128). */
  makeAudio(source: VideoSource, folder: string, task: VideoTask): Promise<SegmentedFile>
  /** `quality`: the shorter side in pixels. `audio`: a file of `makeAudio`, whose sound it gets. */
  makeQuality(
    source: VideoSource,
    wish: { quality: number; audio: string | null; folder: string },
    task: VideoTask,
  ): Promise<SegmentedFile>
  /** A JPEG file. */
  drawPoster(source: VideoSource, folder: string, task: VideoTask): Promise<string>
  /** A JPEG file with small pictures in rows. */
  drawStoryboard(
    source: VideoSource,
    folder: string,
    task: VideoTask,
  ): Promise<{ path: string; storyboard: Storyboard }>
  /** Calls `work` with a folder that is removed afterwards. */
  withFolder<T>(work: (folder: string) => Promise<T>): Promise<T>
}
