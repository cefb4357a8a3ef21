import { captionProblem, soundWebVtt, webVttOfSubRip } from '@apogee/domain/text/captions.ts'
import { readText } from '@apogee/domain/read-text.ts'

const time = String.raw`(?:\d{2,4}:)?[0-5]\d:[0-5]\d\.\d{3}`
const cueTiming = new RegExp(String.raw`^(${time})[ \t]+-->[ \t]+(${time})(?:[ \t]+[^\r\n]{0,300})?$`)

/**
 * Returns whether this text is a WebVTT caption file (W3C WebVTT §4): the signature, then at least one cue, with valid timing lines
 * that end after they start. Notes may hold anything.
 */
export function isWebVtt(text: string): boolean {
  const lines = text.split(/\r\n|\n|\r/)
  if (!/^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? '')) return false
  let isNote = false
  const timings = lines.filter((line, at) => {
    const isFirst = (lines[at - 1] ?? '').trim() === ''
    isNote = line.trim() !== '' && (isNote || (isFirst && /^NOTE(?:[ \t]|$)/.test(line)))
    return !isNote && line.includes('-->')
  })
  return timings.length > 0 && timings.every(isRightTiming)
}

function isRightTiming(line: string): boolean {
  const [, from, to] = cueTiming.exec(line.trim()) ?? []
  return from !== undefined && to !== undefined && secondsOf(from) < secondsOf(to)
}

function secondsOf(stamp: string): number {
  return stamp.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
}

export type ReadCaptions = { webVtt: string } | { reason: string }

/**
 * Returns the WebVTT of a caption file in any encoding. A cue that no player shows is left out. A file without cues is refused with
 * the line and the reason; '' means that it is no caption file.
 */
export async function readCaptions(bytes: Uint8Array): Promise<ReadCaptions> {
  const read = await readText(bytes)
  if ('refused' in read) return { reason: `This file cannot be read as ${read.refused} text.` }
  const { text } = read
  if (isWebVtt(text)) return { webVtt: text }
  const webVtt = /^WEBVTT(?:[ \t\r\n]|$)/.test(text) ? soundWebVtt(text) : webVttOfSubRip(text)
  if (webVtt !== null && isWebVtt(webVtt)) return { webVtt }
  const found = captionProblem(text)
  return { reason: found ? sentences[found.problem](found) : '' }
}

const sentences = {
  'no-times': () => 'Line 1: no line with times, such as 00:00:01.000 --> 00:00:03.000, follows.',
  'wrong-times': ({ line, found }: { line: number; found: string }) =>
    `Line ${line}: "${found}" has no valid times.`,
  'ends-before-start': ({ line, found }: { line: number; found: string }) =>
    `Line ${line}: "${found}" does not end after its start.`,
}
