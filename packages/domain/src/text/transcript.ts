/** Converts a video's captions to text that the lesson page shows and the search of a course finds. */
import { unescapedCaption } from './caption-text.ts'
import { folded, searchForm } from './human-text.ts'

/** Describes a piece of speech, from `start` to `end` in seconds of the video. */
export interface Cue {
  start: number
  end: number
  /** An empty text means that the captions do not name the speaker. */
  speaker: string
  text: string
}

/** Joins the cues of one speaker that are read together. */
export type TranscriptLine = Cue

const stamp = String.raw`(?:(\d{2,4}):)?([0-5]\d):([0-5]\d\.\d{3})`
const timing = new RegExp(String.raw`^[ \t]*${stamp}[ \t]+-->[ \t]+${stamp}`)

/** Removes tags. The expression takes linear time, even in a text of opening brackets alone. */
const withoutTags = (marked: string): string =>
  marked.includes('<') ? marked.replaceAll(/<[^<>]*>/g, '') : marked

const plain = (marked: string): string => unescapedCaption(withoutTags(marked)).replaceAll(/\s+/g, ' ').trim()

const secondsOf = (hours = '0', minutes = '0', seconds = '0'): number =>
  Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)

/** A cue with more than this number of speakers shows only the first ones. */
const mostVoices = 20

/** Returns the parts of a cue's payload by voice: `<v Name>…`. */
function voicesOf(payload: string): { speaker: string; text: string }[] {
  const [before = '', ...voices] = payload.split(/<v(?=[.\s>])/, mostVoices)
  const spoken = voices.map((voice) => {
    const close = voice.indexOf('>')
    const name = voice.slice(0, Math.max(0, close)).replace(/^\.\S*/, '')
    return { speaker: plain(name), text: plain(voice.slice(close + 1)) }
  })
  return [{ speaker: '', text: plain(before) }, ...spoken].filter(({ text }) => text !== '')
}

/** Matches the time of a word, which automatic captions contain. */
const timedWord = /<(?:\d{2,4}:)?\d{2}:\d{2}\.\d{3}><c/

/** Two rolling cues follow each other within this number of seconds. */
const mostBetweenRolled = 0.1

interface Payload extends Pick<Cue, 'start' | 'end'> {
  lines: string[]
}

/** Returns the lines that the cue before does not show. Automatic captions roll: each line is shown again above the next one. */
function newLines({ start, lines }: Payload, before: Payload | undefined): string[] {
  if (!before || Math.abs(start - before.end) > mostBetweenRolled) return lines
  const [last, now] = [before.lines.map(plain), lines.map(plain)]
  const most = Math.min(last.length, now.length, mostRolled)
  for (let count = most; count > 0; count -= 1)
    if (now.slice(0, count).join('\n') === last.slice(-count).join('\n')) return lines.slice(count)
  return lines
}

/** A cue shows at most this number of lines of the cue before again. */
const mostRolled = 3

/**
 * Returns the cues of a WebVTT file ordered by time, in seconds, without markup, notes and styles. A block without a valid timing
 * line is skipped.
 */
export function cuesOf(webVtt: string): Cue[] {
  const payloads: Payload[] = []
  let current: Payload | null = null
  for (const line of webVtt.replaceAll(/\r\n?/g, '\n').split('\n')) {
    const timed = line.includes('-->') ? timing.exec(line) : null
    if (timed) {
      const [, hours, minutes, seconds, ...end] = timed
      current = { start: secondsOf(hours, minutes, seconds), end: secondsOf(...end), lines: [] }
      payloads.push(current)
    } else if (line === '') current = null
    // A line of blanks does not end a cue. Automatic captions contain such a line above their text.
    else if (line.trim() !== '') current?.lines.push(line)
  }
  const isRolling = timedWord.test(webVtt)
  return payloads
    .flatMap((payload, at) => {
      const lines = isRolling ? newLines(payload, payloads[at - 1]) : payload.lines
      const { start, end } = payload
      return voicesOf(lines.join('\n')).map((voice) => ({ start, end, ...voice }))
    })
    .toSorted((a, b) => a.start - b.start)
}

/** A new line begins after a pause of this length, in seconds. */
const pauseSeconds = 2
/** A line of at least this number of characters ends at the next end of a sentence. */
const comfortable = 120
/** A cue that would make a line longer than this number of characters begins a new line. */
const longest = 360

const endsSentence = (text: string): boolean => /[.!?…。！？]["'”’)\]»]*$/u.test(text)

function belongsTo(line: TranscriptLine, cue: Cue): boolean {
  if (cue.speaker !== line.speaker || cue.start - line.end >= pauseSeconds) return false
  if (line.text.length + cue.text.length > longest) return false
  return !(line.text.length >= comfortable && endsSentence(line.text))
}

/** Captions start up to this number of seconds before or after the picture that a chapter names. */
export const chapterLead = 1

/**
 * Groups ordered cues into lines to read. A line ends with a sentence, at a pause, where another person speaks, and where a chapter
 * starts (`chapterStarts`, in seconds).
 */
export function transcriptOf(cues: readonly Cue[], chapterStarts: readonly number[] = []): TranscriptLine[] {
  const lines: TranscriptLine[] = []
  const openings = new Set(
    chapterStarts.map((atSeconds) => cues.find(({ start }) => start > atSeconds - chapterLead)),
  )
  for (const cue of cues) {
    const last = lines.at(-1)
    if (last && !openings.has(cue) && belongsTo(last, cue)) {
      last.text = `${last.text} ${cue.text}`
      last.end = Math.max(last.end, cue.end)
    } else lines.push({ ...cue })
  }
  return lines
}

export type TextPlace = [from: number, to: number]

/** Finds the places of `typed` in a text. Both are compared in their search form. The places do not overlap. */
export function placesIn(text: string, typed: string): TextPlace[] {
  const wanted = searchForm(typed)
  if (wanted === '') return []
  // Maps each compared character to its index in the original text.
  const origins: number[] = []
  let compared = ''
  let index = 0
  for (const character of text) {
    const form = folded(character)
    compared += form
    for (let unit = 0; unit < form.length; unit += 1) origins.push(index)
    index += character.length
  }
  const places: TextPlace[] = []
  for (let at = compared.indexOf(wanted); at >= 0; at = compared.indexOf(wanted, at + wanted.length)) {
    // A letter may be compared as two letters. The place then includes the whole letter.
    let end = at + wanted.length
    while (origins[end] !== undefined && origins[end] === origins[end - 1]) end += 1
    places.push([origins[at] ?? 0, origins[end] ?? text.length])
  }
  return places
}
