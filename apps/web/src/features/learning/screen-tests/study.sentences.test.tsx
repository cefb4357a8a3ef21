/**
 * The tests cover sentences of docs/specification.md#course-page-coursecourseid and docs/specification.md#lesson-viewer that no
 * other test asserts.
 */
import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import type { FileType } from '@apogee/contracts/limits.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerModule, item, module } from '#web/testing/lesson.ts'
import { breakNetwork, keepWaiting } from '#web/testing/mock-api.ts'
import { admin, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const lesson = (id: number, fileType: FileType, completed = false): CourseResource =>
  item({
    id,
    fileType,
    seconds: fileType === 'video' ? 100 : null,
    progress: { completed, watchTime: 0, position: 0 },
  })
const answerCourse = (resources: CourseResource[]) => answerModule(module(11, 'Before the model', resources))

test('each kind of item has its own icon and links to its lesson', async () => {
  const kinds = ['video', 'reading', 'quiz', 'document', 'assignment', 'other'] as const
  answerCourse(kinds.map((kind, index) => lesson(index + 1, kind)))
  await renderRoute('/course/5', { user: aisyah })
  const links = within(await screen.findByRole('tabpanel', { name: 'Course Content' })).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    kinds.map((_, index) => `/lesson/11/resources/${index + 1}`),
  )
  expect(new Set(links.map((link) => link.querySelector('svg')?.innerHTML)).size).toBe(kinds.length)
})

test('videos alone count as lessons, and each is completed by its own progress', async () => {
  answerCourse([lesson(1, 'video', true), lesson(2, 'video'), lesson(3, 'video'), lesson(4, 'pdf', true)])
  await renderRoute('/course/5', { user: aisyah })
  expect(await screen.findByText('33% complete')).toBeTruthy()
  expect(screen.getByText('(1/3 lessons)')).toBeTruthy()
})

test('a course without lessons is 0 % complete', async () => {
  answerCourse([])
  await renderRoute('/course/5', { user: aisyah })
  expect(await screen.findByText('0% complete')).toBeTruthy()
  expect(screen.getByText('(0/0 lessons)')).toBeTruthy()
})

test.each(['/course/5', '/dashboard'])('while %s is loading it shows Loading...', async (path) => {
  keepWaiting('readCourse')
  keepWaiting('listEnrolledCourses')
  await renderRoute(path, { user: aisyah })
  expect((await screen.findAllByText('Loading...')).length).toBeGreaterThan(0)
})

test.each([
  ['/course/5', aisyah],
  ['/course/5/manage', admin],
])('%s shows Failed to fetch course data without an answer', async (path, user) => {
  breakNetwork('readCourse')
  await renderRoute(path, { user })
  expect(await screen.findByText('Failed to fetch course data')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})
