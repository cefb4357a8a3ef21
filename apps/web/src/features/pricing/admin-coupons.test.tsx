import type { Coupon } from '@apogee/contracts/pricing/pricing.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { admin, aCourse } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const spring: Coupon = {
  id: 3,
  code: 'SPRING-26',
  percentBasisPoints: 1_250,
  amount: null,
  course: null,
  startsAt: null,
  endsAt: '2026-12-31T15:59:30.000Z',
  maxUses: 100,
  oncePerPerson: true,
  uses: 7,
  reserved: 2,
  state: 'active',
  seller: null,
  createdAt: '2026-11-01T00:00:00.000Z',
}
const listed = (...coupons: Coupon[]) => ({
  success: true as const,
  data: coupons,
  meta: { total: coupons.length, nextCursor: null },
})
const open = () => renderRoute('/admin/coupons', { user: admin })

beforeEach(() => {
  answer('listCourses', { success: true, data: [aCourse()], meta: { total: 1, nextCursor: null } })
})

test('each coupon shows its discount, end and uses', async () => {
  answer('listCoupons', listed(spring))
  await open()
  const row = within(await screen.findByRole('row', { name: /SPRING-26/ }))
  for (const said of [
    '12.5% off',
    'All courses',
    'Until 31 Dec 2026, 23:59',
    '7 of 100',
    '2 in checkout',
    'Once per person',
    'Active',
  ]) {
    expect(row.getByText(said)).toBeTruthy()
  }
})

test('an empty list of coupons offers the next step; a failed one can be retried', async () => {
  refuse('listCoupons', 'INTERNAL')
  const { press } = await open()
  expect(await screen.findByText('The coupons could not be loaded')).toBeTruthy()
  answer('listCoupons', listed())
  await press.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No coupons yet')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'New coupon' })).toHaveLength(2)
})

