import type { Bundle } from '@apogee/contracts/bundles/bundles.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, breakNetwork, recordCalls, refusal, refuse } from '#web/testing/mock-api.ts'
import { aCourse, admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const sky: Bundle = {
  id: 7,
  title: 'The sky',
  description: 'All about the sky',
  image: '',
  price: 24_000,
  state: 'draft',
  coverCourseId: null,
  courses: [
    { id: 1, title: 'Orbits', image: '', price: 20_000, isSold: true },
    { id: 2, title: 'Comets', image: '', price: 10_000, isSold: true },
  ],
  isOnSale: false,
  seller: null,
  createdAt: '2026-11-18T01:00:00.000Z',
  version: 3,
}
const onSale: Bundle = { ...sky, state: 'published', isOnSale: true }
const list = (...data: Bundle[]) => ({
  success: true as const,
  data,
  meta: { total: data.length, nextCursor: null },
})
const saved = (data: Bundle) => ({ success: true as const, data })
const open = (language: 'en' | 'ms' = 'en') => renderRoute('/admin/bundles', { user: admin, language })

beforeEach(() => {
  const courses = sky.courses.map(({ id, title, price }) => aCourse({ id, title, price }))
  answer('listCourses', { success: true, data: courses, meta: { total: 2, nextCursor: null } })
})

test('each bundle shows its courses, its price, what buyers save, and its state', async () => {
  answer('listBundles', list(sky))
  await open()
  const row = within(await screen.findByRole('row', { name: /The sky/ }))
  for (const said of ['Orbits, Comets', 'RM 240.00', 'Saves RM 60.00', 'Draft'])
    expect(row.getByText(said)).toBeTruthy()
})

test('a published bundle with a course that is not sold says that it is off sale and why', async () => {
  const [first, ...others] = onSale.courses
  if (!first) throw new Error('no course')
  answer(
    'listBundles',
    list({ ...onSale, isOnSale: false, courses: [{ ...first, isSold: false }, ...others] }),
  )
  await open()
  expect(await screen.findByText('Not everybody can buy: Orbits')).toBeTruthy()
})

test('an empty list offers the next step, and a failed one can be retried', async () => {
  breakNetwork('listBundles')
  const { press } = await open()
  await screen.findByText('The bundles could not be loaded')
  answer('listBundles', list())
  await press.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No bundles yet')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'New bundle' })).toHaveLength(2)
})

test('the page is in Malay, too', async () => {
  answer('listBundles', list(sky))
  await open('ms')
  expect(await screen.findByText('Jimat RM 60.00')).toBeTruthy()
})

test('a teacher of a business is told who decides on its bundles', async () => {
  await renderRoute('/admin/bundles', { user: { ...admin, role: 'instructor' } })
  expect(await screen.findByText(/Only admins of your business decide on its bundles/)).toBeTruthy()
})

test('a new bundle sends the chosen courses and the price in sen', async () => {
  answer('listBundles', list())
  const sent = recordCalls('createBundle', saved(sky))
  const { press } = await open()
  await press.click((await screen.findAllByRole('button', { name: 'New bundle' }))[0] ?? document.body)
  const dialog = within(await screen.findByRole('dialog', { name: 'New bundle' }))
  await press.type(dialog.getByLabelText('Title'), 'The sky')
  await press.click(await dialog.findByLabelText('Orbits'))
  await press.type(dialog.getByLabelText('Price of the bundle'), '240')
  await press.click(dialog.getByRole('button', { name: 'Create draft' }))
  expect(await dialog.findByText('Choose at least two courses')).toBeTruthy()
  await press.click(dialog.getByLabelText('Comets'))
  expect(dialog.getByText('These courses cost RM 300.00 apart. Buyers save RM 60.00.')).toBeTruthy()
  await press.click(dialog.getByRole('button', { name: 'Create draft' }))
  expect(await screen.findByText('The sky is a draft. Publish it when it is ready.')).toBeTruthy()
  expect(sent.map(({ body }) => body)).toEqual([
    { title: 'The sky', description: '', price: 24_000, courseIds: [1, 2], coverCourseId: null },
  ])
})

test('an edit sends what was changed with the version that was read, and a conflict asks whose text to keep', async () => {
  answer('listBundles', list(sky))
  const conflict = {
    version: 4,
    fields: [
      {
        field: 'price',
        value: 20_000,
        changedAt: '2026-11-18T02:00:00.000Z',
        changedBy: { id: 9, name: 'Farah' },
      },
    ],
  }
  let attempts = 0
  const sent: unknown[] = []
  answer('updateBundle', ({ body }) => {
    sent.push(body)
    attempts += 1
    return attempts === 1 ? refusal('EDIT_CONFLICT', undefined, conflict) : saved({ ...sky, price: 22_000 })
  })
  const { press } = await open()
  await press.click(await screen.findByRole('button', { name: 'Edit The sky' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit The sky' }))
  const price = dialog.getByLabelText('Price of the bundle')
  expect((price as HTMLInputElement).value).toBe('240.00')
  await press.clear(price)
  await press.type(price, '220')
  await press.click(dialog.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('RM 200.00', { selector: '.conflict-value' })).toBeTruthy()
  expect(sent).toEqual([{ price: 22_000, version: 3 }])
})

test('a refused publication says why', async () => {
  answer('listBundles', list(sky))
  refuse('updateBundle', 'BUNDLE_PRICE')
  const { press } = await open()
  await press.click(await screen.findByRole('button', { name: 'Publish The sky' }))
  expect(await screen.findByText(/must cost less than its courses do apart/)).toBeTruthy()
})

test('archiving a bundle can be undone from its notice', async () => {
  answer('listBundles', list(onSale))
  const sent = recordCalls('updateBundle', saved(onSale))
  const { press } = await open()
  await press.click(await screen.findByRole('button', { name: 'Archive The sky' }))
  await press.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('The sky is on sale again')).toBeTruthy()
  expect(sent.map(({ body }) => body)).toEqual([{ state: 'archived' }, { state: 'published' }])
})
