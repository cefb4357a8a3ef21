import { expect, test } from 'vitest'
import { loadDemoSchool, loadLessons } from '../../apps/server/src/app/demo/load-demo-school.ts'
import { drawings } from './drawings/all.ts'
import { lessonFrom } from './lesson.ts'

const lessons = loadLessons()

test('each video of the demo school has a script and a drawing for each slide', () => {
  const { media } = loadDemoSchool()
  const videos = Object.keys(media).filter((key) => media[key]?.kind === 'video')
  expect([...lessons.keys()].toSorted()).toEqual(videos.toSorted())
  expect(Object.keys(drawings).toSorted()).toEqual(videos.toSorted())
  for (const [key, texts] of lessons)
    expect(lessonFrom(key, texts, drawings[key]).slides.every(({ figure }) => figure.startsWith('<'))).toBe(
      true,
    )
})

test('a lesson with fewer drawings than slides is refused with its key', () => {
  const [[key, texts] = []] = lessons
  if (key === undefined || !texts) throw new Error('there are no lessons')
  expect(() => lessonFrom(key, texts, [])).toThrow(`lesson '${key}' has`)
})
