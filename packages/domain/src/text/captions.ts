/**
 * Reads WebVTT and SubRip and writes WebVTT, in the form that authors edit (docs/decisions/lesson-media.md). Times are in
 * milliseconds.
 */

import { unescapedCaption } from './caption-text.ts'

export interface CaptionLine {
  startMs: number
  endMs: number
  /** May contain WebVTT tags, such as `<i>` and `<v Name>`. */
  text: string
  /** Holds the position of the cue on the picture in WebVTT syntax. It is mostly empty. */
  settings: string
}

export interface CaptionFile {
  /** Holds the styles and regions that precede the lines. */
  head: string
  lines: CaptionLine[]
}

const stamp = String.raw`(?:\d{1,4}:)?\d{1,2}:\d{1,2}(?:[.,]\d{1,9}|:\d{3})?`
const timing = new RegExp(String.raw`^(${stamp})[ \t]*-->[ \t]*(${stamp})(?:[ \t]+(.*)|([a-z]{4,8}:.*))?$`)

/** Parses '1:02.5', '00:01:02,500' and '62' into milliseconds. Returns null for any other text. */
export function captionTimeOf(typed: string): number | null {
  const found = /^(?:(?:(\d{1,4}):)?(\d{1,2}):)?(\d{1,5})(?:[.,](\d{1,9}))?$/.exec(typed.trim())
  if (!found) return null
  const [, hours = '0', minutes, seconds = '0', fraction = ''] = found
  if (minutes !== undefined && (Number(seconds) > 59 || Number(minutes) > 59)) return null
  const whole = Number(hours) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds)
  return whole * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'))
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

/** Repairs a line of times, because programs that translate texts change it: `00: 00: 01, 000 -> 00: 00: 03, 000`. */
function usualTiming(line: string): string {
  return line
    .replaceAll('：', ':')
    .replaceAll('，', ',')
    .replaceAll(/(\d[:.,]) (?=\d)/g, '$1')
    .replace(/^([^<>→]{0,40}?\d)[ \t]*(?:-{1,3}>|-- >|- ->|[–—]>|→)/u, '$1 -->')
}

/** Three digits after a third colon are milliseconds. Two digits would be frames, which are not supported. */
const timeIn = (written: string): number | null => captionTimeOf(written.replace(/:(\d{3})$/, '.$1'))

function timesIn(line: string): Timed | null {
  const trimmed = line.trim()
  if (!/^\d/.test(trimmed) || !/[>→]/u.test(trimmed)) return null
  const found = timing.exec(trimmed) ?? timing.exec(usualTiming(trimmed.slice(0, 400)))
  const [startMs, endMs] = [timeIn(found?.[1] ?? ''), timeIn(found?.[2] ?? '')]
  return startMs === null || endMs === null
    ? null
    : { startMs, endMs, settings: found?.[3] ?? found?.[4] ?? '' }
}

export type CaptionProblem = 'no-times' | 'wrong-times' | 'ends-before-start' | 'no-text'

/** Describes a cue that could not be read. */
export interface LeftOutCue {
  /** Holds the number, in the file, of the line with the cue's times, from 1. */
  line: number
  problem: CaptionProblem
  /** Holds the beginning of the line with the cue's times. */
  found: string
}

interface ReadCues {
  head: string[]
  /** `line` is the number of the line with the cue's times, and `found` is its beginning. */
  lines: (CaptionLine & Pick<LeftOutCue, 'line' | 'found'>)[]
  /** Lists the cues whose times cannot be read. */
  leftOut: LeftOutCue[]
}

const isBlank = (line: string | undefined): boolean => (line ?? '').trim() === ''

const isNumber = (line: string | undefined): boolean => /^\s*\d{1,6}\s*$/.test(line ?? '')

/** Returns whether a line with an arrow is a line of times: by its digits, or by its place before a cue's text. */
function looksLikeTimes(line: string, before: readonly [string?, string?], isSubRip: boolean): boolean {
  const arrow = line.indexOf('-->')
  if (arrow < 0) return false
  if (/^-?\d[\d:.,;]{3,40}$/.test(line.slice(0, arrow).trim())) return true
  const [last, secondLast] = before
  if (isBlank(last)) return !isSubRip || /^[ \t]*\d/.test(line)
  return isNumber(last) && isBlank(secondLast)
}

/**
 * Reads cues: a line of times, then text. In WebVTT an empty line ends a cue, but a line of blanks does not, as in browsers. In
 * SubRip the next line of times ends a cue, because its texts contain blank lines. The number of the next cue stands before those
 * times.
 */
