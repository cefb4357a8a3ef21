const time = String.raw`(?:\d{2,4}:)?[0-5]\d:[0-5]\d\.\d{3}`
const cueTiming = new RegExp(String.raw`^(${time})[ \t]+-->[ \t]+(${time})(?:[ \t]+[^\r\n]{0,300})?$`)

/**
 * Whether these bytes are a WebVTT caption file (W3C WebVTT §4): the signature, then cues with valid timing lines
 * that end after they start. At least one cue; UTF-8 throughout.
 */
export function isWebVtt(bytes: Uint8Array): boolean {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Not UTF-8 means not WebVTT: an answer, not a failure.
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
