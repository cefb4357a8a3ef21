import type { LessonNote } from '@apogee/contracts/notes/notes.ts'
import { expect, test } from 'vitest'
import { serverTexts } from '#server/texts/index.ts'
import { clockOf, fileNameOf, markdownOf } from './notes.rules.ts'

const note = (given: Partial<LessonNote>): LessonNote => ({
  id: '0b0e8c4e-6f5c-4d2f-9a57-0a4d3c2b1a00',
  courseId: 1,
  lesson: { id: 7, title: 'First light', contentId: 5 },
  positionMs: null,
  page: null,
  passage: null,
  text: '',
  createdAt: '2026-11-23T01:00:00.000Z',
  updatedAt: '2026-11-23T01:00:00.000Z',
  version: 1,
  ...given,
})

const exported = (title: string, ...notes: LessonNote[]) =>
  markdownOf(title, notes, { texts: serverTexts('en').notes, origin: 'https://apogee.test' })

test.each([
  [0, '0:00'],
  [192_900, '3:12'],
  [3_792_000, '1:03:12'],
])('%i ms are shown as %s', (positionMs, shown) => {
  expect(clockOf(positionMs)).toBe(shown)
})

test.each([
  ['Notes Orbits & Comets', 'Notes-Orbits-Comets.md'],
  ['Nota ../../etc/passwd', 'Nota-etc-passwd.md'],
  ['Notes 日本語 "x"\r\n', 'Notes-日本語-x.md'],
  [`Notes ${'a'.repeat(200)}`, `Notes-${'a'.repeat(74)}.md`],
])('the file name of %j is %s', (name, file) => {
  expect(fileNameOf(name)).toBe(file)
})

test('the export links a passage by its note, with the beginning of the text', () => {
  expect(
    exported('Orbits', note({ passage: { block: 3, quote: 'Areas *are* equal' }, text: 'Second law' })),
  ).toContain(
    `**[“Areas \\*are\\* equal”](https://apogee.test/lesson/5/resources/7?note=${note({}).id})**\n\n> Second law`,
  )
})

test('the export has a heading for each lesson, links to each second, and quotes what was typed', () => {
  expect(
    exported(
      'Orbits [1]',
      note({ positionMs: 192_900, text: '# Not a heading\n\nKepler’s law' }),
      note({ positionMs: 200_000 }),
      note({ lesson: { id: 8, title: 'Paper', contentId: 5 }, page: 4, text: 'Figure 2' }),
      note({ lesson: { id: 9, title: 'Old *one*', contentId: null }, positionMs: 1000, text: 'Still here' }),
    ),
  ).toBe(`# Notes on Orbits \\[1\\]

## First light

**[3:12](https://apogee.test/lesson/5/resources/7?t=192)**

> # Not a heading
>
> Kepler’s law

**[3:20](https://apogee.test/lesson/5/resources/7?t=200)** Bookmark

## Paper

**[Page 4](https://apogee.test/lesson/5/resources/8)**

> Figure 2

## Old \\*one\\* (removed lesson)

**0:01**

> Still here
`)
})

test('the export of a course without notes says so', () => {
  expect(exported('Orbits')).toBe('# Notes on Orbits\n\nNo notes yet.\n')
})