export function readCues(source: string, { isSubRip = false } = {}): ReadCues {
  const head: string[] = []
  const lines: ReadCues['lines'] = []
  const leftOut: LeftOutCue[] = []
  let times: (Timed & Pick<LeftOutCue, 'line' | 'found'>) | null = null
  let payload: string[] = []
  let isNote = false
  let before: [string?, string?] = []
  let number: number | null = null
  const end = () => {
    if (times) lines.push({ ...times, text: payload.join('\n').trim() })
    times = null
    payload = []
  }
  for (const [at, line] of source.split(/\r\n|\n|\r/).entries()) {
    isNote = !isBlank(line) && !isSubRip && (isNote || (times === null && /^NOTE(?:[ \t]|$)/.test(line)))
    const found: Timed | null = isNote ? null : timesIn(line)
    const isWrong = !isNote && !found && looksLikeTimes(line, before, isSubRip)
    if (found || isWrong) {
      const next = dropNumber(payload, number)
      const untimed = times && isSubRip ? withoutTimes(payload, { from: times.line + 1, number, next }) : null
      if (untimed) leftOut.push(untimed)
    }
    if (found || isWrong || (line === '' && !isSubRip)) end()
    const place = { line: at + 1, found: line.trim().slice(0, 80) }
    if (found) times = { ...found, ...place }
    else if (isWrong) leftOut.push({ ...place, problem: 'wrong-times' })
    else if (times) payload.push(line.trimEnd())
    else if (lines.length === 0) head.push(line)
    if (found || isWrong) number = numberIn(before[0])
    before = [line, before[0]]
  }
  end()
  return { head, lines, leftOut }
}

const numberIn = (line: string | undefined): number | null => (isNumber(line) ? Number(line) : null)

/**
 * Removes the number of the next cue from the end of a SubRip text and returns it. The number stands alone after a blank line. In a
 * file without blank lines, it must follow the number of the last cue.
 */
function dropNumber(payload: string[], last: number | null): number | null {
  while (payload.length > 0 && isBlank(payload.at(-1))) payload.pop()
  const found = numberIn(payload.at(-1))
  const isNext = payload.length === 1 || isBlank(payload.at(-2)) || (last !== null && found === last + 1)
  if (found === null || !isNext) return null
  payload.pop()
  return found
}

/**
 * Removes a cue without times from the end of a text and returns it. There is one if the numbers of the surrounding cues skip a
 * number that stands alone after a blank line. `from` is the number of the text's first line in the file.
 */
function withoutTimes(
  payload: string[],
  { from, number, next }: { from: number; number: number | null; next: number | null },
): LeftOutCue | null {
  if (number === null || next === null || next <= number + 1) return null
  const at = payload.findIndex(
    (line, place) => place > 0 && isBlank(payload[place - 1]) && numberIn(line) === number + 1,
  )
  if (at < 0) return null
  const found = payload.splice(at).join(' ').slice(0, 80)
  return { line: from + at, problem: 'wrong-times', found }
}

/** Matches tags of WebVTT, and times within a line. */
const tag = /<\/?(?:[biu]|c|v|lang|ruby|rt)(?:[.\s][^<>]{0,200})?>|<[\d:.]{5,13}>/g

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Returns typed text as the text of a cue. Tags stay, and nothing in the text ends the cue. */
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

/** Longer settings are dropped. The limit is in characters. */
const longestSettings = 300

/** Returns the cue in the form that authors edit. */
export const lineOf = ({ startMs, endMs, settings, text }: CaptionLine): CaptionLine => ({
  startMs,
  endMs,
  settings: settings.length > longestSettings || settings.includes('-->') ? '' : settings,
  text: unescapedCaption(text),
})

/** Returns the spoken words of a cue, without tags. */
export const wordsOf = ({ text }: Pick<CaptionLine, 'text'>): string => text.replaceAll(tag, '').trim()

/** Reads a WebVTT file. Notes and the names of cues are dropped. */
export function captionsIn(webVtt: string): CaptionFile {
  const { head, lines } = readCues(webVtt)
  const blocks = head
    .slice(1)
    .join('\n')
    .split(/\n\s*\n/)
  const kept = blocks
    .map((block) => block.trim())
    .filter((block) => /^(?:STYLE|REGION)\b/.test(block) && !block.includes('-->'))
  return { head: kept.join('\n\n'), lines: lines.map(lineOf) }
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
