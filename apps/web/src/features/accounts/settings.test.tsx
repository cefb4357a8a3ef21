import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, breakNetwork, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { aisyah, admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { answerSellersSettings } from '#web/testing/settings.ts'

const session = {
  id: 1,
  createdAt: '2026-11-01T01:00:00.000Z',
  lastSeenAt: '2026-11-18T06:05:00.000Z',
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/141.0 Safari/537.36',
  signedInAddress: '203.0.113.7' as string | null,
  lastSeenAddress: '2001:db8::/64' as string | null,
  isCurrent: true,
}
const phone = {
  ...session,
  id: 2,
  userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) Version/19.0 Safari/604.1',
  signedInAddress: null,
  lastSeenAddress: null,
  isCurrent: false,
}

beforeEach(() => {
  answerSellersSettings()
  answer('listSessions', { success: true, data: [session, phone], meta: { total: 2, nextCursor: null } })
})

const open = (user: CurrentUser = admin) => renderRoute('/settings', { user })
const update = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Update Credentials' })
const secret = () => screen.getByLabelText<HTMLInputElement>('CHIP Secret Key')
const brand = () => screen.getByLabelText<HTMLInputElement>('CHIP Brand ID')

test('CHIP credentials need both fields, are sent once and leave the form', async () => {
  const page = await open()
  expect(await screen.findByRole('heading', { name: 'CHIP Payment Integration' })).toBeTruthy()
  const calls = recordCalls('updateChipCredentials', {
    success: true,
    status: 'verified',
    secretEndsWith: '1234',
  })
  expect(secret().type).toBe('password')
  expect(update().disabled).toBe(true)
  await page.press.type(secret(), 'test-1234')
  expect(update().disabled).toBe(true)
  await page.press.type(brand(), ' brand ')
  await page.press.click(update())
  expect(await screen.findByText('CHIP credentials updated successfully!')).toBeTruthy()
  expect(screen.getByText(/The secret key ends in 1234/)).toBeTruthy()
  expect(calls.map(({ body }) => body)).toEqual([{ chipSecret: 'test-1234', chipBrandId: 'brand' }])
  expect([secret().value, brand().value]).toEqual(['', ''])
})

test('not even the end of a short secret key is shown', async () => {
  const page = await open()
  await screen.findByRole('heading', { name: 'CHIP Payment Integration' })
  answer('updateChipCredentials', { success: true, status: 'verified', secretEndsWith: '' })
  await page.press.type(secret(), 'test-1234')
  await page.press.type(brand(), 'brand')
  await page.press.click(update())
  expect(await screen.findByText('CHIP credentials updated successfully!')).toBeTruthy()
  expect(screen.queryByText(/The secret key ends in/)).toBeNull()
})

test('blanks are not credentials: Update Credentials stays disabled', async () => {
  const page = await open()
  await screen.findByRole('heading', { name: 'CHIP Payment Integration' })
  await page.press.type(secret(), '   ')
  await page.press.type(brand(), 'brand')
  expect(update().disabled).toBe(true)
  await page.press.type(secret(), 'test-1234')
  expect(update().disabled).toBe(false)
  await page.press.clear(brand())
  await page.press.type(brand(), '   ')
  expect(update().disabled).toBe(true)
})

const stored = {
  brandId: 'brand-1',
  secretEndsWith: '9876',
  savedAt: '2026-11-02T02:00:00.000Z',
  verifiedAt: '2026-11-03T02:00:00.000Z',
}

test('the connected account is shown with its date, and updated after saving another pair', async () => {
  answer('readChipAccount', { success: true, data: { connected: stored, unverified: null } })
  const page = await open()
  expect(await screen.findByText('Connected · verified on 3 Nov 2026.')).toBeTruthy()
  expect(screen.getByText('Brand ID: brand-1, secret key: ••••9876.')).toBeTruthy()
  answer('updateChipCredentials', { success: true, status: 'unverified', secretEndsWith: '' })
  const waiting = { ...stored, brandId: 'brand-2', secretEndsWith: '', verifiedAt: null }
  answer('readChipAccount', { success: true, data: { connected: stored, unverified: waiting } })
  await page.press.type(secret(), 'test-1234')
  await page.press.type(brand(), 'brand-2')
  await page.press.click(update())
  expect(await screen.findByText(/^Saved, not verified yet: .* on 2 Nov 2026/)).toBeTruthy()
  expect(screen.getByText('Brand ID: brand-2.')).toBeTruthy()
  expect(screen.getByText(/payments go to the account above/)).toBeTruthy()
  expect(screen.getByText('Connected · verified on 3 Nov 2026.')).toBeTruthy()
})

