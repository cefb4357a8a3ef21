/**
 * The tests cover forgotten, reset and changed passwords, the unverified address, and other sign-in methods
 * (docs/api.md#accounts-beyond-the-specification).
 */
import type { Language } from '@apogee/domain/languages.ts'
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { answer, breakNetwork, keepWaiting, recordCalls, refusal, refuse } from '#web/testing/mock-api.ts'
import { admin, aisyah } from '#web/testing/people.ts'
import { renderRoute, type RenderedRoute } from '#web/testing/render-route.tsx'

const done = { success: true as const }
const noCourses = { success: true as const, data: [], meta: { total: 0, nextCursor: null } }
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const button = (name: string) => screen.getByRole('button', { name })
const leaving = () => vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)

describe('/forgot-password', () => {
  test('/forgot-password sends the link and answers the same with and without an account', async () => {
    const calls = recordCalls('forgotPassword', done)
    const { press } = await renderRoute('/forgot-password')
    expect(screen.getByRole('heading', { level: 1, name: 'Forgot password' })).toBeTruthy()
    await press.type(field('Email'), 'student@apogee.test')
    await press.click(button('Send Reset Link'))
    expect(
      await screen.findByText(
        /If there is an account for student@apogee\.test, a link is on its way\. It works once, for 1 hour\./,
      ),
    ).toBeTruthy()
    expect(calls[0]?.body).toEqual({ email: 'student@apogee.test' })
    await press.click(button('Use another email'))
    expect(field('Email')).toBeTruthy()
  })

  test('/forgot-password validates the email like the login, and shows errors until it changes', async () => {
    const { press } = await renderRoute('/forgot-password')
    await press.click(button('Send Reset Link'))
    expect(await screen.findByText('Email is required')).toBeTruthy()
    await press.type(field('Email'), 'nobody')
    expect(await screen.findByText('Please enter a valid email address')).toBeTruthy()
    await press.type(field('Email'), '@apogee.test')
    refuse('forgotPassword', 'TOO_MANY_ATTEMPTS')
    await press.click(button('Send Reset Link'))
    expect(
      await screen.findByText('Too many attempts. Please wait a few minutes and try again.'),
    ).toBeTruthy()
    await press.type(field('Email'), 'x')
    expect(screen.queryByText(/Too many attempts/)).toBeNull()
    breakNetwork('forgotPassword')
    await press.click(button('Send Reset Link'))
    expect(await screen.findByText('The link could not be sent. Please try again.')).toBeTruthy()
  })

  test('/forgot-password shows Sending... meanwhile, links to the login, and is available in Malay', async () => {
    const english = await renderRoute('/forgot-password')
    const main = within(screen.getByRole('main'))
    expect(main.getByRole('link', { name: 'Back to Login' }).getAttribute('href')).toBe('/login')
    keepWaiting('forgotPassword')
    await english.press.type(field('Email'), 'student@apogee.test')
    await english.press.click(button('Send Reset Link'))
    expect(await screen.findByText('Sending...')).toBeTruthy()
    english.unmount()
    await renderRoute('/forgot-password', { language: 'ms' })
    expect(screen.getByRole('heading', { level: 1, name: 'Lupa kata laluan' })).toBeTruthy()
    expect(button('Hantar pautan')).toBeTruthy()
  })
})

