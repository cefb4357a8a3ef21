/** Converts videos with ffmpeg in separate processes, so that a hostile file can end only such a process and not the server. */
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { FfmpegPrograms } from './find-ffmpeg.ts'
import { parseSegments } from './hls-playlist.ts'
import {
  mostPixels,
  NoRoomForVideo,
  VideoRefused,
  type SegmentedFile,
  type Storyboard,
  type VideoFacts,
  type VideoSource,
  type VideoTask,
  type VideoTools,
} from './port.ts'
import { diskSpaceOf, isFull } from '#server/platform/resources/disk-space.ts'
import { runProgram } from './run-program.ts'

export interface FfmpegOptions extends FfmpegPrograms {
  /** Files are written to this folder while they are being created. */
  directory: string
  /** This is a preset of x264. Tests use the fastest one. */
  preset?: 'veryfast' | 'ultrafast'
  /** The creation of one file ends after this time. */
  timeLimitMs?: number
  /** This space must stay free on the disk while files are created. */
  leastFreeBytes?: number
}

const segmentSeconds = 6
/** This is four times the size of an hour of video in the best quality, because the database and uploads need the disk, too. */
const usualLeastFreeBytes = 1_000_000_000
/** A decoder, the filters and an encoder each use this many threads. More threads would only take memory. */
const mostThreads = '2'
const askDiskEveryMs = 2_000
const hourMs = 3_600_000
const inspectLimitMs = 60_000
/** Folders of crashed conversions are removed after this time. */
const abandonedAfterMs = 24 * hourMs
const mostFramesPerSecond = 30
/** `quality` is the shorter side of the picture in pixels. */
const mostKilobits = (quality: number) => (quality >= 720 ? 2500 : quality >= 480 ? 1100 : 600)
const tile = { width: 160, height: 90, columns: 10, most: 100 }

const number = z.pipe(
  z.string(),
  z.transform((text: string) => Number(text)),
)
const stream = z.object({
  codec_type: z.optional(z.string()),
  width: z.optional(z.int()),
  height: z.optional(z.int()),
  avg_frame_rate: z.optional(z.string()),
  sample_aspect_ratio: z.optional(z.string()),
  side_data_list: z.optional(z.array(z.object({ rotation: z.optional(z.number()) }))),
})
const probed = z.object({
  streams: z.array(stream),
  format: z.object({ duration: z.optional(number) }),
})
/**
 * The value becomes part of a filter, and it comes from output that contains texts of the uploaded file, so only a number is
 * accepted. The value for silence is `-inf`.
 */
const level = z.string().check(z.regex(/^-?\d{1,3}(\.\d{1,6})?$/))
const measured = z.object({
  input_i: level,
  input_tp: level,
  input_lra: level,
  input_thresh: level,
  target_offset: level,
})

export class Ffmpeg implements VideoTools {
  readonly #deps: FfmpegOptions
  readonly #timeLimitMs
  readonly #leastFreeBytes

  constructor(deps: FfmpegOptions) {
    this.#deps = deps
    this.#timeLimitMs = deps.timeLimitMs ?? 3 * hourMs
    this.#leastFreeBytes = deps.leastFreeBytes ?? usualLeastFreeBytes
  }

