import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { aCourse, admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const course = { ...aCourse({ price: 24_900, instructorId: 8 }), contents: [] }
const set = {
  price: 14_900,
  startsAt: '2026-11-30T16:00:30.000Z',
  endsAt: '2026-12-31T15:59:00.000Z',
}

beforeEach(() => {
  answer('readCourse', { success: true, data: { ...course, permissions: { study: true, manage: true } } })
  const farid = { id: 8, name: 'Farid Hakim', email: 'admin@apogee.test', role: 'admin' as const }
  answer('listInstructors', { success: true, data: [farid], meta: { total: 1, nextCursor: null } })
})

async function openDialog() {
  const page = await renderRoute('/course/5/manage?part=settings', { user: admin })
  await page.press.click(await screen.findByRole('button', { name: 'Edit details' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Course' }))
  const price = await dialog.findByLabelText<HTMLInputElement>('Sale price (RM)')
  await waitFor(() => expect(price.closest('fieldset')?.disabled, 'the sale is known').toBe(false))
  await page.press.selectOptions(dialog.getByLabelText('Instructor'), '8')
  const save = () => page.press.click(dialog.getByRole('button', { name: 'Save' }))
  return { ...page, dialog, price, save }
}

test("a sale is set with the price, in Kuala Lumpur's time", async () => {
  answer('readCourseSale', { success: true, data: null })
  const calls = recordCalls('updateCourse', { success: true, data: course })
  const { press, dialog, price, save } = await openDialog()
  await press.type(price, '149.90')
  await press.click(dialog.getByLabelText('Sale until'))
  await press.keyboard('2026-12-31T23:59')
  await save()
  expect(await screen.findByText('Course details saved')).toBeTruthy()
  expect(calls[0]?.body).not.toHaveProperty('price')
  expect(calls[0]?.body).toMatchObject({
    sale: { price: 14_990, startsAt: null, endsAt: '2026-12-31T15:59:00.000Z' },
  })
})

test('the current sale fills the fields; unchanged it is not sent, and an untouched time stays', async () => {
  answer('readCourseSale', { success: true, data: set })
  const calls = recordCalls('updateCourse', { success: true, data: course })
  const { press, dialog, price, save } = await openDialog()
  expect(await dialog.findByDisplayValue('149.00')).toBe(price)
  expect(dialog.getByLabelText<HTMLInputElement>('Sale from').value).toBe('2026-12-01T00:00')
  await save()
  expect(await screen.findByText('Course details saved')).toBeTruthy()
  expect(calls[0]?.body).not.toHaveProperty('sale')
  await press.click(screen.getByRole('button', { name: 'Edit details' }))
  const again = within(await screen.findByRole('dialog', { name: 'Edit Course' }))
  const lower = await again.findByDisplayValue('149.00')
  await press.selectOptions(again.getByLabelText('Instructor'), '8')
  await press.clear(lower)
  await press.type(lower, '99')
  await press.click(again.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(calls).toHaveLength(2))
  expect(calls[1]?.body).toMatchObject({ sale: { ...set, price: 9_900 } })
})

test('an empty sale price ends the sale', async () => {
  answer('readCourseSale', { success: true, data: set })
  const calls = recordCalls('updateCourse', { success: true, data: course })
  const { press, dialog, save } = await openDialog()
  await press.clear(await dialog.findByDisplayValue('149.00'))
  await save()
  expect(await screen.findByText('Course details saved')).toBeTruthy()
  expect(calls[0]?.body).toMatchObject({ sale: null })
})

test('a sale price that is not below the price is reported at its field', async () => {
  answer('readCourseSale', { success: true, data: null })
  refuse('updateCourse', 'SALE_NOT_BELOW_PRICE')
  const { press, dialog, price, save } = await openDialog()
  await press.type(price, '249')
  await save()
  expect(await dialog.findByText('The sale price must be lower than the price')).toBeTruthy()
  await waitFor(() => expect(price.getAttribute('aria-invalid')).toBe('true'))
})

test('a sale that could not be loaded stays unchanged', async () => {
  refuse('readCourseSale', 'INTERNAL')
  const calls = recordCalls('updateCourse', { success: true, data: course })
  const { press } = await renderRoute('/course/5/manage?part=settings', { user: admin })
  await press.click(await screen.findByRole('button', { name: 'Edit details' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Course' }))
  expect(
    await dialog.findByText('The sale of this course could not be loaded. It stays unchanged.'),
  ).toBeTruthy()
  await press.selectOptions(dialog.getByLabelText('Instructor'), '8')
  await press.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Course details saved')).toBeTruthy()
  expect(calls[0]?.body).not.toHaveProperty('sale')
})