describe('/reset-password/{token}', () => {
  const choose = async ({ press }: RenderedRoute, password: string, confirmation = password) => {
    await press.type(field('New password'), password)
    await press.type(field('Confirm password'), confirmation)
    await press.click(button('Reset password'))
  }

  test('/reset-password/{token} sets the new password and leads to the login', async () => {
    const calls = recordCalls('resetPassword', done)
    const page = await renderRoute('/reset-password/abc')
    await choose(page, 'Brand-New-2')
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Your password has been changed' }),
    ).toBeTruthy()
    expect(calls.map(({ body }) => body)).toEqual([{ token: 'abc', password: 'Brand-New-2' }])
    const main = within(screen.getByRole('main'))
    expect(main.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/login')
  })

  test('/reset-password/{token} applies the password rules of registration', async () => {
    const page = await renderRoute('/reset-password/abc')
    await page.press.click(button('Reset password'))
    expect(await screen.findByText('Password is required')).toBeTruthy()
    expect(screen.getByText('Please confirm your password')).toBeTruthy()
    await page.press.type(field('New password'), 'short')
    expect(await screen.findByText('Password must be at least 8 characters')).toBeTruthy()
    await page.press.type(field('New password'), 'andlong')
    expect(await screen.findByText('Password is too weak')).toBeTruthy()
    expect(screen.getByText('Password strength: Medium')).toBeTruthy()
    await page.press.type(field('New password'), '9')
    await page.press.type(field('Confirm password'), 'other')
    expect(await screen.findByText('Passwords do not match')).toBeTruthy()
    await page.press.click(screen.getAllByRole('button', { name: 'Show password' })[0] as HTMLElement)
    expect(field('New password').type).toBe('text')
  })

  test('/reset-password/{token} explains a used or expired link', async () => {
    refuse('resetPassword', 'LINK_EXPIRED')
    await choose(await renderRoute('/reset-password/abc'), 'Brand-New-2')
    expect(
      await screen.findByRole('heading', { level: 1, name: 'This link has expired or was already used' }),
    ).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Reset password' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe(
      '/forgot-password',
    )
  })
})

describe('Change password in Settings', () => {
  const open = async (language: Language = 'en') => {
    answer('listSessions', noCourses)
    const page = await renderRoute('/settings', { user: aisyah, language })
    await screen.findByRole('heading', { name: language === 'en' ? 'Change password' : 'Tukar kata laluan' })
    return page
  }
  const change = async ({ press }: RenderedRoute, current = 'Apogee-Demo-1') => {
    await press.type(field('Current password'), current)
    await press.type(field('New password'), 'Brand-New-2')
    await press.type(field('Confirm password'), 'Brand-New-2')
    await press.click(button('Change password'))
  }

  test('Change password replaces the password, says that other devices were signed out, and clears the form', async () => {
    const page = await open()
    const calls = recordCalls('changePassword', done)
    await change(page)
    expect(
      await screen.findByText('Your password has been changed. Other devices have been signed out.'),
    ).toBeTruthy()
    expect(calls[0]?.body).toEqual({ currentPassword: 'Apogee-Demo-1', password: 'Brand-New-2' })
    expect(
      ['Current password', 'New password', 'Confirm password'].map((label) => field(label).value),
    ).toEqual(['', '', ''])
  })

  test('Change password says how many passkeys still sign in', async () => {
    const passkey = { id: 3, name: 'Phone', isSynced: true, createdAt: '2026-11-20T01:00:00.000Z' }
    answer('listPasskeys', {
      success: true,
      data: [{ ...passkey, lastUsedAt: null }],
      meta: { total: 1, nextCursor: null },
    })
    const page = await open()
    await screen.findByText('Phone')
    recordCalls('changePassword', done)
    await change(page)
    expect(
      await screen.findByText(/^Your password has been changed.*still sign in to your account: 1\./),
    ).toBeTruthy()
  })

  test('Change password shows a wrong current password at its field', async () => {
    const page = await open()
    refuse('changePassword', 'WRONG_PASSWORD')
    await change(page, 'wrong')
    expect(await screen.findByText('Your current password is not correct')).toBeTruthy()
    expect(field('Current password').getAttribute('aria-invalid')).toBe('true')
    await page.press.type(field('Current password'), '!')
    expect(screen.queryByText('Your current password is not correct')).toBeNull()
  })

  test('Change password asks for a code where sign-ins have a second factor, and keeps what was typed', async () => {
    let asks = 0
    answer('listSignInProviders', { success: true, data: { google: null, github: null } })
    answer('changePassword', () => (asks++ < 2 ? refusal('FRESH_PROOF_REQUIRED') : done))
    answer('confirmIdentity', ({ body }) =>
      body !== null && typeof body === 'object' && 'code' in body
        ? { ...done, data: { token: 'renewed' } }
        : refusal('SECOND_FACTOR_REQUIRED'),
    )
    const page = await open()
    const asked = async () => within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }))
    await change(page)
    await page.press.click((await asked()).getByRole('button', { name: 'Cancel' }))
    expect(field('New password').value).toBe('Brand-New-2')
    await page.press.click(button('Change password'))
    const proof = await asked()
    await page.press.type(proof.getByLabelText('Password'), 'Apogee-Demo-1')
    await page.press.click(proof.getByRole('button', { name: 'Confirm' }))
    await page.press.type(await proof.findByLabelText('Code'), '654321')
    await page.press.click(proof.getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText(/^Your password has been changed/)).toBeTruthy()
    expect(asks).toBe(3)
  })

  test('Change password reports every missing field', async () => {
    const { press } = await open()
    await press.click(button('Change password'))
    for (const sentence of [
      'Current password is required',
      'Password is required',
      'Please confirm your password',
    ]) {
      expect(await screen.findByText(sentence)).toBeTruthy()
    }
  })

  test('Change password helps an account without one, also in Malay', async () => {
    const page = await open()
    refuse('changePassword', 'NO_PASSWORD')
    await change(page)
    expect(await screen.findByText(/This account has no password yet/)).toBeTruthy()
    const main = within(screen.getByRole('main'))
    expect(main.getByRole('link', { name: 'Forgot password?' }).getAttribute('href')).toBe('/forgot-password')
    page.unmount()
    const { press } = await open('ms')
    refuse('changePassword', 'WRONG_PASSWORD')
    await press.type(field('Kata laluan semasa'), 'salah')
    await press.type(field('Kata laluan baharu'), 'Brand-New-2')
    await press.type(field('Sahkan kata laluan'), 'Brand-New-2')
    await press.click(button('Tukar kata laluan'))
    expect(await screen.findByText('Kata laluan semasa anda tidak betul')).toBeTruthy()
  })
})

