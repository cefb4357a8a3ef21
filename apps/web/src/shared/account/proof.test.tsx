import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, recordCalls, refusal, refuse } from '#web/testing/mock-api.ts'
import { admin } from '#web/testing/people.ts'
import { renderRoute, type RenderedRoute } from '#web/testing/render-route.tsx'
import { answerSellersSettings } from '#web/testing/settings.ts'
import { call } from '../../platform/transfer/client.ts'
import { isOfSameSession } from '../../platform/session/session-token.ts'

const token = () => localStorage.getItem(storageKeys.token)
const secret = () => screen.getByLabelText<HTMLInputElement>('CHIP Secret Key')
const brand = () => screen.getByLabelText<HTMLInputElement>('CHIP Brand ID')
const update = () => screen.getByRole('button', { name: 'Update Credentials' })
const saved = { success: true, status: 'verified', secretEndsWith: '1234' } as const

beforeEach(() => {
  answerSellersSettings()
  answer('listSessions', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  answer('listSignInProviders', { success: true, data: { google: null, github: null } })
})

/** Renders the settings with a filled-in CHIP form. The first `failures` attempts to save it are refused with this code. */
async function typed(code: 'FRESH_PROOF_REQUIRED' | 'UNAUTHENTICATED', failures = 1) {
  const page = await renderRoute('/settings', { user: admin })
  await screen.findByRole('heading', { name: 'CHIP Payment Integration' })
  const saves: { body: unknown; bearer: string | null }[] = []
  answer('updateChipCredentials', ({ body, bearer }) => {
    saves.push({ body, bearer })
    return saves.length <= failures ? refusal(code) : saved
  })
  await page.press.type(secret(), 'secret-1234')
  await page.press.type(brand(), 'brand')
  await page.press.click(update())
  return { page, saves }
}

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
async function give(page: RenderedRoute, asked: Awaited<ReturnType<typeof dialog>>, password: string) {
  await page.press.type(asked.getByLabelText('Password'), password)
  await page.press.click(asked.getByRole('button', { name: /^(Confirm|Sign in)$/ }))
}
const body = { chipSecret: 'secret-1234', chipBrandId: 'brand' }

test('a change that needs a fresh proof asks for the password over the page and then continues once', async () => {
  const { page, saves } = await typed('FRESH_PROOF_REQUIRED')
  const asked = await dialog('Confirm that it is you')
  const confirms = recordCalls('confirmIdentity', { success: true, data: { token: 'renewed' } })
  expect(asked.getByLabelText<HTMLInputElement>('Email').value).toBe(admin.email)
  await give(page, asked, 'Right-1')
  expect(await screen.findByText('CHIP credentials updated successfully!')).toBeTruthy()
  expect(confirms.map((sent) => sent.body)).toEqual([{ password: 'Right-1' }])
  expect(saves).toEqual([
    { body, bearer: `token-of-${admin.id}` },
    { body, bearer: 'renewed' },
  ])
  expect(token()).toBe('renewed')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a proof in another tab closes the password dialog and saves with the new token', async () => {
  const { saves } = await typed('FRESH_PROOF_REQUIRED')
  await dialog('Confirm that it is you')
  localStorage.setItem(storageKeys.renewedToken, `token-of-${admin.id} renewed`)
  localStorage.setItem(storageKeys.token, 'renewed')
  act(
    () =>
      void window.dispatchEvent(new StorageEvent('storage', { key: storageKeys.token, newValue: 'renewed' })),
  )
  expect(await screen.findByText('CHIP credentials updated successfully!')).toBeTruthy()
  expect(saves.map(({ bearer }) => bearer)).toEqual([`token-of-${admin.id}`, 'renewed'])
})

test('a proof that is answered after somebody else signed in in another tab does not take their session for its own', async () => {
  const { page } = await typed('FRESH_PROOF_REQUIRED')
  const asked = await dialog('Confirm that it is you')
  answer('confirmIdentity', () => {
    localStorage.setItem(storageKeys.token, 'of somebody else')
    return { success: true, data: { token: 'renewed' } }
  })
  await give(page, asked, 'Right-1')
  expect(await screen.findByText('CHIP credentials updated successfully!')).toBeTruthy()
  expect([token(), isOfSameSession('of somebody else')]).toEqual(['renewed', false])
})

test('a wrong password shows an error, and the dialog stays open', async () => {
  const { page, saves } = await typed('FRESH_PROOF_REQUIRED')
  const asked = await dialog('Confirm that it is you')
  refuse('confirmIdentity', 'WRONG_PASSWORD')
  await give(page, asked, 'Wrong-1')
  expect(await asked.findByText('Your current password is not correct')).toBeTruthy()
  expect(saves).toHaveLength(1)
})

test('cancelling the password dialog keeps the form and says that nothing was changed', async () => {
  const { page, saves } = await typed('FRESH_PROOF_REQUIRED')
  const asked = await dialog('Confirm that it is you')
  await page.press.click(asked.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText(/Nothing was changed/)).toBeTruthy()
  expect([secret().value, brand().value]).toEqual(['secret-1234', 'brand'])
  expect(saves).toHaveLength(1)
})

test('a second refusal is shown and does not open the password dialog again', async () => {
  const { page, saves } = await typed('FRESH_PROOF_REQUIRED', 9)
  const asked = await dialog('Confirm that it is you')
  answer('confirmIdentity', { success: true, data: { token: 'renewed' } })
  await give(page, asked, 'Right-1')
  expect(await screen.findByText(/Nothing was changed/)).toBeTruthy()
  expect(saves).toHaveLength(2)
})

test('an account without a password is sent to its provider in a new tab', async () => {
  answer('listSignInProviders', { success: true, data: { google: '/api/auth/google', github: null } })
  const { page } = await typed('FRESH_PROOF_REQUIRED')
  const asked = await dialog('Confirm that it is you')
  refuse('confirmIdentity', 'SIGN_IN_AGAIN')
  await give(page, asked, 'x')
  expect(await asked.findByText(/has no password/)).toBeTruthy()
  const way = await asked.findByRole('link', { name: 'Sign in with Google' })
  expect([way.getAttribute('href'), way.getAttribute('target')]).toEqual(['/api/auth/google', '_blank'])
})

test('a sign-in of the same person in another tab closes the password dialog', async () => {
  const { saves } = await typed('FRESH_PROOF_REQUIRED')
  await dialog('Confirm that it is you')
  localStorage.setItem(storageKeys.token, 'from-another-tab')
  act(
    () =>
      void window.dispatchEvent(
        new StorageEvent('storage', { key: storageKeys.token, newValue: 'from-another-tab' }),
      ),
  )
  expect(await screen.findByText('CHIP credentials updated successfully!')).toBeTruthy()
  expect(saves.map(({ bearer }) => bearer)).toEqual([`token-of-${admin.id}`, 'from-another-tab'])
})

test('a session that ended while typing asks for the password over the page, and then saves', async () => {
  const { page, saves } = await typed('UNAUTHENTICATED')
  const asked = await dialog('Your session has ended')
  const logins = recordCalls('login', { success: true, data: { token: 'fresh', user: admin } })
  await give(page, asked, 'Right-1')
  expect(await screen.findByText('CHIP credentials updated successfully!')).toBeTruthy()
  expect(logins.map((sent) => sent.body)).toEqual([{ email: admin.email, password: 'Right-1' }])
  expect(saves).toEqual([
    { body, bearer: `token-of-${admin.id}` },
    { body, bearer: 'fresh' },
  ])
  expect([token(), page.address()]).toEqual(['fresh', '/settings'])
})

test('declining the password dialog keeps the page with the unsaved input and says that it is not saved', async () => {
  const { page } = await typed('UNAUTHENTICATED')
  const asked = await dialog('Your session has ended')
  await page.press.click(asked.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText(/still here, and not saved yet/)).toBeTruthy()
  expect([secret().value, page.address()]).toEqual(['secret-1234', '/settings'])
})

test('a GET that finds the session ended keeps the unsaved input', async () => {
  const page = await renderRoute('/settings', { user: admin })
  await screen.findByRole('heading', { name: 'CHIP Payment Integration' })
  await page.press.type(secret(), 'half')
  refuse('listSessions', 'UNAUTHENTICATED')
  let failed: unknown
  void call('listSessions').catch((error: unknown) => {
    failed = error
  })
  const asked = await dialog('Your session has ended')
  await page.press.click(asked.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(failed).toMatchObject({ status: 401 }))
  expect([secret().value, page.address()]).toEqual(['half', '/settings'])
})

test('nothing is saved when another account signs in during the password dialog', async () => {
  const { saves } = await typed('UNAUTHENTICATED')
  await dialog('Your session has ended')
  answer('verifySession', {
    success: true,
    data: { decoded: { ...admin, id: 99, email: 'other@apogee.test' } },
  })
  localStorage.setItem(storageKeys.token, 'of-another')
  act(
    () =>
      void window.dispatchEvent(
        new StorageEvent('storage', { key: storageKeys.token, newValue: 'of-another' }),
      ),
  )
  expect(await screen.findByText(/Another account is signed in now/)).toBeTruthy()
  expect(saves).toHaveLength(1)
})

test('the password dialog is available in Malay', async () => {
  await renderRoute('/settings', { user: admin, language: 'ms' })
  await screen.findAllByRole('heading')
  refuse('updateChipCredentials', 'FRESH_PROOF_REQUIRED')
  void call('updateChipCredentials', { body }).catch(() => undefined)
  expect(await screen.findByRole('dialog', { name: 'Sahkan bahawa ini anda' })).toBeTruthy()
})
