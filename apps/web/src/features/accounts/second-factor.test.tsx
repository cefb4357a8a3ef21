import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { answer, breakNetwork, recordCalls, refusal, refuse } from '#web/testing/mock-api.ts'
import { admin, aisyah } from '#web/testing/people.ts'
import { renderRoute, type RenderedRoute } from '#web/testing/render-route.tsx'
import { answerSellersSettings } from '#web/testing/settings.ts'

const signedIn = { success: true as const, data: { token: 'token-of-7', user: aisyah } }

async function passwordGiven(): Promise<RenderedRoute> {
  refuse('login', 'SECOND_FACTOR_REQUIRED')
  answer('listEnrolledCourses', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  const page = await renderRoute('/login')
  await page.press.type(screen.getByLabelText('Email'), 'student@apogee.test')
  await page.press.type(screen.getByLabelText('Password'), 'Apogee-Demo-1')
  await page.press.click(screen.getByRole('button', { name: 'Sign In' }))
  await screen.findByRole('heading', { name: 'Enter your code' })
  return page
}
const code = () => screen.findByLabelText<HTMLInputElement>('Code')

describe('a sign-in with a second factor', () => {
  test('the code follows the password and leads to the dashboard', async () => {
    const page = await passwordGiven()
    await waitFor(async () => expect(document.activeElement).toBe(await code()))
    const calls = recordCalls('completeSecondFactor', signedIn)
    await page.press.type(await code(), '123 456')
    await page.press.click(screen.getByLabelText(/Do not ask again in this browser/))
    await page.press.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(page.address()).toBe('/dashboard'))
    expect(localStorage.getItem(storageKeys.token)).toBe('token-of-7')
    expect(calls.map(({ body }) => body)).toEqual([{ code: '123 456', rememberDevice: true }])
  })

  test('a wrong code is said, stays, and can be corrected; no network is said, too', async () => {
    const page = await passwordGiven()
    refuse('completeSecondFactor', 'WRONG_CODE')
    await page.press.type(await code(), '111111')
    await page.press.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(await screen.findByText(/This code is not correct/)).toBeTruthy()
    expect((await code()).value).toBe('111111')
    await page.press.clear(await code())
    expect(screen.queryByText(/This code is not correct/)).toBeNull()
    breakNetwork('completeSecondFactor')
    await page.press.type(await code(), '222222')
    await page.press.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(await screen.findByRole('alert')).toBeTruthy()
    expect((await code()).value).toBe('222222')
  })

  test('an empty code is not sent', async () => {
    const page = await passwordGiven()
    const calls = recordCalls('completeSecondFactor', signedIn)
    await page.press.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(await screen.findByText('Code is required')).toBeTruthy()
    expect(calls).toEqual([])
  })

  test('a first step that has expired leads back to it and says why', async () => {
    const page = await passwordGiven()
    refuse('completeSecondFactor', 'SIGN_IN_EXPIRED')
    await page.press.type(await code(), '123456')
    await page.press.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(
      await screen.findByText('This sign-in has ended, or was completed already. Please sign in again.'),
    ).toBeTruthy()
    expect(screen.getByLabelText('Password')).toBeTruthy()
  })

  test('another account can be chosen', async () => {
    const page = await passwordGiven()
    await page.press.click(screen.getByRole('button', { name: 'Sign in with another account' }))
    expect(await screen.findByLabelText('Password')).toBeTruthy()
  })
})

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const recoveryCodes = ['aaaa-bbbb-cccc', 'dddd-eeee-ffff']
const setup = {
  success: true as const,
  data: {
    secret,
    address: `otpauth://totp/Apogee?secret=${secret}`,
    qrCode: { size: 2, path: 'M0 0h1v1h-1z' },
  },
}
const off = {
  success: true as const,
  data: { since: null, recoveryCodesLeft: 0, requirement: 'none' as const, removedAt: null },
}
const on = {
  success: true as const,
  data: {
    since: '2026-11-20T01:00:00.000Z',
    recoveryCodesLeft: 10,
    requirement: 'none' as const,
    removedAt: null,
  },
}

