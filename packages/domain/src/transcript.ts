/** A video's captions as a text to read and to search: what the lesson page shows, and what a search of a course finds. */

/** What is said between two seconds of a video. */
export interface Cue {
  start: number
  end: number
  /** '': the captions do not say. */
  speaker: string
  text: string
}

/** Cues of one speaker that are read together. */
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

/** Linear also for a file of opening brackets alone. */
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

/** A cue in which more people speak shows the first ones. */
const mostVoices = 20

/** The parts of a cue's payload by voice: `<v Name>…`. */
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
 * The cues of a WebVTT file in the order of their times, in seconds; without markup, notes and styles. A block without a
 * valid timing line is skipped.
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

/** A pause after which a new line begins, in seconds. */
const pauseSeconds = 2
/** From this length on a line ends with its sentence, in characters. */
const comfortable = 120
/** A line that no sentence ends is not longer. */
const longest = 360

const endsSentence = (text: string): boolean => /[.!?…。！？]["'”’)\]»]*$/u.test(text)

function belongsTo(line: TranscriptLine, cue: Cue): boolean {
  if (cue.speaker !== line.speaker || cue.start - line.end >= pauseSeconds) return false
  if (line.text.length + cue.text.length > longest) return false
  return !(line.text.length >= comfortable && endsSentence(line.text))
}

/** Captions start a little after or before the picture that a chapter names, in seconds. */
export const chapterLead = 1

/**
 * Cues in order as lines to read: a line ends with a sentence, at a pause, where another person speaks, and where a
 * chapter starts (`chapterStarts`, in seconds).
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

/** Beginning and end of a part of a text. */
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

/** The form in which texts are compared: without case and accents, with straight quotation marks and single blanks. */
export const searchForm = (text: string): string => folded(text).replaceAll(/\s+/g, ' ').trim()

/** Where `typed` stands in a text, as both are compared; places do not overlap. */
export function placesIn(text: string, typed: string): TextPlace[] {
  const wanted = searchForm(typed)
  if (wanted === '') return []
  // The places of the compared characters in the text.
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
