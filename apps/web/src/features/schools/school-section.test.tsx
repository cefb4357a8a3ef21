import type { OwnSchool } from '@apogee/contracts/schools/schools.ts'
import { proposedSchoolName } from '@apogee/contracts/schools/school-names.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { answerSellersSettings } from '#web/testing/settings.ts'

const course = (id: number, title: string, isListed = true): OwnSchool['courses'][number] => ({
  id,
  title,
  state: isListed ? 'published' : 'draft',
  isListed,
})
const school = (given: Partial<OwnSchool> = {}): OwnSchool => ({
  name: '',
  address: '4',
  title: 'Sekolah Angkasa (Ipoh)',
  intro: '',
  isPublic: true,
  courses: [course(1, 'Orbits'), course(2, 'Comets'), course(3, 'Tides', false)],
  version: 2,
  ...given,
})

beforeEach(() => {
  answerSellersSettings()
  refuse('readBusinessProfile', 'NOT_FOUND')
  answer('readOwnSchool', { success: true, data: school() })
})

const open = async (language?: 'ms') => {
  const page = await renderRoute('/studio/business', { user: admin, ...(language && { language }) })
  const section = within(
    await screen.findByRole('region', { name: language ? 'Halaman sekolah' : 'School page' }),
  )
  return { ...page, section }
}
const titles = (section: { getAllByRole: typeof screen.getAllByRole }) =>
  section.getAllByRole('listitem').map((row) => row.textContent)

test('the seller takes the proposed address and writes an introduction', async () => {
  const sent = recordCalls('updateOwnSchool', {
    success: true,
    data: school({ name: 'sekolah-angkasa-ipoh', address: 'sekolah-angkasa-ipoh', version: 3 }),
  })
  const { section, press } = await open()
  await press.click(await section.findByRole('button', { name: 'Use “sekolah-angkasa-ipoh”' }))
  await press.type(section.getByRole('textbox', { name: /Introduction/ }), 'We teach the sky.')
  await press.click(section.getByRole('button', { name: 'Save page' }))
  expect(await section.findByText('The school page is saved.')).toBeTruthy()
  expect(sent.map(({ body }) => body)).toEqual([
    { name: 'sekolah-angkasa-ipoh', intro: 'We teach the sky.', version: 2 },
  ])
  expect(section.getByRole('link', { name: 'Open the page' }).getAttribute('href')).toBe(
    '/school/sekolah-angkasa-ipoh',
  )
})

test('an address that another school has is refused at the form', async () => {
  refuse('updateOwnSchool', 'SCHOOL_NAME_TAKEN')
  const { section, press } = await open()
  await press.type(await section.findByRole('textbox', { name: /Address/ }), 'orbit')
  await press.click(section.getByRole('button', { name: 'Save page' }))
  expect((await section.findByText(/Another school has this address/)).textContent).toBeTruthy()
})

test('arrow keys move a course, which is saved at once and taken back by Undo', async () => {
  const sent = recordCalls('orderSchoolCourses', {
    success: true,
    data: school({ courses: [course(2, 'Comets'), course(1, 'Orbits'), course(3, 'Tides', false)] }),
  })
  const { section, press } = await open()
  const handle = await section.findByRole('button', { name: 'Move Orbits' })
  handle.focus()
  await press.keyboard('{ArrowDown}')
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ courseIds: [2, 1, 3] }]))
  expect(titles(section)).toEqual(['Comets', 'Orbits', 'TidesDraft'])
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Orbits')
  await press.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(sent.at(-1)?.body).toEqual({ courseIds: [1, 2, 3] }))
})

test('an order that cannot be saved returns to the former one', async () => {
  refuse('orderSchoolCourses', 'SELLER_SUSPENDED')
  const { section, press } = await open()
  const handle = await section.findByRole('button', { name: 'Move Orbits' })
  handle.focus()
  await press.keyboard('{ArrowDown}')
  expect(await screen.findByText(/The order could not be saved/)).toBeTruthy()
  expect(titles(section)).toEqual(['Orbits', 'Comets', 'TidesDraft'])
})

test('the section says in Malay when the page is not public yet', async () => {
  answer('readOwnSchool', { success: true, data: school({ isPublic: false, courses: [] }) })
  const { section } = await open('ms')
  expect(await section.findByText(/menjadi awam dengan kursus awam pertama/)).toBeTruthy()
  expect(section.queryByRole('link', { name: 'Buka halaman' })).toBeNull()
})

test.each([
  ['Sekolah Angkasa (Ipoh)', 'sekolah-angkasa-ipoh'],
  ['Académie des étoiles', 'academie-des-etoiles'],
  ['天文学校', ''],
  ['Apogee', ''],
  ['A very long name of a school that teaches everything', 'a-very-long-name-of-a-school-that'],
])('the address proposed for %j is %j', (title, proposed) => {
  expect(proposedSchoolName(title)).toBe(proposed)
})
