/**
 * Reads WebVTT and SubRip and writes WebVTT, in the form that authors edit (docs/decisions/lesson-media.md). Times are in
 * milliseconds.
 */

export interface CaptionLine {
  startMs: number
  endMs: number
  /** The text contains tags of WebVTT, such as `<i>` and `<v Name>`. */
  text: string
  /** Holds the position of the cue on the picture in WebVTT syntax. The value is mostly empty. */
  settings: string
}

export interface CaptionFile {
  /** Holds the styles and regions that precede the lines. */
  head: string
  lines: CaptionLine[]
}

const stamp = String.raw`(?:\d{1,4}:)?\d{1,2}:\d{1,2}(?:[.,]\d{1,3})?`
const timing = new RegExp(String.raw`^[ \t]*(${stamp})[ \t]*-->[ \t]*(${stamp})(?:[ \t]+(.*))?$`)

/** Parses '1:02.5', '00:01:02,500' and '62' into milliseconds. Returns null for any other text. */
export function captionTimeOf(typed: string): number | null {
  const found = /^(?:(?:(\d{1,4}):)?(\d{1,2}):)?(\d{1,5})(?:[.,](\d{1,3}))?$/.exec(typed.trim())
  if (!found) return null
  const [, hours = '0', minutes, seconds = '0', fraction = ''] = found
  if (minutes !== undefined && (Number(seconds) > 59 || Number(minutes) > 59)) return null
  const whole = Number(hours) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds)
  return whole * 1000 + Number(fraction.padEnd(3, '0'))
}

const digits = (value: number, length: number): string => String(value).padStart(length, '0')

/** Returns '00:01:02.500' for 62500, in WebVTT syntax. */
export function captionTime(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return `${clock.map((part) => digits(part, 2)).join(':')}.${digits(ms % 1000, 3)}`
}

interface Timed {
  startMs: number
  endMs: number
  settings: string
}

function timesIn(line: string): Timed | null {
  const found = line.includes('-->') ? timing.exec(line) : null
  const [startMs, endMs] = [captionTimeOf(found?.[1] ?? ''), captionTimeOf(found?.[2] ?? '')]
  return startMs === null || endMs === null ? null : { startMs, endMs, settings: found?.[3]?.trim() ?? '' }
}

interface ReadCaptions {
  head: string[]
  lines: CaptionLine[]
}

/**
 * Reads a line of times, then text. A blank line ends a cue of WebVTT. In SubRip, the next line of times does, because texts there
 * have blank lines; the number of the next cue precedes it.
 */
function read(source: string, { isSubRip = false } = {}): ReadCaptions {
  const head: string[] = []
  const lines: CaptionLine[] = []
  let times: Timed | null = null
  let payload: string[] = []
  let isNote = false
  const end = () => {
    if (times) lines.push({ ...times, text: payload.join('\n').trim() })
    times = null
    payload = []
  }
  for (const line of source.replaceAll(/\r\n?/g, '\n').split('\n')) {
    const isBlank = line.trim() === ''
    isNote = !isBlank && !isSubRip && (isNote || (times === null && /^NOTE(?:[ \t]|$)/.test(line)))
    const found: Timed | null = isNote ? null : timesIn(line)
    if (found && isSubRip) dropNumber(payload)
    if (found || (isBlank && !isSubRip)) end()
    if (found) times = found
    else if (times) payload.push(line.trimEnd())
    else if (lines.length === 0) head.push(line)
  }
  end()
  return { head, lines }
}

/** Removes the number of the next cue from the end of a text: it stands alone behind a blank line. */
function dropNumber(payload: string[]): void {
  while (payload.at(-1)?.trim() === '') payload.pop()
  const isAlone = payload.length === 1 || payload.at(-2)?.trim() === ''
  if (isAlone && /^\s*\d{1,6}\s*$/.test(payload.at(-1) ?? '')) payload.pop()
}

const unescaped = (text: string): string =>
  text
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&lrm;', '')
    .replaceAll('&rlm;', '')
    .replaceAll('&amp;', '&')

/** Matches tags of WebVTT, and times within a line. */
const tag = /<\/?(?:[biu]|c|v|lang|ruby|rt)(?:[.\s][^<>]{0,200})?>|<[\d:.]{5,13}>/g

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Returns typed text as the text of a cue: tags stay, and nothing in it ends the cue. */
function payloadOf(text: string): string {
  const typed = text
    .replaceAll(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
  const tags = typed.match(tag) ?? []
  return typed
    .split(tag)
    .map((part, place) => escaped(part) + (tags[place] ?? ''))
    .join('')
}

/** Skips notes and the names of lines. */
export function captionsIn(webVtt: string): CaptionFile {
  const { head, lines } = read(webVtt)
  const blocks = head
    .slice(1)
    .join('\n')
    .split(/\n\s*\n/)
  const kept = blocks.map((block) => block.trim()).filter((block) => /^(?:STYLE|REGION)\b/.test(block))
  return { head: kept.join('\n\n'), lines: lines.map((line) => ({ ...line, text: unescaped(line.text) })) }
}

/** Writes a WebVTT file with its lines ordered by time. */
export function webVttOf({ head, lines }: CaptionFile): string {
  const cues = lines
    .toSorted((a, b) => a.startMs - b.startMs || a.endMs - b.endMs)
    .map(({ startMs, endMs, text, settings }) => {
      const times = `${captionTime(startMs)} --> ${captionTime(endMs)}`
      return `${settings === '' ? times : `${times} ${settings}`}\n${payloadOf(text)}`
    })
  return `${['WEBVTT', ...(head === '' ? [] : [head]), ...cues].join('\n\n')}\n`
}

/** Matches tags of SubRip that WebVTT does not know, and positions in braces. */
const foreign = /<\/?(?:font|s)\b[^<>]{0,200}>|\{\\[^{}]{0,100}\}/gi

/** Converts a SubRip file to WebVTT. Returns null for a file without lines. Lines that do not end after their start are skipped. */
export function webVttOfSubRip(subRip: string): string | null {
  const lines = read(subRip, { isSubRip: true })
    .lines.map((line) => ({ ...line, settings: '', text: unescaped(line.text.replaceAll(foreign, '')) }))
    .filter(({ startMs, endMs, text }) => endMs > startMs && text.trim() !== '')
  return lines.length === 0 ? null : webVttOf({ head: '', lines })
}

/** Rewrites a WebVTT file without the cues that players would drop. Returns null when none is left. */
export function soundWebVtt(webVtt: string): string | null {
  const { head, lines } = captionsIn(webVtt)
  const sound = lines.filter(({ startMs, endMs, text }) => endMs > startMs && text.trim() !== '')
  return sound.length === 0 ? null : webVttOf({ head, lines: sound })
}

export type CaptionProblem = 'no-times' | 'wrong-times' | 'ends-before-start'

/** Returns the first line of a caption file that prevents a cue; null means that no line looks like one. */
export function captionProblem(
  text: string,
): { line: number; found: string; problem: CaptionProblem } | null {
  for (const [at, line] of text.split(/\r\n|\n|\r/).entries()) {
    if (!line.includes('-->')) continue
    const times = timesIn(line)
    const found = line.trim().slice(0, 80)
    if (!times) return { line: at + 1, found, problem: 'wrong-times' }
    if (times.endMs <= times.startMs) return { line: at + 1, found, problem: 'ends-before-start' }
  }
  return /^WEBVTT(?:[ \t\r\n]|$)/.test(text) ? { line: 1, found: '', problem: 'no-times' } : null
}
