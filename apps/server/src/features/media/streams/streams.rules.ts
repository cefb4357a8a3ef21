/** Names, playlists and qualities of streams. All functions are pure. */
import { highest } from '@apogee/domain/money/extremes.ts'
import { mostPixels, type Segment } from '#server/adapters/video/port.ts'

/** The facts about a file with segments that its playlist needs. */
export interface SegmentFacts {
  width: number
  height: number
  initBytes: number
  segments: Segment[]
}

const wantedQualities = [720, 480]

/**
 * The smallest quality. A smaller one would have a name of one digit, which no stored stream can have, and blocks that no encoder
 * accepts.
 */
const leastQuality = 16

/**
 * Returns the shorter sides of the qualities in pixels, the largest first. There is at least one quality, and none is larger than
 * the video unless the video is tiny.
 */
export function qualitiesFor({ width, height }: { width: number; height: number }): number[] {
  const own = Math.min(width, height)
  const fitting = wantedQualities.filter((quality) => quality <= own)
  return fitting.length > 0 ? fitting : [Math.max(leastQuality, own - (own % 2))]
}

export const isTooLarge = ({ width, height }: { width: number; height: number }) =>
  width * height > mostPixels

/** Returns the picture size of this quality in pixels. */
export function sizeOf({ width, height }: { width: number; height: number }, quality: number) {
  const scale = quality / Math.min(width, height)
  const even = (pixels: number) => Math.max(2, 2 * Math.round((pixels * scale) / 2))
  return { width: even(width), height: even(height) }
}

/** The last part of a stream's address, after `/stream/`: the main playlist, the playlist of one file, or the file. */
export type StreamPart = { kind: 'main' } | { kind: 'playlist' | 'file'; name: string }

export function partNamed(text: string): StreamPart | null {
  if (text === 'main.m3u8') return { kind: 'main' }
  const [, name, ending] = /^([1-9]\d{1,3}|audio)\.(m3u8|m4s)$/.exec(text) ?? []
  if (name !== undefined) return { kind: ending === 'm3u8' ? 'playlist' : 'file', name }
  const [, picture] = /^(poster|storyboard)\.jpg$/.exec(text) ?? []
  return picture === undefined ? null : { kind: 'file', name: picture }
}

export const contentTypeOf = (name: string): string => {
  if (name === 'audio') return 'audio/mp4'
  return name === 'poster' || name === 'storyboard' ? 'image/jpeg' : 'video/mp4'
}

export const playlistType = 'application/vnd.apple.mpegurl'

/** The codecs of the stream files: x264 with the profile and level that ffmpeg.ts sets, and AAC. */
const codecs = { picture: 'avc1.64001f', sound: 'mp4a.40.2' }

/**
 * Lists all qualities, the smallest first, because players begin with the first. `query` is the signature that every address
 * repeats.
 */
export function mainPlaylist(
  files: readonly { name: string; facts: SegmentFacts }[],
  { query, hasSound }: { query: string; hasSound: boolean },
): string {
  const qualities = files
    .filter(({ name }) => /^\d+$/.test(name))
    .toSorted((a, b) => Number(a.name) - Number(b.name))
  const lines = qualities.flatMap(({ name, facts }) => [
    `#EXT-X-STREAM-INF:BANDWIDTH=${peakBits(facts.segments)},RESOLUTION=${facts.width}x${facts.height},CODECS="${[codecs.picture, ...(hasSound ? [codecs.sound] : [])].join(',')}"`,
    `${name}.m3u8?${query}`,
  ])
  return ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS', ...lines, ''].join('\n')
}

export function mediaPlaylist(name: string, { initBytes, segments }: SegmentFacts, query: string): string {
  const address = `${name}.m4s?${query}`
  const longest = highest(segments.map(({ seconds }) => seconds))
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${Math.ceil(longest)}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    `#EXT-X-MAP:URI="${address}",BYTERANGE="${initBytes}@0"`,
    ...segments.flatMap(({ seconds, start, bytes }) => [
      `#EXTINF:${seconds.toFixed(3)},`,
      `#EXT-X-BYTERANGE:${bytes}@${start}`,
      address,
    ]),
    '#EXT-X-ENDLIST',
    '',
  ].join('\n')
}

function peakBits(segments: readonly Segment[]): number {
  // A final segment of a few frames would show a rate far above the required bandwidth, so its length counts as one second.
  const rates = segments.map(({ seconds, bytes }) => (bytes * 8) / Math.max(seconds, 1))
  return Math.ceil(highest(rates))
}
