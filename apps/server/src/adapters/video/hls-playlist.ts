import type { SegmentedFile } from './port.ts'

/**
 * Returns the segments of a playlist that refers to a single file. Returns undefined for a playlist without segments or of another
 * form.
 */
export function parseSegments(playlist: string): Omit<SegmentedFile, 'path'> | undefined {
  const initBytes = Number(/#EXT-X-MAP:URI="[^"]*",BYTERANGE="(\d+)@0"/.exec(playlist)?.[1])
  const found = playlist.matchAll(/#EXTINF:([\d.]+),[^\n]*\n#EXT-X-BYTERANGE:(\d+)@(\d+)\n/g)
  const segments = [...found].map(([, seconds, bytes, start]) => ({
    seconds: Number(seconds),
    start: Number(start),
    bytes: Number(bytes),
  }))
  return initBytes > 0 && segments.length > 0 ? { initBytes, segments } : undefined
}