describe('an address that is not proven', () => {
  const unproven = { ...aisyah, emailVerified: false }

  test('the unverified-address banner on signed-in pages sends the mail again', async () => {
    answer('listEnrolledCourses', noCourses)
    const calls = recordCalls('resendVerification', done)
    const { press } = await renderRoute('/dashboard', { user: unproven })
    const banner = within(await screen.findByRole('region', { name: 'Confirm your account' }))
    expect(banner.getByText(/^Please confirm your email address\./)).toBeTruthy()
    expect(banner.getByText('We sent a link to student@apogee.test.')).toBeTruthy()
    expect(banner.queryByText(/Required for payouts and invitations\./)).toBeNull()
    await press.click(banner.getByRole('button', { name: 'Send the email again' }))
    expect(await screen.findByText('A new email is on its way to student@apogee.test.')).toBeTruthy()
    expect(calls).toHaveLength(1)
  })

  test('the unverified-address banner reports too many requested mails', async () => {
    answer('listEnrolledCourses', noCourses)
    refuse('resendVerification', 'TOO_MANY_ATTEMPTS')
    const { press } = await renderRoute('/dashboard', { user: unproven })
    await press.click(await screen.findByRole('button', { name: 'Send the email again' }))
    expect(
      await screen.findByText('Too many attempts. Please wait a few minutes and try again.'),
    ).toBeTruthy()
  })

  test('the unverified-address banner disappears once the address is verified, also in another tab', async () => {
    answer('listEnrolledCourses', noCourses)
    await renderRoute('/dashboard', { user: unproven })
    await screen.findByRole('button', { name: 'Send the email again' })
    answer('verifySession', { success: true, data: { decoded: aisyah } })
    document.dispatchEvent(new Event('visibilitychange'))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Send the email again' })).toBeNull())
  })

  test('the unverified-address banner tells sellers what needs it, and stays dismissed for the visit', async () => {
    answer('listEnrolledCourses', noCourses)
    const page = await renderRoute('/dashboard', { user: { ...admin, emailVerified: false } })
    const region = () => screen.queryByRole('region', { name: 'Confirm your account' })
    expect(await screen.findByText(/Required for payouts and invitations\./)).toBeTruthy()
    await page.press.click(within(region() as HTMLElement).getByRole('button', { name: 'Dismiss' }))
    expect(region()).toBeNull()
    page.unmount()
    await renderRoute('/dashboard', { user: { ...admin, emailVerified: false } })
    await screen.findByText('No Enrolled Courses')
    expect(region()).toBeNull()
  })

  test('the unverified-address banner is not above a lesson or a quiz', async () => {
    refuse('readAssessment', 'ASSESSMENT_NOT_FOUND')
    await renderRoute('/assessment/1', { user: unproven })
    await screen.findByRole('heading', { level: 1, name: 'Assessment not found' })
    expect(screen.queryByRole('region', { name: 'Confirm your account' })).toBeNull()
  })

  test('the unverified-address banner is not shown with a verified address or on public pages', async () => {
    answer('listEnrolledCourses', noCourses)
    const page = await renderRoute('/dashboard', { user: aisyah })
    await screen.findByText('No Enrolled Courses')
    expect(screen.queryByRole('region', { name: 'Confirm your account' })).toBeNull()
    page.unmount()
    await renderRoute('/forbidden', { user: unproven })
    await screen.findByRole('heading', { name: 'Access Denied' })
    expect(screen.queryByRole('region', { name: 'Confirm your account' })).toBeNull()
  })
})

