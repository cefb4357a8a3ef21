/** A narrated lesson: its texts from content/demo-school/lessons, and a drawing for each slide. */
import type { Language } from '@apogee/domain/languages.ts'
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

/** Voices of espeak-ng. */
const voices: Readonly<Record<Language, string>> = { en: 'en-gb', ms: 'ms' }

/** Variants of a voice by the key of the person who speaks. */
const variants: Readonly<Record<LessonTexts['voice'], string>> = {
  'wei-jian': '',
  farid: '+m3',
  daniel: '+m7',
  priya: '+f2',
  kavitha: '+f4',
  'mei-ling': '+f3',
  'jia-hui': '+f5',
  'nurul-huda': '+f1',
}

/** The sentence in the language of its lesson: its narration. */
export const narrationOf = (sentence: Sentence, language: Language): string =>
  sentence[language] ?? sentence.en

export function lessonFrom(key: string, texts: LessonTexts, figures: readonly string[] = []): Lesson {
  const { language, title, course, voice, opening, slides } = texts
  if (figures.length !== slides.length)
    throw new Error(`lesson '${key}' has ${slides.length} slides and ${figures.length} drawings`)
  return {
    key,
    language,
    title,
    course,
    voice: voices[language] + variants[voice],
    opening,
    slides: slides.map(({ heading, says }, index) => ({ heading, figure: figures[index] ?? '', says })),
  }
}
