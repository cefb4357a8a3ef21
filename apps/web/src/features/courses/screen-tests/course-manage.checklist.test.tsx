import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'
import type { CourseContent } from '@apogee/contracts/courses/courses.ts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer } from '#web/testing/mock-api.ts'
import { aCourse, admin } from '#web/testing/people.ts'
import { lesson } from '#web/testing/purchases.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const open = async (given: Partial<CatalogueCourse>, contents: CourseContent[], part = '?part=overview') => {
  answer('readCourse', {
    success: true,
    data: { ...aCourse(given), contents, permissions: { study: true, manage: true } },
  })
  await renderRoute(`/course/5/manage${part}`, { user: admin })
  await screen.findByRole('heading', { level: 1, name: 'Practical Machine Learning' })
  if (part) await screen.findByRole('heading', { name: 'Announcements' })
}
const module = (isPublished: boolean): CourseContent => ({
  id: 7,
  courseId: 5,
  title: 'First steps',
  description: '',
  order: 0,
  type: 'chapter',
  isPublished,
  resources: [lesson(31, 'Welcome', false)],
})
const checklist = () => screen.queryByText('Before you share it')?.closest('details')
const missing = () =>
  [...(checklist()?.querySelectorAll('li:not([data-done]) b') ?? [])].map(({ textContent }) => textContent)

beforeEach(() => {
  answer('listAnnouncements', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  answer('listLiveSessions', { success: true, data: { sessions: [] } })
})

test('before a course is shared, its manager sees what it lacks, open while there is nothing to study', async () => {
  await open({ price: 0, category: null }, [])
  expect(checklist()?.open).toBe(true)
  expect(missing()).toEqual(['A module', 'A published lesson', 'A course image', 'A category'])
  expect(screen.getByText('A price: Free')).toBeTruthy()
  expect(screen.getByText('1 of 5')).toBeTruthy()
})

test('drafts do not count as something to study', async () => {
  await open({}, [module(false)])
  expect(missing()).toEqual(['A published lesson', 'A course image'])
})

test('the list of modules counts items and drafts', async () => {
  await open({}, [module(false)], '')
  expect(screen.getByText('1 module, 1 item · 1 draft')).toBeTruthy()
})

test('optional parts alone show no checklist', async () => {
  await open({ isPrivate: true, category: null }, [module(true)])
  expect(checklist()?.open).toBe(false)
  expect(missing()).toEqual(['A course image'])
})

test('a complete course has no checklist', async () => {
  await open({ image: '/media/cover' }, [module(true)])
  expect(checklist()).toBeUndefined()
})
