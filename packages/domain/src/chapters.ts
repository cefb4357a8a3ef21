/** Chapters of a video as an author types them: one in each line, its time before its title. */

export interface TypedChapter {
  /** Whole seconds from the start of the video. */
  atSeconds: number
  title: string
}

/** Why a line is no chapter. */
export type ChapterProblem = 'no-time' | 'no-title' | 'not-later'

const timeAndTitle = /^(?:(\d{1,2}):)?(\d{1,3}):(\d{2})(?![\d:])[\s.\-–—|)]*(.*)$/u

/** `1:05 Orbits` as 65 seconds and `Orbits`. Null: the line does not start with a time. */
function chapterIn(line: string): TypedChapter | null {
  const [, hours = '0', minutes, seconds, title = ''] = timeAndTitle.exec(line) ?? []
  if (minutes === undefined || seconds === undefined || Number(seconds) > 59) return null
  // With hours, the minutes are those of a clock.
  if (hours !== '0' && Number(minutes) > 59) return null
  return { atSeconds: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds), title: title.trim() }
}

/** The chapters of a text, and the first line that is none; lines count from 1, blank ones are skipped. */
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

/** The place of the chapter that a second belongs to; -1: before the first one. */
export const chapterAt = (chapters: readonly { atSeconds: number }[], seconds: number): number =>
  chapters.findLastIndex(({ atSeconds }) => atSeconds <= seconds)
