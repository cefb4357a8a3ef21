/** The chapters of a demo video are its slides; their times come from its English captions. */
import { chapterLimits, type Chapter } from '@apogee/contracts/courses/chapters.ts'
import { cuesOf } from '@apogee/domain/text/transcript.ts'
import type { LessonTexts } from '../../apps/server/src/app/demo/load-demo-school.ts'

/** A video with fewer slides needs no chapters. */
const fewest = 3

const onOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** Makes one chapter of each slide. The first chapter also covers the opening. */
export function chaptersOf({ opening, slides }: LessonTexts, captions: string): Chapter[] | undefined {
  if (slides.length < fewest) return undefined
  const cues = cuesOf(captions).map(({ start, text }) => ({ start, text: onOneLine(text) }))
  let next = 0
  /** Returns the start of a sentence and moves on to the captions of the next one. A long sentence has two captions. */
  const startOf = (sentence: string): number => {
    const start = cues[next]?.start
    let left = onOneLine(sentence)
    while (left !== '') {
      const cue = cues[next]
      if (!cue || !left.startsWith(cue.text)) throw new Error(`The captions lack “${sentence}”`)
      left = left.slice(cue.text.length).trim()
      next += 1
    }
    return start ?? 0
  }
  startOf(opening.en)
  return slides.map(({ heading, says }, place) => {
    const [start = 0] = says.map(({ en }) => startOf(en))
    return { atSeconds: place === 0 ? 0 : Math.floor(start), title: heading.slice(0, chapterLimits.title) }
  })
}
