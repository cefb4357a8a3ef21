/** Authors type one chapter in each line, with the time before the title. */

export interface TypedChapter {
  /** The value is whole seconds from the start of the video. */
  atSeconds: number
  title: string
}

export type ChapterProblem = 'no-time' | 'no-title' | 'not-later'

const timeAndTitle = /^(?:(\d{1,2}):)?(\d{1,3}):(\d{2})(?![\d:])[\s.\-–—|)]*(.*)$/u

/** Parses `1:05 Orbits` into 65 seconds and `Orbits`. Returns null for a line that does not start with a time. */
function chapterIn(line: string): TypedChapter | null {
  const [, hours = '0', minutes, seconds, title = ''] = timeAndTitle.exec(line) ?? []
  if (minutes === undefined || seconds === undefined || Number(seconds) > 59) return null
  // Minutes above 59 are allowed only in a time without hours.
  if (hours !== '0' && Number(minutes) > 59) return null
  return { atSeconds: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds), title: title.trim() }
}

/** Returns the chapters of a text and the first line that is not a chapter. Lines count from 1, and blank lines are skipped. */
export function chaptersFrom(typed: string): {
  chapters: TypedChapter[]
  problem: { line: number; kind: ChapterProblem } | null
} {
  const chapters: TypedChapter[] = []
  for (const [place, text] of typed.split('\n').entries()) {
    const line = text.trim()
    if (line === '') continue
    const chapter = chapterIn(line)
    const refused = (kind: ChapterProblem) => ({ chapters, problem: { line: place + 1, kind } })
    if (!chapter) return refused('no-time')
    if (chapter.title === '') return refused('no-title')
    if (chapter.atSeconds <= (chapters.at(-1)?.atSeconds ?? -1)) return refused('not-later')
    chapters.push(chapter)
  }
  return { chapters, problem: null }
}
