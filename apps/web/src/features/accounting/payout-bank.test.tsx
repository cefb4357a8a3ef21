import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, breakNetwork, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { answerSellersSettings } from '#web/testing/settings.ts'

beforeEach(() => {
  answerSellersSettings()
})

const name = 'Bank account for payouts'
const section = async () => within(await screen.findByRole('region', { name }))
const savedAt = '2026-11-18T02:00:00.000Z'

test('a bank account shows errors at its fields, and is shown masked after saving', async () => {
  const { press } = await renderRoute('/studio/business', { user: admin })
  const form = await section()
  expect(await form.findByText('No bank account yet. Add one so that Apogee can pay you.')).toBeTruthy()
  await press.click(form.getByRole('button', { name: 'Save bank account' }))
  for (const said of ['Please choose a bank', 'Account holder is required'])
    expect(await form.findByText(said)).toBeTruthy()
  expect(form.getByText('Please enter the account number as 5 to 20 digits')).toBeTruthy()
  await press.selectOptions(form.getByLabelText('Bank'), 'Maybank')
  await press.type(form.getByLabelText('Account number'), '5140-1234 5678')
  await press.type(form.getByLabelText('Account holder'), 'Orbit Academy Sdn Bhd')
  refuse('savePayoutBank', 'INTERNAL')
  await press.click(form.getByRole('button', { name: 'Save bank account' }))
  expect(await form.findByRole('alert')).toBeTruthy()
  expect(form.getByLabelText<HTMLInputElement>('Account number').value).toBe('5140-1234 5678')
  const calls = recordCalls('savePayoutBank', {
    success: true,
    data: { bankName: 'Maybank', accountEndsWith: '5678', savedAt },
  })
  await press.click(form.getByRole('button', { name: 'Save bank account' }))
  expect(await form.findByText('Payouts go to Maybank ••••5678.')).toBeTruthy()
  expect(form.getByLabelText<HTMLInputElement>('Account number').value).toBe('')
  expect(calls.map(({ body }) => body)).toEqual([
    {
      bank: 'Maybank',
      otherBankName: '',
      accountNumber: '514012345678',
      accountHolder: 'Orbit Academy Sdn Bhd',
    },
  ])
})

test('another bank requires its name', async () => {
  const { press } = await renderRoute('/studio/business', { user: admin })
  const form = await section()
  const bank = await form.findByLabelText('Bank')
  expect(form.queryByLabelText('Bank name')).toBeNull()
  await press.selectOptions(bank, 'Other')
  await press.type(form.getByLabelText('Account number'), '12345')
  await press.type(form.getByLabelText('Account holder'), 'Orbit')
  await press.click(form.getByRole('button', { name: 'Save bank account' }))
  expect(await form.findByText('Bank name is required')).toBeTruthy()
})

test('bank details that could not be loaded can be retried, also in Malay', async () => {
  breakNetwork('readPayoutBank')
  const { press } = await renderRoute('/studio/business', { user: admin, language: 'ms' })
  const form = within(await screen.findByRole('region', { name: 'Akaun bank untuk bayaran keluar' }))
  expect(await form.findByText('Butiran bank anda tidak dapat dimuatkan')).toBeTruthy()
  answer('readPayoutBank', {
    success: true,
    data: { bankName: 'CIMB Bank', accountEndsWith: '9012', savedAt },
  })
  await press.click(form.getByRole('button', { name: 'Cuba lagi' }))
  expect(await form.findByText('Bayaran keluar dihantar ke CIMB Bank ••••9012.')).toBeTruthy()
  await press.click(form.getByRole('button', { name: 'Tukar akaun bank' }))
  expect(await form.findByText('Sila masukkan nombor akaun dengan 5 hingga 20 digit')).toBeTruthy()
})

test('a superadmin is not asked for bank details', async () => {
  await renderRoute('/studio/business', { user: { ...admin, role: 'superadmin', businessId: null } })
  await screen.findByRole('heading', { name: 'Business', level: 1 })
  expect(screen.queryByRole('region', { name })).toBeNull()
})

const missing = {
  needsApproval: true,
  state: 'applied' as const,
  approvedAt: null,
  hasOwnAccount: false,
  missingChecks: [],
}

test('a seller who may not sell yet reads what is missing, and can request the email again', async () => {
  answer('readSelling', { success: true, data: { ...missing, isProven: false } })
  const sent = recordCalls('resendVerification', { success: true })
  const { press } = await renderRoute('/studio/business', { user: admin })
  const notice = within(
    await screen.findByRole('region', { name: 'Your paid courses cannot be bought yet.' }),
  )
  expect(notice.getByText(/Confirm your email address with the link/)).toBeTruthy()
  expect(notice.getByText(/Apogee approves you as a seller\. You do not need to do anything/)).toBeTruthy()
  await press.click(notice.getByRole('button', { name: 'Send the email again' }))
  expect(await screen.findByText('A new email is on its way.')).toBeTruthy()
  expect(sent).toHaveLength(1)
})

test('an approved seller reads that payouts wait for the verification', async () => {
  answer('readSelling', {
    success: true,
    data: { ...missing, state: 'approved', isProven: true, missingChecks: ['bank'] },
  })
  await renderRoute('/studio/business', { user: admin })
  expect(await screen.findByText(/Your payouts wait until Apogee has verified who you are/)).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Go to Verification' })
  expect(link.getAttribute('href')).toBe('/studio/business#verification-heading')
})

test('a seller with a verified address reads in Malay that only the approval is missing', async () => {
  answer('readSelling', { success: true, data: { ...missing, isProven: true } })
  await renderRoute('/studio/business', { user: admin, language: 'ms' })
  const notice = within(
    await screen.findByRole('region', { name: 'Kursus berbayar anda belum boleh dibeli.' }),
  )
  expect(notice.getByText(/Apogee meluluskan anda sebagai penjual/)).toBeTruthy()
  expect(notice.queryByText(/Sahkan alamat e-mel/)).toBeNull()
})
