/** Converts a video's captions to text that the lesson page shows and the search of a course finds. */

/** A line of speech between two seconds of a video has this form. */
export interface Cue {
  start: number
  end: number
  /** An empty text means that the captions do not name the speaker. */
  speaker: string
  text: string
}

/** A line joins the cues of one speaker that are read together. */
export type TranscriptLine = Cue

const stamp = String.raw`(?:(\d{2,4}):)?([0-5]\d):([0-5]\d\.\d{3})`
const timing = new RegExp(String.raw`^[ \t]*${stamp}[ \t]+-->[ \t]+${stamp}`)

const characters: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  lrm: '',
  rlm: '',
}

/** The expression takes linear time, even for a file of opening brackets alone. */
const withoutTags = (marked: string): string =>
  marked.includes('<') ? marked.replaceAll(/<[^<>]*>/g, '') : marked

const unescaped = (text: string): string =>
  text.includes('&')
    ? text.replaceAll(/&(#[1-9]\d{0,5}|[a-z]{2,5});/g, (whole, name: string) =>
        name.startsWith('#') ? String.fromCodePoint(Number(name.slice(1))) : (characters[name] ?? whole),
      )
    : text

const plain = (marked: string): string => unescaped(withoutTags(marked)).replaceAll(/\s+/g, ' ').trim()

const secondsOf = (hours = '0', minutes = '0', seconds = '0'): number =>
  Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)

/** A cue with more speakers shows only the first ones. */
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

/**
 * Returns the cues of a WebVTT file ordered by time, in seconds, without markup, notes and styles. A block without a valid timing
 * line is skipped.
 */
export function cuesOf(webVtt: string): Cue[] {
  const cues: Cue[] = []
  let times: Pick<Cue, 'start' | 'end'> | null = null
  let payload: string[] = []
  const endCue = () => {
    if (times) for (const voice of voicesOf(payload.join('\n'))) cues.push({ ...times, ...voice })
    times = null
    payload = []
  }
  for (const line of webVtt.replaceAll(/\r\n?/g, '\n').split('\n')) {
    const timed = line.includes('-->') ? timing.exec(line) : null
    if (timed || line.trim() === '') endCue()
    if (timed) {
      const [, hours, minutes, seconds, ...end] = timed
      times = { start: secondsOf(hours, minutes, seconds), end: secondsOf(...end) }
    } else if (times) payload.push(line)
  }
  endCue()
  return cues.toSorted((a, b) => a.start - b.start)
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

const isAscii = (text: string): boolean => /^[\0-\x7F]*$/.test(text)

const folded = (text: string): string =>
  isAscii(text)
    ? text.toLowerCase()
    : text
        .toLowerCase()
        .normalize('NFKD')
        .replaceAll(/\p{M}+/gu, '')
        .replaceAll('ς', 'σ')
        .replaceAll(/[‘’]/g, "'")
        .replaceAll(/[“”]/g, '"')

/** Returns the form in which texts are compared: without case and accents, with straight quotation marks and single blanks. */
export const searchForm = (text: string): string => folded(text).replaceAll(/\s+/g, ' ').trim()

/** Finds `typed` in a text, both in their compared form. The matches do not overlap. */
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
    places.push([origins[at] ?? 0, origins[at + wanted.length] ?? text.length])
  }
  return places
}
