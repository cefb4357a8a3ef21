import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer } from '#web/testing/mock-api.ts'
import { answerCourse, courseDetail } from '#web/testing/lesson.ts'
import { aCourse, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const enrollment = {
  progress: { completedLessons: 1, totalLessons: 2 },
  lastAccessed: '2026-11-18T06:00:00.000Z',
  accessEndsAt: '2026-11-20T15:59:59.000Z',
  mayRenew: true as const,
}

test('the course says when the access ended, keeps the notes, and leads to buying again', async () => {
  answerCourse({ isEnrolled: false, enrollment, permissions: { study: false, manage: false } })
  await renderRoute('/course/5', { user: aisyah })
  expect(await screen.findByText('Your access ended on 20 Nov 2026.')).toBeTruthy()
  expect(screen.getByText(/Your notes, progress and certificate stay\./)).toBeTruthy()
  expect(screen.getByRole('link', { name: /^Buy again/ }).getAttribute('href')).toBe('/sp/5/')
  expect(screen.getByRole('tab', { name: 'My notes' })).toBeTruthy()
  expect(screen.queryByRole('tab', { name: 'Announcements' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Continue' })).toBeNull()
  const panel = within(screen.getByRole('tabpanel', { name: 'Course Content' }))
  expect(panel.queryAllByRole('link')).toEqual([])
})

test('a private free course whose access has ended offers nothing to buy', async () => {
  answerCourse({
    isEnrolled: false,
    isPrivate: true,
    price: 0,
    enrollment,
    permissions: { study: false, manage: false },
  })
  await renderRoute('/course/5', { user: aisyah })
  expect(await screen.findByText('Your access ended on 20 Nov 2026.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: /again/ })).toBeNull()
})

test('the course names the end of access that is open', async () => {
  answerCourse({ enrollment: { ...courseDetail().enrollment!, accessEndsAt: '2027-11-26T15:59:59.000Z' } })
  await renderRoute('/course/5', { user: aisyah })
  const about = within(await screen.findByRole('complementary', { name: 'About this course' }))
  expect(about.getByText('Access ends').nextSibling?.textContent).toBe('26 Nov 2027')
})

test('the own list marks ended courses, and goes on with another one', async () => {
  const ended = aCourse({ id: 6, title: 'Orbits', enrollment })
  const open = aCourse({
    id: 7,
    title: 'Rockets',
    isEnrolled: true,
    enrollment: { progress: enrollment.progress, lastAccessed: '2026-11-01T06:00:00.000Z' },
  })
  answer('listEnrolledCourses', {
    success: true,
    data: [ended, open],
    meta: { total: 2, nextCursor: null },
  })
  await renderRoute('/dashboard', { user: aisyah })
  const carryOn = within(await screen.findByRole('region', { name: 'Carry on' }))
  expect(carryOn.getByRole('link', { name: 'Rockets' })).toBeTruthy()
  expect(screen.getByText(/^Your access ended on 20 Nov 2026\./)).toBeTruthy()
  expect(screen.getByRole('link', { name: /^Buy again.*Orbits/ }).getAttribute('href')).toBe('/sp/6/')
})