test.each([
  ['admin', 1, /^Not connected: payments go to Apogee’s account, and Apogee pays you your share/],
  ['superadmin', null, /^Not connected: only sellers with an account of their own/],
] as const)('without an account the %s reads where payments go', async (role, businessId, sentence) => {
  await open({ ...admin, role, businessId })
  expect(await screen.findByText(sentence)).toBeTruthy()
})

test('a CHIP account that could not be loaded can be retried', async () => {
  breakNetwork('readChipAccount')
  const page = await open()
  expect(await screen.findByText(/connected account could not be loaded/)).toBeTruthy()
  answer('readChipAccount', { success: true, data: { connected: stored, unverified: null } })
  await page.press.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(/^Connected/)).toBeTruthy()
})

test('credentials that CHIP could not check are shown as unused', async () => {
  const page = await open()
  await screen.findByRole('heading', { name: 'CHIP Payment Integration' })
  answer('updateChipCredentials', { success: true, status: 'unverified', secretEndsWith: '1234' })
  await page.press.type(secret(), 'test-1234')
  await page.press.type(brand(), 'brand')
  await page.press.click(update())
  expect(await screen.findByText(/saved as unverified and not used yet/)).toBeTruthy()
  expect(screen.queryByText(/updated successfully/)).toBeNull()
})

test('credentials that CHIP rejects stay in the form, with the reason', async () => {
  const page = await open()
  await screen.findByRole('heading', { name: 'CHIP Payment Integration' })
  refuse('updateChipCredentials', 'CHIP_CREDENTIALS_REJECTED')
  await page.press.type(secret(), 'bad-1234')
  await page.press.type(brand(), 'brand')
  await page.press.click(update())
  expect(await screen.findByText('CHIP did not accept this secret key and brand ID')).toBeTruthy()
  expect(secret().value).toBe('bad-1234')
})

test.each([
  ['an admin', admin, true],
  ['a superadmin', { ...admin, role: 'superadmin', businessId: null }, true],
  ['a lone instructor', { ...admin, role: 'instructor', businessId: null }, true],
  ['an instructor of a business', { ...admin, role: 'instructor' }, false],
  ['a student', aisyah, false],
] as const)('the CHIP form for %s: %s', async (_, user, isThere) => {
  await open(user)
  expect(await screen.findByRole('heading', { name: 'CHIP Payment Integration' })).toBeTruthy()
  expect(screen.queryByLabelText('CHIP Secret Key') !== null).toBe(isThere)
})