  async inspect(path: string, contentType: string, { signal }: VideoTask): Promise<VideoFacts | null> {
    const args = ['-v', 'error', ...inputOf({ path, contentType }), '-of', 'json']
    const { output } = await runProgram(this.#deps.ffprobe, [...args, '-show_entries', shownEntries], {
      signal,
      timeLimitMs: inspectLimitMs,
    })
    const { streams, format } = probed.safeParse(jsonOf(output)).data ?? refuseProbe()
    const picture = streams.find(({ codec_type }) => codec_type === 'video')
    const { duration } = format
    if (!picture?.width || !picture.height || !duration || !(duration > 0)) return null
    return {
      ...shownSize({ width: picture.width, height: picture.height }, picture),
      seconds: duration,
      framesPerSecond: rateOf(picture.avg_frame_rate),
      hasSound: streams.some(({ codec_type }) => codec_type === 'audio'),
    }
  }

  async makeAudio(source: VideoSource, folder: string, task: VideoTask): Promise<SegmentedFile> {
    const filter = await this.#loudnessFilter(source, task)
    return this.#segments(
      source,
      [
        ...decoded(source),
        '-map',
        '0:a:0',
        '-vn',
        '-c:a',
        'aac',
        '-b:a',
        '128k',
        '-ac',
        '2',
        '-ar',
        '48000',
        ...(filter ? ['-af', filter] : []),
      ],
      join(folder, 'audio'),
      { ...task, onProgress: (done) => task.onProgress?.(0.4 + 0.6 * done) },
    )
  }

  makeQuality(
    source: VideoSource,
    { quality, audio, folder }: { quality: number; audio: string | null; folder: string },
    task: VideoTask,
  ): Promise<SegmentedFile> {
    const kilobits = mostKilobits(quality)
    const [width, height] = [`2*round(${quality}*dar/2)`, `2*round(${quality}/dar/2)`]
    return this.#segments(
      source,
      [
        ...decoded(source),
        ...(audio === null ? [] : ['-i', audio]),
        '-map',
        '0:v:0',
        ...(audio === null ? [] : ['-map', '1:a:0', '-c:a', 'copy']),
        '-vf',
        `scale='if(gt(1,dar),${quality},${width})':'if(gt(1,dar),${height},${quality})',setsar=1`,
        // A last frame that the video holds to its end would otherwise be repeated beyond the end.
        '-t',
        String(source.seconds),
        '-c:v',
        'libx264',
        '-preset',
        this.#deps.preset ?? 'veryfast',
        '-crf',
        '23',
        '-threads',
        mostThreads,
        '-profile:v',
        'high',
        '-level:v',
        '3.1',
        '-pix_fmt',
        'yuv420p',
        '-maxrate',
        `${kilobits}k`,
        '-bufsize',
        `${2 * kilobits}k`,
        ...(source.framesPerSecond > mostFramesPerSecond ? ['-r', String(mostFramesPerSecond)] : []),
        '-force_key_frames',
        `expr:gte(t,n_forced*${segmentSeconds})`,
        '-sc_threshold',
        '0',
      ],
      join(folder, String(quality)),
      task,
    )
  }

  async drawPoster(source: VideoSource, folder: string, task: VideoTask): Promise<string> {
    const path = join(folder, 'poster.jpg')
    const at = Math.min(source.seconds / 10, 10).toFixed(2)
    const width = 'min(1280,iw*sar)'
    const filter = `thumbnail=24,scale='2*round(${width}/2)':'max(2,2*round(${width}/dar/2))',setsar=1`
    await this.#ffmpeg(
      ['-ss', at, ...decoded(source), '-map', '0:v:0', '-vf', filter, '-frames:v', '1', '-q:v', '4', path],
      task,
    )
    return whole(path)
  }

  async drawStoryboard(
    source: VideoSource,
    folder: string,
    task: VideoTask,
  ): Promise<{ path: string; storyboard: Storyboard }> {
    const path = join(folder, 'storyboard.jpg')
    const storyboard = storyboardOf(source.seconds)
    const { everySeconds, columns, tiles, width, height } = storyboard
    const inside = `scale=${width}:${height}:force_original_aspect_ratio=decrease`
    const filter = [
      `fps=1/${everySeconds}:round=up`,
      `scale='max(2,iw*sar)':ih,setsar=1`,
      inside,
      `pad=${width}:${height}:-1:-1`,
      `tile=${columns}x${Math.ceil(tiles / columns)}`,
    ].join(',')
    await this.#ffmpeg(
      [...decoded(source), '-map', '0:v:0', '-vf', filter, '-frames:v', '1', '-q:v', '5', path],
      task,
    )
    return { path: await whole(path), storyboard }
  }

  async withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
    const { directory } = this.#deps
    await mkdir(directory, { recursive: true, mode: 0o700 })
    await sweep(directory)
    await this.#refuseFullDisk()
    const folder = await mkdtemp(join(directory, 'video-'))
    try {
      return await work(folder)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  /** Returns null for silence and for sound that cannot be measured. Such sound stays unchanged. */
  async #loudnessFilter(source: VideoSource, task: VideoTask): Promise<string | null> {
    const target = 'loudnorm=I=-16:TP=-1.5:LRA=11'
    const { errors } = await this.#ffmpeg(
      [...decoded(source), '-map', '0:a:0', '-af', `${target}:print_format=json`, '-f', 'null', '-'],
      task,
      { seconds: source.seconds, upTo: 0.4 },
    )
    // The measurement is the last output. Earlier output, such as the title, comes from the uploaded file.
    const start = errors.lastIndexOf('{')
    const found = measured.safeParse(jsonOf(errors.slice(start, errors.indexOf('}', start) + 1))).data
    if (!found) return null
    return [
      target,
      `measured_I=${found.input_i}`,
      `measured_TP=${found.input_tp}`,
      `measured_LRA=${found.input_lra}`,
      `measured_thresh=${found.input_thresh}`,
      `offset=${found.target_offset}`,
      'linear=true',
    ].join(':')
  }

  /** Writes one MP4 file with all segments. The playlist names each segment by its byte range. */
  async #segments(
    source: VideoSource,
    args: readonly string[],
    base: string,
    task: VideoTask,
  ): Promise<SegmentedFile> {
    const [path, playlist] = [`${base}.m4s`, `${base}.m3u8`]
    await this.#ffmpeg(
      [
        ...args,
        '-map_metadata',
        '-1',
        '-map_chapters',
        '-1',
        '-f',
        'hls',
        '-hls_time',
        String(segmentSeconds),
        '-hls_playlist_type',
        'vod',
        '-hls_segment_type',
        'fmp4',
        '-hls_flags',
        'single_file',
        '-hls_segment_filename',
        path,
        playlist,
      ],
      task,
      { seconds: source.seconds, upTo: 1 },
    )
    const parsed = parseSegments(await readFile(playlist, 'utf8'))
    if (!parsed) throw new VideoRefused('no segments were written')
    return { path: await whole(path), ...parsed }
  }

  async #refuseFullDisk(): Promise<void> {
    const space = await diskSpaceOf(this.#deps.directory)
    if (isFull(space, this.#leastFreeBytes))
      throw new NoRoomForVideo(`${space.freeBytes} bytes are free, ${this.#leastFreeBytes} must stay free`)
  }

  async #ffmpeg(
    args: readonly string[],
    { signal, onProgress }: VideoTask,
    length?: { seconds: number; upTo: number },
  ): Promise<{ errors: string }> {
    const full = new AbortController()
    const watch = setInterval(() => {
      this.#refuseFullDisk().catch((error: unknown) => full.abort(error))
    }, askDiskEveryMs)
    const onLine = (line: string) => {
      const micros = Number(/^out_time_us=(\d+)$/.exec(line)?.[1])
      if (length && micros > 0) onProgress?.(Math.min(1, micros / 1e6 / length.seconds) * length.upTo)
    }
    try {
      return await runProgram(
        this.#deps.ffmpeg,
        [
          '-nostdin',
          '-hide_banner',
          '-v',
          'info',
          '-nostats',
          '-progress',
          'pipe:1',
          '-y',
          '-filter_threads',
          mostThreads,
          ...args,
        ],
        { signal: AbortSignal.any([signal, full.signal]), timeLimitMs: this.#timeLimitMs, onLine },
      )
    } finally {
      clearInterval(watch)
    }
  }
}

/** Restricts the input to local files in the detected container, so that a playlist inside a file cannot name other files. */
function inputOf({ path, contentType }: Pick<VideoSource, 'path' | 'contentType'>): string[] {
  const format = contentType === 'video/webm' ? 'matroska' : 'mov'
  return ['-protocol_whitelist', 'file', '-f', format, '-i', `file:${path}`]
}

/** Frames may be larger than the file declares. Frames with more pixels are dropped, because each one takes memory. */
const decoded = (source: VideoSource): string[] => [
  '-threads',
  mostThreads,
  '-max_pixels',
  String(mostPixels),
  ...inputOf(source),
]

/** These fields are needed because rotation is stored beside the picture, and the pixels of a picture may be wider than high. */
const shownEntries =
  'stream=codec_type,width,height,sample_aspect_ratio,avg_frame_rate:stream_side_data=rotation:format=duration'

/** Returns the size at which the picture is shown, in square pixels. */
function shownSize(coded: { width: number; height: number }, written: z.infer<typeof stream>) {
  const [across = 1, down = 1] = (written.sample_aspect_ratio ?? '1:1').split(':').map(Number)
  const width = across > 0 && down > 0 ? Math.round((coded.width * across) / down) : coded.width
  const turned = written.side_data_list?.some(({ rotation = 0 }) => Math.abs(rotation) % 180 === 90) ?? false
  return turned ? { width: coded.height, height: width } : { width, height: coded.height }
}

function rateOf(text = ''): number {
  const [above = 0, below = 1] = text.split('/').map(Number)
  return below > 0 && above > 0 ? above / below : 0
}

function storyboardOf(seconds: number): Storyboard {
  const everySeconds = Math.max(1, Math.ceil(seconds / tile.most))
  const tiles = Math.max(1, Math.ceil(seconds / everySeconds))
  const { width, height, columns } = tile
  return { everySeconds, columns: Math.min(columns, tiles), tiles, width, height }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function refuseProbe(): never {
  throw new VideoRefused('ffprobe wrote no facts that can be read')
}

async function whole(path: string): Promise<string> {
  const { size } = await stat(path).catch(() => ({ size: 0 }))
  if (size === 0) throw new VideoRefused('nothing was written')
  return path
}

async function sweep(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const path = join(directory, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
    if (Date.now() - mtimeMs > abandonedAfterMs) await rm(path, { recursive: true, force: true })
  }
}