describe('two-factor authentication in Settings', () => {
  beforeEach(() => {
    answerSellersSettings()
    answer('listSessions', { success: true, data: [], meta: { total: 0, nextCursor: null } })
    answer('listSignInProviders', { success: true, data: { google: null, github: null } })
  })
  const section = async () => within(await screen.findByRole('region', { name: 'Two-factor authentication' }))
  const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

  test('the first code turns it on, and the recovery codes are shown', async () => {
    answer('readSecondFactor', off)
    answer('beginSecondFactor', setup)
    const page = await renderRoute('/settings', { user: admin })
    await page.press.click(await (await section()).findByRole('button', { name: 'Turn on' }))
    const asked = await dialog('Set up an authenticator app')
    expect(await asked.findByRole('img', { name: 'QR code for the authenticator app' })).toBeTruthy()
    expect(asked.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeTruthy()
    const calls = recordCalls('confirmSecondFactor', { success: true, data: { recoveryCodes } })
    answer('readSecondFactor', on)
    await page.press.type(asked.getByLabelText('Code that the app shows'), '123456')
    await page.press.click(asked.getByRole('button', { name: 'Turn on' }))
    const codes = await dialog('Save your recovery codes')
    for (const each of recoveryCodes) expect(codes.getByText(each)).toBeTruthy()
    expect(calls.map(({ body }) => body)).toEqual([{ code: '123456' }])
    await page.press.click(codes.getByRole('button', { name: 'I have saved them' }))
    expect(await (await section()).findByText(/10 recovery codes are left/)).toBeTruthy()
  })

  test('a wrong first code is said in the dialog, and the key stays', async () => {
    answer('readSecondFactor', off)
    answer('beginSecondFactor', setup)
    refuse('confirmSecondFactor', 'WRONG_CODE')
    const page = await renderRoute('/settings', { user: admin })
    await page.press.click(await (await section()).findByRole('button', { name: 'Turn on' }))
    const asked = await dialog('Set up an authenticator app')
    await page.press.type(await asked.findByLabelText('Code that the app shows'), '000000')
    await page.press.click(asked.getByRole('button', { name: 'Turn on' }))
    expect(await asked.findByText(/This code is not correct/)).toBeTruthy()
    expect(asked.getByText(/JBSW Y3DP/)).toBeTruthy()
  })

  test('turning it off is asked about and said', async () => {
    answer('readSecondFactor', on)
    const page = await renderRoute('/settings', { user: admin })
    await page.press.click(await (await section()).findByRole('button', { name: 'Turn off' }))
    const asked = within(
      await screen.findByRole('alertdialog', { name: 'Turn off two-factor authentication?' }),
    )
    const calls = recordCalls('turnOffSecondFactor', { success: true })
    answer('readSecondFactor', off)
    await page.press.click(asked.getByRole('button', { name: 'Turn off' }))
    expect(await screen.findByText('Two-factor authentication is off')).toBeTruthy()
    expect(calls).toHaveLength(1)
    expect(await (await section()).findByRole('button', { name: 'Turn on' })).toBeTruthy()
  })

  test('new recovery codes are shown once', async () => {
    answer('readSecondFactor', on)
    const page = await renderRoute('/settings', { user: admin })
    await page.press.click(await (await section()).findByRole('button', { name: 'New recovery codes' }))
    const asked = within(await screen.findByRole('alertdialog', { name: 'Make new recovery codes?' }))
    answer('replaceRecoveryCodes', { success: true, data: { recoveryCodes } })
    await page.press.click(asked.getByRole('button', { name: 'Make new codes' }))
    const codes = await dialog('Save your recovery codes')
    expect(codes.getByText('aaaa-bbbb-cccc')).toBeTruthy()
  })

  test('a step that was turned on meanwhile is shown, although the answer was lost', async () => {
    answer('readSecondFactor', off)
    answer('beginSecondFactor', setup)
    breakNetwork('confirmSecondFactor')
    const page = await renderRoute('/settings', { user: admin })
    await page.press.click(await (await section()).findByRole('button', { name: 'Turn on' }))
    const asked = await dialog('Set up an authenticator app')
    answer('readSecondFactor', on)
    await page.press.type(await asked.findByLabelText('Code that the app shows'), '123456')
    await page.press.click(asked.getByRole('button', { name: 'Turn on' }))
    expect(await screen.findByText(/10 recovery codes are left/)).toBeTruthy()
  })

  test('a state that cannot be loaded is said', async () => {
    refuse('readSecondFactor', 'UNAVAILABLE')
    await renderRoute('/settings', { user: admin })
    expect(await (await section()).findByText('The second factor could not be loaded')).toBeTruthy()
  })

  test('a change that needs a fresh proof asks for the code after the password', async () => {
    answer('readSecondFactor', on)
    let asks = 0
    answer('turnOffSecondFactor', () => (asks++ === 0 ? refusal('FRESH_PROOF_REQUIRED') : { success: true }))
    answer('confirmIdentity', ({ body }) =>
      body !== null && typeof body === 'object' && 'code' in body
        ? { success: true, data: { token: 'renewed' } }
        : refusal('SECOND_FACTOR_REQUIRED'),
    )
    const page = await renderRoute('/settings', { user: admin })
    await page.press.click(await (await section()).findByRole('button', { name: 'Turn off' }))
    const asked = within(
      await screen.findByRole('alertdialog', { name: 'Turn off two-factor authentication?' }),
    )
    await page.press.click(asked.getByRole('button', { name: 'Turn off' }))
    const proof = await dialog('Confirm that it is you')
    await page.press.type(proof.getByLabelText('Password'), 'Right-1')
    await page.press.click(proof.getByRole('button', { name: 'Confirm' }))
    await page.press.type(await proof.findByLabelText('Code'), '654321')
    await page.press.click(proof.getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText('Two-factor authentication is off')).toBeTruthy()
    await vi.waitFor(() => expect(asks).toBe(2), { timeout: 10_000 })
  })

  test('all other devices can be signed out at once', async () => {
    answer('readSecondFactor', off)
    const session = {
      id: 1,
      createdAt: '2026-11-01T01:00:00.000Z',
      lastSeenAt: '2026-11-18T06:05:00.000Z',
      userAgent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/141.0 Safari/537.36',
      isCurrent: true,
      signedInAddress: null,
      lastSeenAddress: null,
    }
    answer('listSessions', {
      success: true,
      data: [session, { ...session, id: 2, isCurrent: false }],
      meta: { total: 2, nextCursor: null },
    })
    const page = await renderRoute('/settings', { user: admin })
    const button = await screen.findByRole('button', { name: 'Sign out everywhere else' })
    let calls = 0
    answer('listSignInProviders', { success: true, data: { google: null, github: null } })
    answer('endOtherSessions', () => (calls++ === 0 ? refusal('FRESH_PROOF_REQUIRED') : { success: true }))
    answer('confirmIdentity', { success: true, data: { token: 'renewed' } })
    answer('listSessions', { success: true, data: [session], meta: { total: 1, nextCursor: null } })
    await page.press.click(button)
    const asked = await dialog('Confirm that it is you')
    await page.press.type(asked.getByLabelText('Password'), 'Right-1')
    await page.press.click(asked.getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText('Your other devices have been signed out')).toBeTruthy()
    expect(calls).toBe(2)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull())
  })
})
