import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { askOverThePage, proofQuestion } from '#web/platform/session/proof.ts'
import { answer, breakNetwork, recordCalls, refusal, refuse } from '#web/testing/mock-api.ts'
import {
  createdCredential,
  creationOptions,
  declined,
  requestOptions,
  sentCredential,
  stubPasskeys,
  usedCredential,
} from '#web/testing/passkeys.ts'
import { aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { answerSellersSettings } from '#web/testing/settings.ts'

const signedIn = { success: true as const, data: { token: 'token-of-7', user: aisyah } }
const options = { success: true as const, data: requestOptions }
const used = sentCredential({ signature: 'c2lnbmVk', userHandle: 'aGFuZGxl' })
const phone = {
  id: 3,
  name: 'Blue phone',
  isSynced: true,
  createdAt: '2026-11-20T01:00:00.000Z',
  lastUsedAt: null,
}
const listOf = (...data: (typeof phone)[]) => ({
  success: true as const,
  data,
  meta: { total: data.length, nextCursor: null },
})
const emptyList = { success: true as const, data: [], meta: { total: 0, nextCursor: null } }

beforeEach(() => answer('listEnrolledCourses', emptyList))
afterEach(() => vi.unstubAllGlobals())

const useButton = () => screen.findByRole('button', { name: 'Use a passkey' })

describe('signing in with a passkey', () => {
  test('a press asks the browser, and leads to the dashboard', async () => {
    stubPasskeys().get.mockResolvedValue(usedCredential())
    answer('beginPasskeySignIn', options)
    const calls = recordCalls('completePasskeySignIn', signedIn)
    const page = await renderRoute('/login')
    await page.press.click(await useButton())
    await waitFor(() => expect(page.address()).toBe('/dashboard'))
    expect(calls.map(({ body }) => body)).toEqual([{ credential: used }])
  })

  test('one button of the page is called Sign In', async () => {
    await renderRoute('/login')
    await useButton()
    expect(screen.getAllByRole('button', { name: /sign in/i })).toHaveLength(1)
  })

  test('the browser offers passkeys below the field without a press', async () => {
    const { get } = stubPasskeys({ offers: true })
    get.mockResolvedValueOnce(usedCredential())
    answer('beginPasskeySignIn', options)
    const calls = recordCalls('completePasskeySignIn', signedIn)
    const page = await renderRoute('/login')
    await waitFor(() => expect(page.address()).toBe('/dashboard'))
    expect(get.mock.calls[0]?.[0].mediation).toBe('conditional')
    expect(calls).toHaveLength(1)
  })

  test('an offer that ends, or has no network, says nothing', async () => {
    const { get } = stubPasskeys({ offers: true })
    answer('beginPasskeySignIn', options)
    const page = await renderRoute('/login')
    await waitFor(() => expect(get).toHaveBeenCalledTimes(1))
    page.unmount()
    breakNetwork('beginPasskeySignIn')
    await renderRoute('/login')
    await useButton()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByText(/passkey could not|No passkey/)).toBeNull()
  })

  test('a declined question, a refusal and a browser without passkeys are said', async () => {
    const { get } = stubPasskeys()
    answer('beginPasskeySignIn', options)
    refuse('completePasskeySignIn', 'PASSKEY_REFUSED')
    const page = await renderRoute('/login')
    await page.press.click(await useButton())
    expect(await screen.findByText(/^No passkey was used/)).toBeTruthy()
    get.mockResolvedValue(usedCredential())
    await page.press.click(await useButton())
    expect(await screen.findByText(/^This passkey was refused/)).toBeTruthy()
    vi.unstubAllGlobals()
    await page.press.click(await useButton())
    expect(await screen.findByText(/^Passkeys do not work in this browser/)).toBeTruthy()
  })

  test('it takes the second factor, where the account has passkeys', async () => {
    stubPasskeys().get.mockResolvedValue(usedCredential())
    refuse('login', 'SECOND_FACTOR_REQUIRED')
    const begun = recordCalls('beginPasskeySignIn', options)
    const page = await renderRoute('/login')
    await page.press.type(screen.getByLabelText('Email'), 'student@apogee.test')
    await page.press.type(screen.getByLabelText('Password'), 'Apogee-Demo-1')
    await page.press.click(screen.getByRole('button', { name: 'Sign In' }))
    await screen.findByRole('heading', { name: 'Enter your code' })
    const calls = recordCalls('completePasskeySignIn', signedIn)
    await page.press.click(screen.getByLabelText(/Do not ask again in this browser/))
    await page.press.click(await useButton())
    await waitFor(() => expect(page.address()).toBe('/dashboard'))
    expect(begun.map(({ body }) => body)).toEqual([{ secondStep: true }])
    expect(calls.map(({ body }) => body)).toEqual([{ credential: used, rememberDevice: true }])
  })
})

