import { webVttOfSubRip } from '@apogee/domain/text/captions.ts'

const time = String.raw`(?:\d{2,4}:)?[0-5]\d:[0-5]\d\.\d{3}`
const cueTiming = new RegExp(String.raw`^(${time})[ \t]+-->[ \t]+(${time})(?:[ \t]+[^\r\n]{0,300})?$`)

/**
 * Returns whether these bytes are a WebVTT caption file (W3C WebVTT §4): the signature, then at least one cue, with valid timing
 * lines that end after they start, and UTF-8 throughout.
 */
export function isWebVtt(bytes: Uint8Array): boolean {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Bytes that are not UTF-8 are not WebVTT. This is a result, not a failure.
    return false
  }
  if (text.includes('\0')) return false
  const lines = text.split(/\r\n|\n|\r/)
  if (!/^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? '')) return false
  const timings = lines.filter((line) => line.includes('-->'))
  return timings.length > 0 && timings.every(isRightTiming)
}

function isRightTiming(line: string): boolean {
  const [, from, to] = cueTiming.exec(line.trim()) ?? []
  return from !== undefined && to !== undefined && secondsOf(from) < secondsOf(to)
}

function secondsOf(stamp: string): number {
  return stamp.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
}

/** Returns the stored bytes of a caption file: a SubRip file becomes WebVTT, any other file stays unchanged. */
export function asWebVtt(bytes: Uint8Array): Uint8Array {
  const text = textOf(bytes)
  if (text.startsWith('WEBVTT')) return bytes
  const converted = webVttOfSubRip(text)
  return converted === null ? bytes : new TextEncoder().encode(converted)
}

/** SubRip names no encoding. UTF-16 has a byte order mark, and other text that is not UTF-8 is mostly windows-1252. */
function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Bytes that are not UTF-8 are a result, not a failure.
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