test('a new coupon takes 2,5 as two and a half percent, and times as those of Kuala Lumpur', async () => {
  answer('listCoupons', listed(spring))
  const calls = recordCalls('createCoupon', { success: true, data: { ...spring, code: 'FRIENDS' } })
  const { press } = await open()
  await press.click(await screen.findByRole('button', { name: 'New coupon' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New coupon' }))
  await press.type(dialog.getByLabelText('Code'), 'friends')
  await press.type(dialog.getByLabelText('Percentage off'), '1,000')
  await press.click(dialog.getByRole('button', { name: 'Create coupon' }))
  expect(await dialog.findByText('Enter a percentage up to 100, such as 10 or 2.5')).toBeTruthy()
  expect(calls).toEqual([])
  await press.clear(dialog.getByLabelText('Percentage off'))
  await press.type(dialog.getByLabelText('Percentage off'), '2,5')
  await press.selectOptions(dialog.getByLabelText('Applies to'), 'Practical Machine Learning')
  const until = dialog.getByLabelText('Until')
  await press.click(until)
  await press.keyboard('2026-12-31T23:59')
  await press.type(dialog.getByLabelText('Total uses'), '50')
  await press.click(dialog.getByRole('button', { name: 'Create coupon' }))
  expect(await screen.findByText('FRIENDS can be used now')).toBeTruthy()
  expect(calls.map(({ body }) => body)).toEqual([
    {
      code: 'FRIENDS',
      percentBasisPoints: 250,
      courseId: 5,
      startsAt: null,
      endsAt: '2026-12-31T15:59:00.000Z',
      maxUses: 50,
      oncePerPerson: true,
    },
  ])
})

test('an amount is in ringgit, and a taken code is reported at its field', async () => {
  answer('listCoupons', listed())
  refuse('createCoupon', 'CODE_TAKEN')
  const { press } = await open()
  const [make] = await screen.findAllByRole('button', { name: 'New coupon' })
  if (!make) throw new Error('no button')
  await press.click(make)
  const dialog = within(await screen.findByRole('dialog', { name: 'New coupon' }))
  await press.type(dialog.getByLabelText('Code'), 'SPRING-26')
  await press.click(dialog.getByLabelText('Amount'))
  await press.type(dialog.getByLabelText('Amount off'), '2,50')
  await press.click(dialog.getByRole('button', { name: 'Create coupon' }))
  expect(await dialog.findByText('Enter an amount up to RM 30,000.00, such as 25 or 25.50')).toBeTruthy()
  await press.clear(dialog.getByLabelText('Amount off'))
  await press.type(dialog.getByLabelText('Amount off'), '25.50')
  await press.click(dialog.getByRole('button', { name: 'Create coupon' }))
  expect(await dialog.findByText('This code already exists. Please choose another one.')).toBeTruthy()
  const calls = recordCalls('createCoupon', { success: true, data: spring })
  await press.type(dialog.getByLabelText('Code'), '-B')
  await press.click(dialog.getByRole('button', { name: 'Create coupon' }))
  expect(await screen.findByText('SPRING-26 can be used now')).toBeTruthy()
  expect(calls[0]?.body).toMatchObject({ code: 'SPRING-26-B', amount: 2_550 })
})

test("the server's issue with one field is shown at that field, without its internal name", async () => {
  answer('listCoupons', listed(spring))
  refuse('createCoupon', 'VALIDATION', [{ path: 'endsAt', message: 'must be in the future' }])
  const { press } = await open()
  await press.click(await screen.findByRole('button', { name: 'New coupon' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New coupon' }))
  await press.type(dialog.getByLabelText('Code'), 'FRIENDS')
  await press.type(dialog.getByLabelText('Percentage off'), '10')
  await press.click(dialog.getByRole('button', { name: 'Create coupon' }))
  expect(await dialog.findByText('must be in the future')).toBeTruthy()
  expect(dialog.queryByText(/endsAt/)).toBeNull()
})

test("changing a coupon's uses keeps its end to the second", async () => {
  answer('listCoupons', listed(spring))
  const calls = recordCalls('updateCoupon', { success: true, data: spring })
  const { press } = await open()
  await press.click(await screen.findByRole('button', { name: 'Edit SPRING-26' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit SPRING-26' }))
  expect(dialog.getByLabelText<HTMLInputElement>('Until').value).toBe('2026-12-31T23:59')
  await press.clear(dialog.getByLabelText('Total uses'))
  await press.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('SPRING-26 is saved')).toBeTruthy()
  expect(calls.map(({ body }) => body)).toEqual([{ maxUses: null }])
})

test('archiving asks first and says what stays', async () => {
  answer('listCoupons', listed(spring))
  const calls = recordCalls('updateCoupon', { success: true, data: { ...spring, state: 'archived' } })
  const { press } = await open()
  await press.click(await screen.findByRole('button', { name: 'Archive SPRING-26' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Archive SPRING-26?' }))
  expect(question.getByText(/Past purchases do not change/)).toBeTruthy()
  await press.click(question.getByRole('button', { name: 'Archive' }))
  expect(await screen.findByText('SPRING-26 is archived')).toBeTruthy()
  expect(calls.map(({ body }) => body)).toEqual([{ archived: true }])
})

test('an instructor of a business is told whom to ask', async () => {
  await renderRoute('/admin/coupons', { user: { ...admin, role: 'instructor' } })
  expect(await screen.findByText(/Only admins of your business can manage coupons/)).toBeTruthy()
})

test('a superadmin chooses whose coupons are shown', async () => {
  const asked: unknown[] = []
  answer('listCoupons', ({ query }) => {
    asked.push(query)
    return {
      ...listed({ ...spring, seller: 'Orbit Academy' }),
      meta: { total: 1, nextCursor: null, sellers: [{ id: 3, name: 'Orbit Academy' }] },
    }
  })
  const page = await renderRoute('/admin/coupons', { user: { ...admin, role: 'superadmin' } })
  await screen.findByRole('option', { name: 'Orbit Academy' })
  await page.press.selectOptions(screen.getByLabelText('Seller'), 'Orbit Academy')
  await waitFor(() => expect(page.address()).toBe('/admin/coupons?sellerId=3'))
  await waitFor(() => expect(asked.at(-1)).toEqual({ limit: '50', state: 'open', sellerId: '3' }))
})