describe('passkeys in Settings', () => {
  beforeEach(() => {
    answerSellersSettings()
    answer('listSessions', emptyList)
    answer('listSignInProviders', { success: true, data: { google: null, github: null } })
  })
  const section = async () => within(await screen.findByRole('region', { name: 'Passkeys' }))
  const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

  test('one is added under the name that the person gives', async () => {
    stubPasskeys().create.mockResolvedValue(createdCredential())
    answer('beginPasskey', { success: true, data: creationOptions })
    const calls = recordCalls('addPasskey', { success: true, data: phone })
    const page = await renderRoute('/settings', { user: aisyah })
    const passkeys = await section()
    expect(await passkeys.findByText('You have no passkeys yet')).toBeTruthy()
    await page.press.click(passkeys.getByRole('button', { name: 'Add a passkey' }))
    const asked = await dialog('Add a passkey')
    const name = asked.getByLabelText<HTMLInputElement>('Name')
    expect(name.value).not.toBe('')
    await page.press.clear(name)
    await page.press.type(name, 'Blue phone')
    answer('listPasskeys', listOf(phone))
    await page.press.click(asked.getByRole('button', { name: 'Continue' }))
    expect(await passkeys.findByText('Blue phone')).toBeTruthy()
    expect(passkeys.getByText('Synced')).toBeTruthy()
    expect(calls.map(({ body }) => body)).toEqual([
      { name: 'Blue phone', credential: sentCredential({ attestationObject: 'bWFkZQ' }) },
    ])
  })

  test('a question that is declined keeps the name; a device that has one is named', async () => {
    const { create } = stubPasskeys()
    answer('beginPasskey', { success: true, data: creationOptions })
    const page = await renderRoute('/settings', { user: aisyah })
    await page.press.click(await (await section()).findByRole('button', { name: 'Add a passkey' }))
    const asked = await dialog('Add a passkey')
    const name = asked.getByLabelText<HTMLInputElement>('Name')
    await page.press.clear(name)
    await page.press.type(name, 'Mine')
    await page.press.click(asked.getByRole('button', { name: 'Continue' }))
    expect(await asked.findByText(/^No passkey was made/)).toBeTruthy()
    create.mockRejectedValue(new DOMException('known', 'InvalidStateError'))
    await page.press.click(asked.getByRole('button', { name: 'Continue' }))
    expect(await asked.findByText(/^This device has a passkey/)).toBeTruthy()
    expect(name.value).toBe('Mine')
  })

  test('one is renamed and removed', async () => {
    stubPasskeys()
    answer('listPasskeys', listOf(phone))
    const page = await renderRoute('/settings', { user: aisyah })
    const passkeys = await section()
    await page.press.click(await passkeys.findByRole('button', { name: 'Rename Blue phone' }))
    const renaming = await dialog('Rename passkey')
    const renames = recordCalls('renamePasskey', { success: true, data: { ...phone, name: 'Old phone' } })
    await page.press.clear(renaming.getByLabelText('Name'))
    await page.press.type(renaming.getByLabelText('Name'), 'Old phone')
    answer('listPasskeys', listOf({ ...phone, name: 'Old phone' }))
    await page.press.click(renaming.getByRole('button', { name: 'Save' }))
    await page.press.click(await passkeys.findByRole('button', { name: 'Remove Old phone' }))
    const asked = within(await screen.findByRole('alertdialog', { name: 'Remove the passkey Old phone?' }))
    const removals = recordCalls('removePasskey', { success: true })
    answer('listPasskeys', listOf())
    await page.press.click(asked.getByRole('button', { name: 'Remove' }))
    expect(await passkeys.findByText('You have no passkeys yet')).toBeTruthy()
    expect([renames.map(({ body }) => body), removals.length]).toEqual([[{ name: 'Old phone' }], 1])
  })

  test('where the browser has none, the list stays and says so; a list that fails says so, too', async () => {
    answer('listPasskeys', listOf(phone))
    const page = await renderRoute('/settings', { user: aisyah })
    const passkeys = await section()
    expect(await passkeys.findByText('Blue phone')).toBeTruthy()
    expect(passkeys.getByText('This browser cannot add passkeys at this address.')).toBeTruthy()
    expect(passkeys.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
    page.unmount()
    refuse('listPasskeys', 'UNAVAILABLE')
    await renderRoute('/settings', { user: aisyah })
    expect(await (await section()).findByText('Your passkeys could not be loaded')).toBeTruthy()
  })

  test('a change that needs a fresh proof takes a passkey in place of the password', async () => {
    const { get } = stubPasskeys()
    answer('listPasskeys', listOf(phone))
    let asks = 0
    answer('removePasskey', () => (asks++ === 0 ? refusal('FRESH_PROOF_REQUIRED') : { success: true }))
    answer('beginPasskeyProof', options)
    const page = await renderRoute('/settings', { user: aisyah })
    await page.press.click(await (await section()).findByRole('button', { name: 'Remove Blue phone' }))
    const asked = within(await screen.findByRole('alertdialog', { name: /Remove the passkey/ }))
    await page.press.click(asked.getByRole('button', { name: 'Remove' }))
    const proof = await dialog('Confirm that it is you')
    const calls = recordCalls('confirmByPasskey', { success: true, data: { token: 'renewed' } })
    await page.press.click(await proof.findByRole('button', { name: 'Use a passkey' }))
    expect(await proof.findByText(/^No passkey was used/)).toBeTruthy()
    get.mockResolvedValue(usedCredential())
    await page.press.click(proof.getByRole('button', { name: 'Use a passkey' }))
    expect(await screen.findByText('Passkey removed: Blue phone')).toBeTruthy()
    expect([asks, calls.map(({ body }) => body)]).toEqual([2, [{ credential: used }]])
  })

  test('the dialog offers no passkey to a person without one', async () => {
    stubPasskeys().get.mockImplementation(declined)
    answer('listPasskeys', listOf(phone))
    answer('removePasskey', () => refusal('FRESH_PROOF_REQUIRED'))
    const begun = recordCalls('beginPasskeyProof', { success: true, data: null })
    const page = await renderRoute('/settings', { user: aisyah })
    await page.press.click(await (await section()).findByRole('button', { name: 'Remove Blue phone' }))
    const asked = within(await screen.findByRole('alertdialog', { name: /Remove the passkey/ }))
    await page.press.click(asked.getByRole('button', { name: 'Remove' }))
    const proof = await dialog('Confirm that it is you')
    await waitFor(() => expect(begun).toHaveLength(1))
    expect(proof.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
    await page.press.click(proof.getByRole('button', { name: 'Cancel' }))
  })

  /** Removing a passkey requires re-authentication. */
  async function askedForProof() {
    answer('listPasskeys', listOf(phone))
    let asks = 0
    answer('removePasskey', () => (asks++ === 0 ? refusal('FRESH_PROOF_REQUIRED') : { success: true }))
    const page = await renderRoute('/settings', { user: aisyah })
    await page.press.click(await (await section()).findByRole('button', { name: 'Remove Blue phone' }))
    const asked = within(await screen.findByRole('alertdialog', { name: /Remove the passkey/ }))
    await page.press.click(asked.getByRole('button', { name: 'Remove' }))
    return { page, proof: await dialog('Confirm that it is you') }
  }

  test('a session that ended before the question is replaced by a sign-in with the passkey', async () => {
    stubPasskeys().get.mockResolvedValue(usedCredential())
    refuse('beginPasskeyProof', 'UNAUTHENTICATED')
    answer('beginPasskeySignIn', options)
    const { page, proof } = await askedForProof()
    const calls = recordCalls('completePasskeySignIn', signedIn)
    await page.press.click(await proof.findByRole('button', { name: 'Use a passkey' }))
    expect(await screen.findByText('Passkey removed: Blue phone')).toBeTruthy()
    expect(calls).toHaveLength(1)
  })

  test('so is one that ended during the question, by a second press', async () => {
    stubPasskeys().get.mockResolvedValue(usedCredential())
    answer('beginPasskeyProof', options)
    refuse('confirmByPasskey', 'UNAUTHENTICATED')
    const begun = recordCalls('beginPasskeySignIn', options)
    const { page, proof } = await askedForProof()
    const calls = recordCalls('completePasskeySignIn', signedIn)
    await page.press.click(await proof.findByRole('button', { name: 'Use a passkey' }))
    await waitFor(() => expect(begun).toHaveLength(1), { timeout: 10_000 })
    await page.press.click(await proof.findByRole('button', { name: 'Use a passkey' }))
    expect(await screen.findByText('Passkey removed: Blue phone')).toBeTruthy()
    expect(calls).toHaveLength(1)
  })

  test('a closed dialog ends the browser’s question, and a late answer is not sent', async () => {
    const { get } = stubPasskeys()
    const late = Promise.withResolvers<object>()
    get.mockReturnValue(late.promise)
    answer('beginPasskeyProof', options)
    const { page, proof } = await askedForProof()
    const calls = recordCalls('confirmByPasskey', { success: true, data: { token: 'renewed' } })
    await page.press.click(await proof.findByRole('button', { name: 'Use a passkey' }))
    await waitFor(() => expect(get).toHaveBeenCalled(), { timeout: 10_000 })
    await page.press.click(proof.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(get.mock.calls[0]?.[0].signal?.aborted).toBe(true), { timeout: 10_000 })
    await act(async () => {
      late.resolve(usedCredential())
      await late.promise
    })
    expect(calls).toHaveLength(0)
  })

  test('the late end of a question does not touch a newer one', async () => {
    const first = askOverThePage('stale', aisyah)
    const former = proofQuestion.getState() ?? expect.fail()
    former.end(false)
    const second = askOverThePage('stale', aisyah)
    former.end(true)
    const open = proofQuestion.getState() ?? expect.fail()
    open.end(true)
    expect([await first, await second]).toEqual([false, true])
  })
})
