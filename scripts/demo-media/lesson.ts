/** A narrated lesson: its texts from content/demo-school/lessons, and a drawing for each slide. */
import type { LessonTexts } from '../../apps/server/src/app/demo/load-demo-school.ts'

export type Sentence = LessonTexts['opening']

export interface Lesson extends Omit<LessonTexts, 'voice' | 'slides'> {
  /** Media key. */
  key: string
  /** Voice of espeak-ng. */
  voice: string
  /** A slide keeps its picture while its sentences are spoken. */
  slides: { heading: string; figure: string; says: Sentence[] }[]
}

/** Drawings of the slides in their order, made with figures.ts, by media key. */
export type Drawings = Readonly<Record<string, readonly string[]>>

/** Voices of espeak-ng by the key of the person who speaks. */
const voices: Readonly<Record<LessonTexts['voice'], string>> = {
  'wei-jian': 'en-gb',
  farid: 'en-gb+m3',
  daniel: 'en-gb+m7',
  priya: 'en-gb+f2',
  kavitha: 'en-gb+f4',
  'mei-ling': 'en-gb+f3',
  'jia-hui': 'en-gb+f5',
  'nurul-huda': 'en-gb+f1',
}

export function lessonFrom(key: string, texts: LessonTexts, figures: readonly string[] = []): Lesson {
  const { title, course, voice, opening, slides } = texts
  if (figures.length !== slides.length)
    throw new Error(`lesson '${key}' has ${slides.length} slides and ${figures.length} drawings`)
  return {
    key,
    title,
    course,
    voice: voices[voice],
    opening,
    slides: slides.map(({ heading, says }, index) => ({ heading, figure: figures[index] ?? '', says })),
  }
}
