import { expect, test } from 'vitest'
import { chaptersOf } from './chapters.ts'
import { captions } from './narration.ts'

const long =
  'This table has one row for each item that an outlet sold today, and one column for each fact about that sale.'
const says = (...sentences: string[]) => sentences.map((en) => ({ en }))
const lesson = {
  ...({ language: 'en', title: 'Rows in, rows out', course: 'SQL', voice: 'priya' } as const),
  opening: { en: 'Rows in, rows out.' },
  slides: [
    { heading: 'A table is a list', says: says(long, 'Read one row aloud.') },
    { heading: 'Choose columns', says: says('SELECT says which columns.') },
    { heading: 'Say it first', says: says('Which list?', 'Which rows?') },
  ],
}
const spoken = [lesson.opening, ...lesson.slides.flatMap((slide) => slide.says)].map((sentence, place) => ({
  ...sentence,
  slide: 0,
  step: 0,
  start: place * 10 + 0.7,
  end: place * 10 + 9,
}))

test('each slide is a chapter that starts with its first sentence, the first one with the video', () => {
  expect(chaptersOf(lesson, captions(spoken, 'en'))).toEqual([
    { atSeconds: 0, title: 'A table is a list' },
    { atSeconds: 30, title: 'Choose columns' },
    { atSeconds: 40, title: 'Say it first' },
  ])
})

test('a video of one or two slides has no chapters', () => {
  expect(chaptersOf({ ...lesson, slides: lesson.slides.slice(0, 2) }, '')).toBeUndefined()
})

test('captions of another script are refused', () => {
  expect(() => chaptersOf(lesson, captions(spoken.toSpliced(1, 1), 'en'))).toThrow(
    'The captions lack “This table',
  )
})
