import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer } from '#web/testing/mock-api.ts'
import { aCourse, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

function answerVideo(filePath: string) {
  const video: CourseResource = {
    id: 3,
    courseId: 5,
    courseContentId: 12,
    title: 'Measuring',
    filePath,
    fileType: 'video',
    seconds: 40,
    pages: null,
    order: 1,
    isPublished: true,
    isPreview: false,
    captions: [],
    progress: { completed: false, watchTime: 0, position: 7 },
  }
  const content = {
    id: 12,
    courseId: 5,
    title: 'Measuring it',
    description: '',
    order: 0,
    type: 'chapter' as const,
    isPublished: true,
    resources: [video],
  }
  const data = { ...aCourse({ isEnrolled: true }), contents: [content] }
  answer('readCourse', { success: true, data: { ...data, permissions: { study: true, manage: false } } })
  answer('listContentResources', { success: true, data: [video], meta: { total: 1, nextCursor: null } })
  const course = { totalLessons: 1, completedLessons: 0, progressPercentage: 0, lastAccessed: null }
  answer('saveResourceProgress', { success: true, completed: false, watchTime: 0, position: 7, course })
}

test('one press on Reload video plays a video from its new address', async () => {
  answerVideo('/media/3?signature=1')
  const { container, press } = await renderRoute('/lesson/12/resources/3', { user: aisyah })
  const source = () => container.querySelector('video source')
  await waitFor(() => expect(source()?.getAttribute('src')).toBe('/media/3?signature=1'))
  answerVideo('/media/3?signature=2')
  fireEvent.error(source() ?? document.body)
  await press.click(await screen.findByRole('button', { name: 'Reload video' }))
  await waitFor(() => expect(source()?.getAttribute('src')).toBe('/media/3?signature=2'))
})

test('a video that failed without a connection is loaded again by itself when the connection is back', async () => {
  answerVideo('/media/3?signature=1')
  const { container } = await renderRoute('/lesson/12/resources/3', { user: aisyah })
  const source = () => container.querySelector('video source')
  await waitFor(() => expect(source()?.getAttribute('src')).toBe('/media/3?signature=1'))
  answerVideo('/media/3?signature=2')
  fireEvent.error(source() ?? document.body)
  await screen.findByText('This video could not be played.')
  fireEvent(window, new Event('online'))
  await waitFor(() => expect(source()?.getAttribute('src')).toBe('/media/3?signature=2'))
})
