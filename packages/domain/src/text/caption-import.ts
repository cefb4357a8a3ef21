/**
 * Reads a file of captions that somebody uploads. The browser uses this code to show the captions before anything is stored, and
 * the server then reads the same file by the same rules.
 */
import {
  captionsIn,
  captionTimeOf,
  lineOf,
  readCues,
  webVttOf,
  wordsOf,
  type CaptionFile,
  type CaptionProblem,
  type LeftOutCue,
} from './captions.ts'

const time = String.raw`(?:\d{2,4}:)?[0-5]\d:[0-5]\d\.\d{3}`
const cueTiming = new RegExp(String.raw`^(${time})[ \t]+-->[ \t]+(${time})(?:[ \t]+[^\r\n]{0,300})?$`)

/**
 * Returns whether this text is a WebVTT caption file (W3C WebVTT §4): the signature, then at least one cue, with valid timing lines
 * that end after they start. Notes may hold anything.
 */
export function isWebVtt(text: string): boolean {
  const lines = text.split(/\r\n|\n|\r/)
  if (!hasSignature(text)) return false
  let isNote = false
  const timings = lines.filter((line, at) => {
    const isFirst = (lines[at - 1] ?? '').trim() === ''
    isNote = line.trim() !== '' && (isNote || (isFirst && /^NOTE(?:[ \t]|$)/.test(line)))
    return !isNote && line.includes('-->')
  })
  return timings.length > 0 && timings.every(isRightTiming)
}

const hasSignature = (text: string): boolean => /^WEBVTT(?:[ \t\r\n]|$)/.test(text)

function isRightTiming(line: string): boolean {
  const [, from = '', to = ''] = cueTiming.exec(line.trim()) ?? []
  const [startMs, endMs] = [captionTimeOf(from), captionTimeOf(to)]
  return startMs !== null && endMs !== null && startMs < endMs
}

export interface CaptionImport {
  /** Holds the file to store. A valid WebVTT file is stored unchanged. */
  webVtt: string
  lines: CaptionFile['lines']
  /** Lists the cues that are not in `lines`, in the order of the file. */
  leftOut: LeftOutCue[]
  /**
   * Holds the milliseconds that the header `X-TIMESTAMP-MAP` adds to the times, or 0. The header counts from the start of a stream,
   * which is often a fixed value, so only the author knows whether the offset applies.
   */
  streamOffsetMs: number
}

interface Options {
  /** Adds `streamOffsetMs` to the times. */
  isMoved?: boolean
}

/** Returns the captions of a file. A file without captions gives its first problem, or null when no line looks like a caption. */
export function importCaptions(
  text: string,
  { isMoved = false }: Options = {},
): CaptionImport | { problem: LeftOutCue | null } {
  const isSubRip = !hasSignature(text)
  const read = readCues(text, { isSubRip })
  const streamOffsetMs = isSubRip ? 0 : streamOffsetOf(read.head)
  const moveMs = isMoved ? streamOffsetMs : 0
  const leftOut = [...read.leftOut]
  const lines = read.lines.flatMap((cue) => {
    const line = lineOf(isSubRip ? ofSubRip(cue) : cue)
    const moved = { ...line, startMs: Math.max(0, line.startMs + moveMs), endMs: line.endMs + moveMs }
    const problem = problemOf(moved)
    if (problem === null) return [moved]
    leftOut.push({ line: cue.line, problem, found: cue.found })
    return []
  })
  leftOut.sort((one, other) => one.line - other.line)
  const isValid = isWebVtt(text)
  if (lines.length === 0 && !isValid) {
    const [first = null] = leftOut
    return { problem: first ?? (isSubRip ? null : { line: 1, problem: 'no-times', found: '' }) }
  }
  const webVtt =
    streamOffsetMs === 0 && isValid ? text : webVttOf({ head: isSubRip ? '' : captionsIn(text).head, lines })
  return { webVtt, lines, leftOut, streamOffsetMs }
}

function problemOf(line: CaptionFile['lines'][number]): CaptionProblem | null {
  if (line.endMs <= line.startMs) return 'ends-before-start'
  return wordsOf(line) === '' ? 'no-text' : null
}

/** Matches SubRip tags that WebVTT does not have, and positions in braces. */
const foreign = /<\/?(?:font|span|s)\b[^<>]{0,200}>|\{\\[^{}]{0,100}\}/gi

/** Removes the settings of the cue: SubRip has none, but some programs write coordinates in their place. */
const ofSubRip = <Cue extends CaptionFile['lines'][number]>(cue: Cue): Cue => ({
  ...cue,
  settings: '',
  text: cue.text
    .replaceAll(foreign, '')
    .replaceAll(/<br ?\/?>/gi, '\n')
    .replaceAll(/<\/?[BIU]>/g, (tag) => tag.toLowerCase()),
})

/** MPEG-2 counts 90 ticks in a millisecond (RFC 8216 §3.5). */
const ticksOfMs = 90

/** Returns the offset of the header `X-TIMESTAMP-MAP` in milliseconds, or 0. The header must precede the first empty line. */
function streamOffsetOf(head: readonly string[]): number {
  const end = head.indexOf('')
  const header = head
    .slice(0, end < 0 ? head.length : end)
    .find((line) => line.startsWith('X-TIMESTAMP-MAP='))
  const ticks = /MPEGTS:(\d{1,10})(?!\d)/.exec(header ?? '')?.[1]
  const localMs = captionTimeOf(/LOCAL:([\d:.]{5,13})/.exec(header ?? '')?.[1] ?? '')
  return ticks === undefined || localMs === null ? 0 : Math.round(Number(ticks) / ticksOfMs) - localMs
}
