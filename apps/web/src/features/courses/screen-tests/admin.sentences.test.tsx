/**
 * The tests cover sentences of docs/specification.md#admin-dashboard-admin and its sections about managing and selling courses that
 * no other test asserts.
 */
import type { ListedUser } from '@apogee/contracts/accounts/accounts.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, breakNetwork, keepWaiting, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { aCourse, admin } from '#web/testing/people.ts'
import { renderRoute, type RenderedRoute } from '#web/testing/render-route.tsx'
import { answerSellersSettings } from '#web/testing/settings.ts'

const pictured = aCourse({ image: '/media/cover-5' })
const drawn = aCourse({ id: 6, title: 'Git Without Fear', price: 0 })
const kavitha = {
  id: 2,
  name: 'Dr. Kavitha Menon',
  email: 'kavitha@apogee.test',
  role: 'instructor' as const,
}

beforeEach(() => {
  answer('listCourses', { success: true, data: [pictured, drawn], meta: { total: 2, nextCursor: null } })
  answer('listInstructors', { success: true, data: [kavitha], meta: { total: 1, nextCursor: null } })
})

async function createCourse(page: RenderedRoute) {
  await page.press.click(await screen.findByRole('button', { name: 'Create Course' }))
  return within(await screen.findByRole('dialog', { name: 'Create Course' }))
}

test('Create Course opens the dialog; Cancel closes it and creates nothing', async () => {
  const page = await renderRoute('/admin?tab=courses', { user: admin })
  const calls = recordCalls('createCourse', { success: true, data: aCourse() })
  const dialog = await createCourse(page)
  expect(dialog.getByLabelText<HTMLInputElement>('Course Title').required).toBe(true)
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Description').required).toBe(true)
  expect(dialog.getByLabelText<HTMLSelectElement>('Instructor').required).toBe(true)
  expect(dialog.getByLabelText<HTMLInputElement>('Course Image').type).toBe('file')
  await page.press.type(dialog.getByLabelText('Course Title'), 'New course')
  await page.press.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls).toEqual([])
})

test('an address opens the dialog of a new course, and its end takes the address back', async () => {
  const page = await renderRoute('/admin?tab=courses&new=course', { user: admin })
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Course' }))
  await page.press.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(page.address()).toBe('/admin?tab=courses')
})

test('while a course is created the button shows Creating...', async () => {
  const page = await renderRoute('/admin?tab=courses', { user: admin })
  keepWaiting('createCourse')
  const dialog = await createCourse(page)
  await dialog.findByRole('option', { name: 'Dr. Kavitha Menon' })
  await page.press.type(dialog.getByLabelText('Course Title'), 'New course')
  await page.press.type(dialog.getByLabelText('Description'), 'About')
  await page.press.selectOptions(dialog.getByLabelText('Instructor'), 'Dr. Kavitha Menon')
  await page.press.click(dialog.getByRole('button', { name: 'Create Course' }))
  expect(await dialog.findByText('Creating...')).toBeTruthy()
})

test('a price is edited by its pencil, and confirmed or cancelled', async () => {
  const page = await renderRoute('/admin?tab=courses', { user: admin })
  const calls = recordCalls('updateCourse', { success: true, data: aCourse() })
  const title = 'Practical Machine Learning'
  const pencil = () => screen.findByRole('button', { name: `Edit price, ${title}` })
  const box = () => screen.getByLabelText<HTMLInputElement>(`Price in RM, ${title}`)
  await page.press.click(await pencil())
  await page.press.clear(box())
  await page.press.type(box(), '10')
  await page.press.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText('249.00')).toBeTruthy()
  expect(calls).toEqual([])
  await page.press.click(await pencil())
  await page.press.clear(box())
  await page.press.type(box(), '10')
  await page.press.click(screen.getByRole('button', { name: 'Save price' }))
  await waitFor(() => expect(calls.map(({ body }) => body)).toEqual([{ price: 1000 }]))
})

test('a sales card shows its image, or a generated one', async () => {
  await renderRoute('/admin/sales', { user: admin })
  const card = async (title: string) => (await screen.findByRole('heading', { name: title })).closest('li')
  expect((await card('Practical Machine Learning'))?.querySelector('img')?.getAttribute('src')).toBe(
    '/media/cover-5',
  )
  const without = await card('Git Without Fear')
  expect(without?.querySelector('img')).toBeNull()
  await waitFor(() => expect(without?.querySelector('.ap-cover svg')).toBeTruthy())
})

test("a failed sales list shows the server's own words: Error loading courses: {message}", async () => {
  refuse('listCourses', 'TOO_MANY_ATTEMPTS')
  await renderRoute('/admin/sales', { user: admin })
  expect(
    await screen.findByText(
      'Error loading courses: Too many attempts. Please wait a few minutes and try again.',
    ),
  ).toBeTruthy()
})

test('while credentials are checked the button shows Updating...', async () => {
  answer('listSessions', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  answerSellersSettings()
  const page = await renderRoute('/settings', { user: admin })
  await page.press.type(await screen.findByLabelText('CHIP Secret Key'), 'a-key')
  keepWaiting('updateChipCredentials')
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Update Credentials' })
  expect(button().disabled).toBe(true)
  await page.press.clear(screen.getByLabelText('CHIP Secret Key'))
  await page.press.type(screen.getByLabelText('CHIP Brand ID'), 'a-brand')
  expect(button().disabled).toBe(true)
  await page.press.type(screen.getByLabelText('CHIP Secret Key'), 'a-key')
  await page.press.click(button())
  expect(await screen.findByText('Updating...')).toBeTruthy()
})

const person = (given: Partial<ListedUser>): ListedUser => ({
  id: 31,
  name: 'Nadia Azman',
  email: 'nadia@apogee.test',
  role: 'student',
  businessId: null,
  createdAt: '2026-11-17T17:30:00.000Z',
  lastEnrolled: null,
  lastBooking: null,
  totalBookings: 0,
  metadata: { avatar: null },
  ...given,
})

test('an admin deletes no learners, and team members after a confirmation', async () => {
  const colleague = person({ id: 2, name: 'Dr. Kavitha Menon', role: 'instructor', businessId: 1 })
  answer('listMyLearners', { success: true, data: [person({})], meta: { total: 1, nextCursor: null } })
  answer('listUsers', { success: true, data: [colleague], meta: { total: 1, nextCursor: null } })
  const page = await renderRoute('/admin', { user: admin })
  expect(await screen.findByText('Nadia Azman')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull()
  await page.press.click(screen.getByRole('button', { name: 'Team' }))
  expect(await screen.findByRole('button', { name: 'Delete Dr. Kavitha Menon' })).toBeTruthy()
})

test('a picture that could not be uploaded shows Failed to upload image', async () => {
  answer('listSessions', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  answerSellersSettings()
  breakNetwork('uploadFile')
  const { press } = await renderRoute('/settings', { user: admin })
  const input = await screen.findByLabelText('Your picture', { selector: 'input' })
  await press.upload(input, new File(['abc'], 'a.png', { type: 'image/png' }))
  expect(await screen.findByText('Failed to upload image')).toBeTruthy()
})
