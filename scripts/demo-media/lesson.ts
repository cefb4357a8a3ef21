/** Makes a narrated lesson from its texts in content/demo-school/lessons and a drawing for each slide. */
import type { Language } from '@apogee/domain/languages.ts'
import type { LessonTexts } from '../../apps/server/src/app/demo/load-demo-school.ts'

export type Sentence = LessonTexts['opening']

export interface Lesson extends Omit<LessonTexts, 'voice' | 'slides'> {
  /** The key is the media key. */
  key: string
  /** The name is that of an espeak-ng voice. */
  voice: string
  /** A slide shows the same figure while its sentences are spoken. */
  slides: { heading: string; figure: string; says: Sentence[] }[]
}

/** Maps media keys to the drawings of the slides, in order. The functions of figures.ts make the drawings. */
export type Drawings = Readonly<Record<string, readonly string[]>>

/** The names are espeak-ng voices. */
const voices: Readonly<Record<Language, string>> = { en: 'en-gb', ms: 'ms' }

/** Maps each speaker to an espeak-ng variant of the voice. */
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

/** Returns the sentence to narrate, in the language of its lesson. */
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