describe.each(['/login', '/register'])('Google and GitHub on %s', (path) => {
  test('Google and GitHub on %s explain when they are not configured', async () => {
    answer('listSignInProviders', { success: true, data: { google: null, github: null } })
    const go = leaving()
    const { press } = await renderRoute(path)
    await press.click(button('Google'))
    expect(
      await screen.findByText(
        'Google sign-in is not set up on this site. Please use your email and password.',
      ),
    ).toBeTruthy()
    await press.click(button('GitHub'))
    expect(await screen.findByText(/GitHub sign-in is not set up on this site\./)).toBeTruthy()
    expect(go).not.toHaveBeenCalled()
  })

  test('Google and GitHub on %s lead to the provider and remember the requested page', async () => {
    answer('listSignInProviders', {
      success: true,
      data: { google: '/api/auth/google', github: '/api/auth/github' },
    })
    const go = leaving()
    const plain = await renderRoute(path)
    await plain.press.click(button('Google'))
    await waitFor(() => expect(go).toHaveBeenLastCalledWith('http://localhost:3000/api/auth/google'))
    plain.unmount()
    const headed = await renderRoute(`${path}?redirect=/checkout`)
    await headed.press.click(button('GitHub'))
    await waitFor(() =>
      expect(go).toHaveBeenLastCalledWith('http://localhost:3000/api/auth/github?redirect=%2Fcheckout'),
    )
    headed.unmount()
    const lured = await renderRoute(`${path}?redirect=//evil.example`)
    await lured.press.click(button('GitHub'))
    await waitFor(() => expect(go).toHaveBeenLastCalledWith('http://localhost:3000/api/auth/github'))
  })

  test('Google and GitHub on %s report a server without an answer', async () => {
    breakNetwork('listSignInProviders')
    const { press } = await renderRoute(path)
    await press.click(button('Google'))
    expect(await screen.findByText('An unexpected error occurred')).toBeTruthy()
  })
})

describe('back from a provider', () => {
  test('the code in the fragment is exchanged once, signs in, and leads to the requested page', async () => {
    const calls = recordCalls('completeSignIn', {
      success: true,
      data: { token: 'token-of-7', user: aisyah },
    })
    answer('listCourses', noCourses)
    const page = await renderRoute('/login?redirect=%2Fcourses#code=the-code')
    await waitFor(() => expect(page.address()).toBe('/courses'))
    expect(calls.map(({ body }) => body)).toEqual([{ code: 'the-code' }])
    expect(localStorage.getItem(storageKeys.token)).toBe('token-of-7')
  })

  test('an expired sign-in code is reported, with the form below', async () => {
    answer('completeSignIn', () => refusal('LINK_EXPIRED'))
    await renderRoute('/login#code=old')
    expect(await screen.findByText(/This link has expired or was already used/)).toBeTruthy()
    expect(field('Email')).toBeTruthy()
  })

  test.each([
    ['google.cancelled', 'Signing in with Google was cancelled.'],
    [
      'github.expired',
      'Signing in with GitHub took too long, or was started in another window. Please try again.',
    ],
    [
      'google.unverified',
      'Google has not verified your email address, so it cannot sign you in here. Please use your email and password.',
    ],
    ['github.failed', 'GitHub did not answer as expected. Please try again, or use your email and password.'],
    ['google.busy', 'Too many attempts. Please wait a few minutes and try again.'],
    ['github.unset', 'GitHub sign-in is not set up on this site. Please use your email and password.'],
  ])('%s is reported in words', async (problem, sentence) => {
    await renderRoute(`/login#problem=${problem}`)
    expect(await screen.findByText(sentence)).toBeTruthy()
  })

  test('another fragment is ignored', async () => {
    await renderRoute('/login#problem=<b>evil</b>.failed')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByText(/evil/)).toBeNull()
  })
})
