// What a narrated lesson is made of. A slide keeps its picture while its sentences are spoken.

/** One narrated sentence: the English caption, its Malay caption, and how to say it when the spelling misleads. */
export interface Sentence {
  en: string
  ms?: string
  spoken?: string
}

interface Slide {
  heading: string
  /** From figures.ts. */
  figure: string
  says: Sentence[]
}

export interface Lesson {
  /** Media key. */
  key: string
  title: string
  /** Shown above every slide. */
  course: string
  /** espeak-ng voice of the instructor. */
  voice: string
  /** The sentence over the opening slide. */
  opening: Sentence
  slides: Slide[]
}

export const voices = {
  weiJian: 'en-gb',
  farid: 'en-gb+m3',
  daniel: 'en-gb+m7',
  priya: 'en-gb+f2',
  kavitha: 'en-gb+f4',
  meiLing: 'en-gb+f3',
  jiaHui: 'en-gb+f5',
  nurulHuda: 'en-gb+f1',
} as const
