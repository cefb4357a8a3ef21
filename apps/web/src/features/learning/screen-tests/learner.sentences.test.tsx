/** The tests cover sentences of docs/specification.md#dashboard and docs/specification.md#profile that no other test asserts. */
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer } from '#web/testing/mock-api.ts'
import { aCourse, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const enrollment = { progress: { completedLessons: 1, totalLessons: 4 }, lastAccessed: null }
const pictured = aCourse({ isEnrolled: true, enrollment, image: '/media/cover-5' })
const drawn = aCourse({ id: 6, title: 'Git Without Fear', isEnrolled: true, enrollment })

beforeEach(() => {
  answer('readCourse', {
    success: true,
    data: { ...pictured, contents: [], permissions: { study: true, manage: false } },
  })
  answer('listEnrolledCourses', {
    success: true,
    data: [pictured, drawn],
    meta: { total: 2, nextCursor: null },
  })
})

test("a card of Your Courses shows the course's image, or a generated one", async () => {
  await renderRoute('/dashboard', { user: aisyah })
  const own = within(await screen.findByRole('region', { name: 'Your Courses' }))
  const card = (title: string) => own.getByRole('link', { name: title }).closest('li')
  expect(card('Practical Machine Learning')?.querySelector('img')?.getAttribute('src')).toBe('/media/cover-5')
  await waitFor(() => expect(card('Git Without Fear')?.querySelector('.ap-cover svg')).toBeTruthy())
})

test("the profile's avatar is generated from the name", async () => {
  await renderRoute('/profile', { user: aisyah })
  const heading = await screen.findByRole('heading', { level: 1, name: 'Aisyah Rahman' })
  const head = heading.closest('header') ?? heading.parentElement?.parentElement
  expect(head?.querySelector<HTMLElement>('.ap-avatar')?.dataset['initials']).toBe('AR')
})
