import {
  cpSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { demoSchoolFolder, loadDemoSchool } from './load-demo-school.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'apogee-demo-school-'))
  const media = join(demoSchoolFolder, 'media')
  cpSync(demoSchoolFolder, folder, { recursive: true, filter: (file) => file !== media })
  cpSync(join(media, 'catalogue.json'), join(folder, 'media/catalogue.json'))
  const { media: all } = loadDemoSchool()
  const captions = Object.values(all).flatMap((medium) =>
    medium.kind === 'video' ? [medium.captions.en, medium.captions.ms ?? medium.captions.en] : [],
  )
  const files = new Set([...Object.values(all).map(({ file }) => file), ...captions])
  for (const file of files) symlinkSync(join(media, file), join(folder, 'media', file))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function replaceIn(file: string, from: string, to: string): void {
  const text = readFileSync(join(folder, file), 'utf8')
  expect(text).toContain(from)
  writeFileSync(join(folder, file), text.replace(from, to))
}

test('a copied demo school loads as the same school', () => {
  const copy = loadDemoSchool(folder)
  const original = loadDemoSchool()
  const folders = { mediaFolder: '', portraitsFolder: '' }
  expect({ ...copy, ...folders }).toEqual({ ...original, ...folders })
})

test('the description of a course is the text of its Markdown file without the final line break', () => {
  writeFileSync(join(folder, 'courses/git-without-fear/description.md'), 'First.\r\n\r\nSecond.\r\n')
  const course = loadDemoSchool(folder).courses.find(({ key }) => key === 'git-without-fear')
  expect(course?.description).toBe('First.\n\nSecond.')
})

test.each([
  ['a file that is not JSON', 'people.json', '[', '[[', 'people.json: '],
  [
    'a field that is not known',
    'courses/git-without-fear/course.json',
    '"title"',
    '"titel"',
    'courses/git-without-fear/course.json: Unrecognized key: "titel"',
  ],
  [
    'a price that is not a whole number of sen',
    'courses/sql-for-people-with-questions/course.json',
    '"priceCents": 12900',
    '"priceCents": 129.5',
    'courses/sql-for-people-with-questions/course.json: priceCents: ',
  ],
  [
    'a person who does not exist',
    'enrolments.json',
    '"person": "aisyah"',
    '"person": "aishah"',
    "enrolments.json: 0.person: there is no person 'aishah'",
  ],
  [
    'a course that does not exist',
    'past-sales.json',
    '"course": "git-without-fear"',
    '"course": "git"',
    "past-sales.json: free.0.course: there is no course 'git'",
  ],
  [
    'a medium that does not exist',
    'courses/git-without-fear/course.json',
    '"media": "git-card"',
    '"media": "git-cart"',
    "there is no medium 'git-cart'",
  ],
  [
    'a completed resource that the course does not have',
    'enrolments.json',
    '"select"',
    '"selected"',
    "enrolments.json: 0: course 'sql-for-people-with-questions' has no resource 'selected'",
  ],
  [
    'a quiz in a module that the course does not have',
    'assessments.json',
    '"module": "asking"',
    '"module": "answering"',
    "course 'sql-for-people-with-questions' has no published module 'answering'",
  ],
  [
    'a course folder that school.json does not list',
    'school.json',
    '    "git-without-fear",\n',
    '',
    'courses/git-without-fear: not listed in school.json',
  ],
])('loading %s fails with the file and the place of the problem', (_, file, from, to, problem) => {
  replaceIn(file, from, to)
  expect(() => loadDemoSchool(folder)).toThrow(problem)
})

test('loading fails with the name of a text lesson without its Markdown, and of Markdown without a lesson', () => {
  const textOf = (lesson: string) =>
    join(folder, 'courses/sql-for-people-with-questions/texts', `${lesson}.md`)
  renameSync(textOf('shape'), textOf('shapes'))
  expect(() => loadDemoSchool(folder)).toThrow('courses/sql-for-people-with-questions/texts/shape.md: ENOENT')
  cpSync(textOf('shapes'), textOf('shape'))
  expect(() => loadDemoSchool(folder)).toThrow('texts/shapes.md: the course has no such text lesson')
})

test('loading a school with missing files fails with their names', () => {
  unlinkSync(join(folder, 'media/git-card.pdf'))
  expect(() => loadDemoSchool(folder)).toThrow("media/catalogue.json: file 'git-card.pdf' is missing")
  unlinkSync(join(folder, 'portraits/priya.webp'))
  expect(() => loadDemoSchool(folder)).toThrow("people.json: portrait 'priya.webp' is missing")
  unlinkSync(join(folder, 'reviews.json'))
  expect(() => loadDemoSchool(folder)).toThrow('reviews.json: ENOENT')
})