test('theme and language take effect at once', async () => {
  const page = await open()
  await page.press.click(await screen.findByRole('radio', { name: 'Dark' }))
  expect(document.documentElement.dataset['theme']).toBe('space')
  await page.press.click(screen.getByRole('radio', { name: 'Bahasa Melayu' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Tetapan' })).toBeTruthy()
})

test('each session can be ended, with its device named', async () => {
  const page = await open()
  const calls = recordCalls('endSession', { success: true })
  const item = (await screen.findByText('Safari on iPhone')).closest('li') as HTMLElement
  expect(within(item).getByText(/Last active 18 Nov 2026, 14:05/)).toBeTruthy()
  await page.press.click(within(item).getByRole('button', { name: 'Sign out' }))
  expect(await screen.findByText('Safari on iPhone has been signed out')).toBeTruthy()
  expect(calls[0]?.params['id']).toBe('2')
})

test('each session shows its networks at the sign-in and at the last use, where they are known', async () => {
  await open()
  const current = (await screen.findByText('Chrome on Windows')).closest('li') as HTMLElement
  expect(within(current).getByText('Last active 18 Nov 2026, 14:05 from 2001:db8::/64')).toBeTruthy()
  expect(within(current).getByText('Signed in 1 Nov 2026, 09:00 from 203.0.113.7')).toBeTruthy()
  const other = screen.getByText('Safari on iPhone').closest('li') as HTMLElement
  expect(within(other).getByText('Signed in 1 Nov 2026, 09:00')).toBeTruthy()
})

test("ending this device's session leads to /login", async () => {
  const page = await open()
  answer('logout', { success: true })
  const item = (await screen.findByText('This device')).closest('li') as HTMLElement
  await page.press.click(within(item).getByRole('button', { name: 'Sign out' }))
  await waitFor(() => expect(page.address()).toBe('/login'))
  expect(localStorage.getItem(storageKeys.token)).toBeNull()
})

test('sessions that could not be loaded can be retried', async () => {
  breakNetwork('listSessions')
  const page = await open()
  expect(await screen.findByText('Your devices could not be loaded')).toBeTruthy()
  answer('listSessions', { success: true, data: [session], meta: { total: 1, nextCursor: null } })
  await page.press.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Chrome on Windows')).toBeTruthy()
})

test('the settings index names every section and links to its heading', async () => {
  await open()
  const index = within(await screen.findByRole('navigation', { name: 'Settings sections' }))
  for (const link of index.getAllByRole('link')) {
    const heading = document.getElementById(link.getAttribute('href')?.split('#')[1] ?? '')
    expect(heading?.textContent).toBe(link.textContent)
  }
  const headings = within(screen.getByRole('main')).getAllByRole('heading', { level: 2 })
  expect(index.getAllByRole('link')).toHaveLength(headings.length)
  expect(screen.getByText('For the account admin@apogee.test')).toBeTruthy()
})

test('an older address of a seller’s section leads to the business page, and other sections stay', async () => {
  for (const [hash, path] of [
    ['#money-back-heading', '/studio/business'],
    ['#chip-heading', '/settings'],
  ] as const) {
    const page = await renderRoute(`/settings${hash}`, { user: admin })
    await screen.findByRole('heading', { level: 1, name: path === '/settings' ? 'Settings' : 'Business' })
    expect(page.address()).toBe(path)
    page.unmount()
  }
})

test('the SST rate is shown by an example, and 2,5 is two and a half', async () => {
  answer('readRates', { success: true, data: { taxBasisPoints: 800, feeBasisPoints: 1_250 } })
  const page = await renderRoute('/studio/business', { user: admin })
  const tax = await screen.findByLabelText<HTMLInputElement>('SST rate')
  expect(tax.value).toBe('8')
  expect(screen.getByText('A price of RM 100.00 includes RM 7.41 of SST.')).toBeTruthy()
  expect(screen.getByText('Apogee’s fee is 12.5% of each sale.')).toBeTruthy()
  const calls = recordCalls('updateTaxRate', {
    success: true,
    data: { taxBasisPoints: 250, feeBasisPoints: 1_250 },
  })
  const form = within(screen.getByRole('region', { name: 'SST in your prices' }))
  await page.press.clear(tax)
  await page.press.type(tax, '2,555')
  await page.press.click(form.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Enter a percentage from 0 to 100, such as 8 or 2.5')).toBeTruthy()
  await page.press.clear(tax)
  await page.press.type(tax, '2,5')
  await page.press.click(form.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('The tax rate is saved')).toBeTruthy()
  expect(calls.map(({ body }) => body)).toEqual([{ taxBasisPoints: 250 }])
})

test('the money-back promise is chosen in days and a percentage, and its sentence is shown before saving', async () => {
  const page = await renderRoute('/studio/business', { user: admin })
  const form = within(await screen.findByRole('region', { name: 'Money-back promise' }))
  const days = await form.findByRole('combobox', { name: 'Buyers can ask for a refund' })
  expect(form.getByText(/You have not chosen yet/)).toBeTruthy()
  const calls = recordCalls('updateMoneyBack', {
    success: true,
    data: { days: 7, percent: 50, chosenAt: '2026-11-21T10:00:00.000Z' },
  })
  await page.press.selectOptions(days, 'Within 7 days of paying')
  const percent = form.getByRole('textbox', { name: /Maximum share of the course/ })
  await page.press.clear(percent)
  await page.press.type(percent, '500')
  await page.press.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('Enter a whole percentage from 1 to 100')).toBeTruthy()
  await page.press.clear(percent)
  await page.press.type(percent, '50')
  expect(form.getByText(/7-day money-back guarantee, while less than 50%/)).toBeTruthy()
  await page.press.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('The promise is saved')).toBeTruthy()
  expect(calls.map(({ body }) => body)).toEqual([{ days: 7, percent: 50 }])
})

test('one’s own data is downloaded by an address that is asked for at the press', async () => {
  const { press } = await open(aisyah)
  const asked = recordCalls('exportOwnData', {
    success: true,
    data: { url: '/data-exports?key=x', name: 'apogee-data-2026-11-26.zip' },
  })
  await press.click(await screen.findByRole('button', { name: 'Download my data' }))
  expect(await screen.findByText(/Your download has started/)).toBeTruthy()
  expect(asked.map(({ body }) => body)).toEqual([{ language: 'en' }])
})

test('a copy of one’s own data that cannot be prepared says why', async () => {
  const { press } = await open(aisyah)
  refuse('exportOwnData', 'DATA_EXPORT_RUNNING')
  await press.click(await screen.findByRole('button', { name: 'Download my data' }))
  expect(await screen.findByText(/You are already downloading your data/)).toBeTruthy()
})
