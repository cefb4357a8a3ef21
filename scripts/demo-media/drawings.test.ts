import { expect, test } from 'vitest'
import { loadDemoSchool, loadHandouts, loadLessons } from '../../apps/server/src/app/demo/load-demo-school.ts'
import { drawings } from './drawings/all.ts'
import { handoutDrawings } from './drawings/handouts.ts'
import { handoutFrom } from './handout.ts'
import { lessonFrom } from './lesson.ts'

const { media } = loadDemoSchool()
const lessons = loadLessons()
const handouts = loadHandouts()
const mediaOf = (kind: string) => Object.keys(media).filter((key) => media[key]?.kind === kind)

test('each video of the demo school has a script and a drawing for each slide', () => {
  expect([...lessons.keys()].toSorted()).toEqual(mediaOf('video').toSorted())
  expect(Object.keys(drawings).toSorted()).toEqual(mediaOf('video').toSorted())
  for (const [key, texts] of lessons) {
    const { slides } = lessonFrom(key, texts, drawings[key])
    expect(
      slides.every(({ figure }) => figure.startsWith('<')),
      key,
    ).toBe(true)
  }
})

test('each document of the demo school has its texts and a drawing for each picture', () => {
  expect([...handouts.keys()].toSorted()).toEqual(mediaOf('pdf').toSorted())
  for (const [key, texts] of handouts) {
    const { blocks } = handoutFrom(key, texts, handoutDrawings[key])
    expect(
      blocks.every((html) => html.startsWith('<')),
      key,
    ).toBe(true)
  }
})

test('a lesson or handout with a drawing missing is refused with its key', () => {
  const lesson = lessons.get('study-method')
  const handout = handouts.get('study-planner')
  if (!lesson || !handout) throw new Error('the content for this test is gone')
  expect(() => lessonFrom('study-method', lesson, [])).toThrow("lesson 'study-method' has 3 slides and 0")
  expect(() => handoutFrom('study-planner', handout, [])).toThrow("handout 'study-planner' has 1 pictures")
})
