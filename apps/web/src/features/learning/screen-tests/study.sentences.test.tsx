/**
 * The tests cover sentences of docs/specification.md#course-page-coursecourseid and docs/specification.md#lesson-viewer that no
 * other test asserts.
 */
import type { CourseDetail } from '@apogee/contracts/catalogue/catalogue.ts'
import type { CourseContent, CourseResource } from '@apogee/contracts/courses/courses.ts'
import type { FileType } from '@apogee/contracts/limits.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, breakNetwork, keepWaiting } from '#web/testing/mock-api.ts'
import { aCourse, admin, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const item = (id: number, fileType: FileType, completed = false): CourseResource => ({
  id,
  courseId: 5,
  courseContentId: 11,
  title: `Item ${id}`,
  filePath: `/media/${id}?signature=1`,
  fileType,
  seconds: fileType === 'video' ? 100 : null,
  pages: null,
  order: id,
  isPublished: true,
  isPreview: false,
  captions: [],
  progress: { completed, watchTime: 0, position: 0 },
})
const content = (resources: CourseResource[]): CourseContent => ({
  id: 11,
  courseId: 5,
  title: 'Before the model',
  description: '',
  order: 0,
  type: 'chapter',
  isPublished: true,
  resources,
})
const answerCourse = (resources: CourseResource[]) => {
  const data: CourseDetail = {
    ...aCourse({ isEnrolled: true }),
    contents: [content(resources)],
    permissions: { study: true, manage: false },
  }
  answer('readCourse', { success: true, data })
  answer('listContentResources', {
    success: true,
    data: resources,
    meta: { total: resources.length, nextCursor: null },
  })
  answer('saveResourceProgress', {
    success: true,
    completed: false,
    watchTime: 0,
    position: 0,
    course: { totalLessons: 0, completedLessons: 0, progressPercentage: 0, lastAccessed: null },
  })
}

test('each kind of item has its own icon and links to its lesson', async () => {
  const kinds = ['video', 'reading', 'quiz', 'document', 'assignment', 'other'] as const
  answerCourse(kinds.map((kind, index) => item(index + 1, kind)))
  await renderRoute('/course/5', { user: aisyah })
  const links = within(await screen.findByRole('tabpanel', { name: 'Course Content' })).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    kinds.map((_, index) => `/lesson/11/resources/${index + 1}`),
  )
  expect(new Set(links.map((link) => link.querySelector('svg')?.innerHTML)).size).toBe(kinds.length)
})

test('videos alone count as lessons, and each is completed by its own progress', async () => {
  answerCourse([item(1, 'video', true), item(2, 'video'), item(3, 'video'), item(4, 'pdf', true)])
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
