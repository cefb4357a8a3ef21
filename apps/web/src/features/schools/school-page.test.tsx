import type { SchoolPage } from '@apogee/contracts/schools/schools.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, breakNetwork, refuse } from '#web/testing/mock-api.ts'
import { aCourse, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { aSalesInfo } from '#web/testing/sales-info.ts'

const school = (given: Partial<SchoolPage> = {}): SchoolPage => ({
  id: 4,
  name: 'sekolah-angkasa',
  title: 'Sekolah Angkasa',
  logo: null,
  courseCount: 2,
  intro: 'We teach the sky.',
  description: 'Since 2019 in Ipoh.',
  website: 'https://angkasa.example/',
  colour: null,
  teachers: [{ id: 2, name: 'Dr. Kavitha Menon', avatar: null, bio: 'Looks up.', courseCount: 2 }],
  courses: [aCourse({ id: 5, title: 'Orbits' }), aCourse({ id: 6, title: 'Comets' })],
  bundles: [
    {
      id: 7,
      title: 'The sky',
      description: '',
      image: '',
      price: 24_000,
      apart: 30_000,
      seller: 'Sekolah Angkasa',
      school: 'sekolah-angkasa',
      courses: [{ id: 5, title: 'Orbits', image: '', price: 20_000 }],
    },
  ],
  rating: { average: 4.6, count: 12 },
  reviews: [
    {
      id: 1,
      courseId: 5,
      rating: 5,
      text: 'Clear and useful.',
      isMine: false,
      author: { name: 'Mei Ling', avatar: null },
      createdAt: '2026-10-02T00:00:00.000Z',
      editedAt: null,
      reply: null,
      version: 1,
      replyVersion: 1,
      courseTitle: 'Orbits',
    },
  ],
  ...given,
})
const answerSchool = (given: Partial<SchoolPage> = {}) =>
  answer('readSchool', { success: true, data: school(given) })
type Queries = { getAllByRole: typeof screen.getAllByRole }
const linksTo = (part: Queries, name: RegExp | string) =>
  part.getAllByRole('link', { name }).map((link) => link.getAttribute('href'))

test('a school page shows the introduction, courses, bundles, teachers and reviews', async () => {
  answerSchool()
  await renderRoute('/school/sekolah-angkasa')
  expect(await screen.findByRole('heading', { level: 1, name: 'Sekolah Angkasa' })).toBeTruthy()
  expect(screen.getByText('We teach the sky.')).toBeTruthy()
  const courses = within(screen.getByRole('region', { name: 'Courses' }))
  expect(linksTo(courses, 'Orbits')).toEqual(['/sp/5/'])
  expect(linksTo(within(screen.getByRole('region', { name: 'Bundles' })), 'The sky')).toEqual(['/bundles/7'])
  const teachers = within(screen.getByRole('region', { name: 'Teachers' }))
  expect(teachers.getByText('Teaches 2 courses')).toBeTruthy()
  const reviews = within(screen.getByRole('region', { name: 'What learners say' }))
  expect(reviews.getByText('Clear and useful.')).toBeTruthy()
  expect(linksTo(reviews, 'Review of Orbits')).toEqual(['/sp/5/'])
})

test('a discount code of the address goes along to the sales pages', async () => {
  answerSchool()
  await renderRoute('/school/sekolah-angkasa?code=SKY%2010')
  const courses = within(await screen.findByRole('region', { name: 'Courses' }))
  await waitFor(() => expect(linksTo(courses, 'Orbits')).toEqual(['/sp/5/?code=SKY+10']))
})

test('a school with more courses than the page shows leads to the others', async () => {
  answerSchool({ courseCount: 75 })
  await renderRoute('/school/sekolah-angkasa', { language: 'ms' })
  const more = await screen.findByRole('link', { name: 'Semua 75 kursus di pasaran' })
  expect(more.getAttribute('href')).toBe('/marketplace?search=Sekolah%20Angkasa')
})

test('an address without a school says so', async () => {
  refuse('readSchool', 'SCHOOL_NOT_FOUND')
  await renderRoute('/school/nobody')
  expect(await screen.findByText('There is no school at this address')).toBeTruthy()
})

test('a school that cannot be loaded offers another try', async () => {
  breakNetwork('readSchool')
  const page = await renderRoute('/school/sekolah-angkasa')
  await screen.findByText('The school could not be loaded')
  answerSchool()
  await page.press.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('We teach the sky.')).toBeTruthy()
})

test('the line about the seller on a sales page leads to the school page', async () => {
  const sales = aSalesInfo({ sellerName: 'Sekolah Angkasa', school: 'sekolah-angkasa' })
  answer('courseSales', { success: true, data: sales })
  await renderRoute(`/sp/${sales.course.id}/`, { user: aisyah })
  const link = await screen.findByRole('link', { name: 'Sold by Sekolah Angkasa' })
  expect(link.getAttribute('href')).toBe('/school/sekolah-angkasa')
})

test('the marketplace shows the schools that a search finds', async () => {
  const { id, name, title, logo, courseCount } = school()
  answer('listSchools', {
    success: true,
    data: [{ id, name, title, logo, courseCount }],
    meta: { total: 1, nextCursor: null },
  })
  await renderRoute('/marketplace?search=angkasa')
  const found = within(await screen.findByRole('region', { name: 'Schools' }))
  expect(linksTo(found, 'Sekolah Angkasa')).toEqual(['/school/sekolah-angkasa'])
})
