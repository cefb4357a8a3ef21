import type { EmailChange, EmailChangeLink } from '@apogee/contracts/accounts/email-changes.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { answer, breakNetwork, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const done = { success: true as const }
const moved = 'aisyah@new.test'
const open: EmailChange = {
  email: moved,
  isNewConfirmed: false,
  isOldConfirmed: false,
  askedAt: '2026-11-20T01:00:00.000Z',
  expiresAt: '2026-12-04T01:00:00.000Z',
  finishFrom: '2026-11-27T01:00:00.000Z',
  mayFinish: false,
}
const isOpen = (change: Partial<EmailChange> | null) =>
  answer('readEmailChange', { success: true, data: change && { ...open, ...change } })

describe('in Settings', () => {
  beforeEach(() => {
    answer('listSessions', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  })
  const section = async () => within(await screen.findByRole('region', { name: 'Email address' }))

  test('a request is sent once, and shows what it waits for', async () => {
    const calls = recordCalls('askEmailChange', { success: true, data: open })
    const page = await renderRoute('/settings', { user: aisyah })
    await page.press.click(await screen.findByRole('button', { name: 'Change email address' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Change email address' }))
    await page.press.click(dialog.getByRole('button', { name: 'Send links' }))
    expect(await dialog.findByText('Email is required')).toBeTruthy()
    await page.press.type(dialog.getByLabelText('New email address'), moved)
    isOpen({})
    await page.press.click(dialog.getByRole('button', { name: 'Send links' }))
    expect(await screen.findByText(`Links are on their way. Look for one at ${moved}, too.`)).toBeTruthy()
    expect(await (await section()).findByText(`Changing to ${moved}`)).toBeTruthy()
    expect((await section()).getAllByText('Not confirmed yet')).toHaveLength(2)
    expect(calls.map(({ body }) => body)).toEqual([{ email: moved }])
  })

  test('a refused request stays in its field', async () => {
    refuse('askEmailChange', 'EMAIL_UNCHANGED')
    const page = await renderRoute('/settings', { user: aisyah })
    await page.press.click(await screen.findByRole('button', { name: 'Change email address' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Change email address' }))
    const field = dialog.getByLabelText<HTMLInputElement>('New email address')
    await page.press.type(field, aisyah.email)
    await page.press.click(dialog.getByRole('button', { name: 'Send links' }))
    expect(await dialog.findByText('This is the email address of your account already')).toBeTruthy()
    expect(field.value).toBe(aisyah.email)
  })

  test('an open request can be withdrawn', async () => {
    isOpen({ isNewConfirmed: true })
    const calls = recordCalls('cancelEmailChange', done)
    const page = await renderRoute('/settings', { user: aisyah })
    const withdraw = await screen.findByRole('button', { name: 'Withdraw' })
    isOpen(null)
    await page.press.click(withdraw)
    expect(await screen.findByRole('button', { name: 'Change email address' })).toBeTruthy()
    expect(calls).toHaveLength(1)
  })

  test.each([
    ['not before its time', { isNewConfirmed: true }, false],
    ['afterwards', { isNewConfirmed: true, mayFinish: true }, true],
  ])('finishing without the present address is offered %s: %o', async (_, change, isOffered) => {
    isOpen(change)
    await renderRoute('/settings', { user: aisyah })
    await screen.findByRole('button', { name: 'Withdraw' })
    expect(screen.queryByRole('button', { name: `Finish without ${aisyah.email}` }) !== null).toBe(isOffered)
  })

  test('a refused finish says why, and the request stays', async () => {
    isOpen({ isNewConfirmed: true, mayFinish: true })
    refuse('finishEmailChange', 'EMAIL_CHANGE_NEEDS_SECOND_STEP')
    const page = await renderRoute('/settings', { user: aisyah })
    await page.press.click(await screen.findByRole('button', { name: `Finish without ${aisyah.email}` }))
    expect(
      await screen.findByText(/this needs two-factor authentication or a passkey from before your request/),
    ).toBeTruthy()
    expect((await section()).getByText(`Changing to ${moved}`)).toBeTruthy()
  })

  test('an address that could not be loaded can be retried', async () => {
    breakNetwork('readEmailChange')
    const page = await renderRoute('/settings', { user: aisyah })
    expect(await screen.findByText('Your email address could not be loaded')).toBeTruthy()
    isOpen(null)
    await page.press.click((await section()).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('button', { name: 'Change email address' })).toBeTruthy()
  })
})

describe('the page of a link', () => {
  const linkIs = (link: Partial<EmailChangeLink>) =>
    answer('readEmailChangeLink', {
      success: true,
      data: {
        kind: 'new',
        oldEmail: aisyah.email,
        newEmail: moved,
        isOwn: true,
        isConfirmed: false,
        ...link,
      },
    })
  const button = (name: string) => screen.findByRole('button', { name })
  const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

  test('the first confirmation says where the other link is', async () => {
    linkIs({})
    const calls = recordCalls('confirmEmailChange', { success: true, data: { isChanged: false } })
    const page = await renderRoute('/change-email/abc', { user: aisyah })
    expect(await heading(`Change your email address to ${moved}?`)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Stop the change' })).toBeNull()
    expect(calls).toEqual([])
    await page.press.click(await button('Confirm change'))
    expect(await heading('This address is confirmed')).toBeTruthy()
    expect(screen.getByText(`Now open the link in the email that we sent to ${aisyah.email}.`)).toBeTruthy()
    expect(calls.map(({ body }) => body)).toEqual([{ token: 'abc' }])
  })

  test.each([
    { kind: 'old', known: [aisyah.email] },
    { kind: 'new', known: [] },
  ] as const)('the link to the $kind address offers password managers $known', async ({ kind, known }) => {
    linkIs({ kind, isOwn: false })
    await renderRoute('/change-email/abc')
    expect(await screen.findByLabelText('Password')).toBeTruthy()
    const offered = document.querySelectorAll<HTMLInputElement>('input[autocomplete="username"]')
    expect([...offered].map(({ value }) => value)).toEqual(known)
  })

  test('the last confirmation, with the password of the account, changes the address', async () => {
    linkIs({ kind: 'old', isOwn: false })
    const calls = recordCalls('confirmEmailChange', { success: true, data: { isChanged: true } })
    const page = await renderRoute('/change-email/abc')
    await page.press.type(await screen.findByLabelText('Password'), 'Apogee-Demo-1')
    await page.press.click(await button('Confirm change'))
    expect(await heading('Your email address has been changed')).toBeTruthy()
    expect(screen.getByText(`Sign in with ${moved} from now on.`)).toBeTruthy()
    expect(calls.map(({ body }) => body)).toEqual([{ token: 'abc', password: 'Apogee-Demo-1' }])
  })

  test('a wrong password and a taken address are said, and the input stays', async () => {
    linkIs({ isOwn: false })
    refuse('confirmEmailChange', 'WRONG_PASSWORD')
    const page = await renderRoute('/change-email/abc')
    const field = await screen.findByLabelText<HTMLInputElement>('Password')
    await page.press.type(field, 'wrong')
    await page.press.click(await button('Confirm change'))
    expect(await screen.findByText('This is not the password for this account')).toBeTruthy()
    refuse('confirmEmailChange', 'EMAIL_EXISTS')
    await page.press.click(await button('Confirm change'))
    expect(await screen.findByText(/This email is already registered/)).toBeTruthy()
    expect(field.value).toBe('wrong')
  })

  test('the old mailbox stops the change, and is led to a new password', async () => {
    linkIs({ kind: 'old', isOwn: false })
    const calls = recordCalls('stopEmailChange', done)
    const page = await renderRoute('/change-email/abc')
    await page.press.click(await button('Stop the change'))
    expect(await heading('The change was stopped')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Set a new password' }).getAttribute('href')).toBe(
      '/forgot-password',
    )
    expect(calls.map(({ body }) => body)).toEqual([{ token: 'abc' }])
  })

  test('the former mailbox undoes the change', async () => {
    linkIs({ kind: 'undo', isOwn: false })
    const calls = recordCalls('undoEmailChange', done)
    const page = await renderRoute('/change-email/abc')
    expect(await heading(`Restore ${aisyah.email}?`)).toBeTruthy()
    await page.press.click(await button('Restore address'))
    expect(await heading('Your former email address is restored')).toBeTruthy()
    expect(calls.map(({ body }) => body)).toEqual([{ token: 'abc' }])
  })

  test('a spent link says so', async () => {
    refuse('readEmailChangeLink', 'LINK_EXPIRED')
    await renderRoute('/change-email/abc')
    expect(await heading('This link does not work')).toBeTruthy()
  })

  test('a link that is spent while its page is open says so', async () => {
    linkIs({ kind: 'undo' })
    refuse('undoEmailChange', 'LINK_EXPIRED')
    const page = await renderRoute('/change-email/abc')
    await page.press.click(await button('Restore address'))
    expect(await heading('This link does not work')).toBeTruthy()
  })
})
