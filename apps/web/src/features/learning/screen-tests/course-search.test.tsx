import type { CourseContent } from '@apogee/contracts/courses/courses.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, forgiveConsoleErrors, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { aCourse, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const text = (id: number, title: string) => ({
  id,
  courseId: 5,
  courseContentId: 11,
  title,
  fileType: 'reading' as const,
  words: 120,
  seconds: null,
  pages: null,
  order: id,
  isPublished: true,
  isPreview: false,
})

beforeEach(() => {
  const content: CourseContent = {
    id: 11,
    courseId: 5,
    title: 'Orbits',
    description: '',
    order: 0,
    type: 'chapter',
    isPublished: true,
    resources: [text(1, 'The orbit'), text(2, 'Transfers')],
  }
  const permissions = { study: true, manage: false }
  answer('readCourse', {
    success: true,
    data: { ...aCourse({ isEnrolled: true }), contents: [content], permissions },
  })
  const meta = { total: 2, nextCursor: null }
  answer('listContentResources', { success: true, data: content.resources, meta })
  const document = {
    type: 'doc' as const,
    content: ['First', 'An orbit has a period.'].map((words) => ({
      type: 'paragraph' as const,
      content: [{ type: 'text' as const, text: words }],
    })),
  }
  const course = { totalLessons: 2, completedLessons: 0, progressPercentage: 0, lastAccessed: null }
  answer('saveResourceProgress', { success: true, completed: false, watchTime: 0, position: 0, course })
  answer('readLessonText', { success: true, data: { resourceId: 2, document, pictures: [] } })
})

const matches = {
  lessons: [
    {
      resourceId: 2,
      courseContentId: 11,
      title: 'Transfers',
      hits: [{ block: 1, snippet: 'An orbit has a period.' }],
    },
  ],
  marks: ['orbit'],
  hasMore: false,
  lessonsNotSearched: 0,
}

test('titles and lines are found, and a press opens the text at its block', async () => {
  const calls = recordCalls('searchLessons', { success: true, data: matches })
  const { press, address } = await renderRoute('/course/5', { user: aisyah })
  const field = await screen.findByRole('searchbox', { name: 'Search this course' })
  await press.type(field, 'orbit')
  const line = await screen.findByRole('link', { name: 'An orbit has a period.' })
  await waitFor(() =>
    expect(calls.at(-1)).toMatchObject({ params: { id: '5' }, query: { q: 'orbit', language: 'en' } }),
  )
  const titles = screen.getByRole('heading', { name: 'Lesson titles' }).nextElementSibling
  expect(within(titles as HTMLElement).getByRole('link', { name: 'The orbit' })).toBeTruthy()
  expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
    'orbit',
    'orbit',
  ])
  expect(screen.getByText('2 matches')).toBeTruthy()
  await press.click(line)
  await waitFor(() => expect(address()).toBe('/lesson/11/resources/2?block=1'))
  const block = (await screen.findByText('An orbit has a period.', { selector: 'p' })) as HTMLElement
  await waitFor(() => expect(block.hasAttribute('data-shown-passage')).toBe(true))
})

test('a near spelling is named, and Escape leads back to the contents', async () => {
  answer('searchLessons', { success: true, data: { ...matches, searchedFor: 'orbit' } })
  const { press } = await renderRoute('/course/5', { user: aisyah })
  const field = await screen.findByRole('searchbox', { name: 'Search this course' })
  expect(screen.getByRole('link', { name: /^Transfers/ })).toBeTruthy()
  await press.type(field, 'orbti')
  expect(
    await screen.findByText('No lesson contains “orbti”. These are the results for “orbit”.'),
  ).toBeTruthy()
  await press.type(field, '{Escape}')
  expect((field as HTMLInputElement).value).toBe('')
  expect(screen.getByRole('link', { name: /^Transfers/ })).toBeTruthy()
})

test('a search without results and one that fails say so', async () => {
  answer('searchLessons', { success: true, data: { ...matches, lessons: [], marks: ['xyz'] } })
  const { press } = await renderRoute('/course/5', { user: aisyah })
  const field = await screen.findByRole('searchbox', { name: 'Search this course' })
  await press.type(field, 'xyz')
  expect(await screen.findByText('No lesson of this course contains these words.')).toBeTruthy()
  refuse('searchLessons', 'INTERNAL')
  await press.type(field, 'z')
  expect(await screen.findByText('The course could not be searched')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  forgiveConsoleErrors()
})
