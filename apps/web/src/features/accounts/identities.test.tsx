import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, breakNetwork, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const identity = { provider: 'google' as const, linkedAt: '2026-11-20T01:00:00.000Z' }
const listOf = (...data: { provider: 'google' | 'github'; linkedAt: string }[]) => ({
  success: true as const,
  data,
  meta: { total: data.length, nextCursor: null },
})

beforeEach(() => {
  answer('listIdentities', listOf(identity))
  answer('listSessions', { success: true, data: [], meta: { total: 0, nextCursor: null } })
})

const section = async () => within(await screen.findByRole('region', { name: 'Google and GitHub' }))

async function openRemoval() {
  const page = await renderRoute('/settings', { user: aisyah })
  await page.press.click(await screen.findByRole('button', { name: 'Remove the link with Google' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove the link with Google?' }))
  return { page, dialog }
}

test('a link is shown with its day, and is removed after a question', async () => {
  const calls = recordCalls('removeIdentity', { success: true })
  const { page, dialog } = await openRemoval()
  expect((await section()).getByText('Linked on 20 Nov 2026')).toBeTruthy()
  answer('listIdentities', listOf())
  await page.press.click(dialog.getByRole('button', { name: 'Remove link' }))
  expect(await screen.findByText('Link removed: Google')).toBeTruthy()
  expect(await screen.findByText('No Google or GitHub account is linked')).toBeTruthy()
  expect(calls[0]?.params['provider']).toBe('google')
})

test('the last way to sign in stays, and the dialog says what to do', async () => {
  refuse('removeIdentity', 'LAST_WAY_IN')
  const { page, dialog } = await openRemoval()
  await page.press.click(dialog.getByRole('button', { name: 'Remove link' }))
  expect(await dialog.findByText(/This is your only way to sign in\. Set a password/)).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Cancel' })).toBeTruthy()
})

test('links that could not be loaded can be retried', async () => {
  breakNetwork('listIdentities')
  const page = await renderRoute('/settings', { user: aisyah })
  expect(await screen.findByText('Your linked accounts could not be loaded')).toBeTruthy()
  answer('listIdentities', listOf(identity))
  await page.press.click((await section()).getByRole('button', { name: 'Try again' }))
  await waitFor(async () => expect((await section()).getByText('Google')).toBeTruthy(), { timeout: 10_000 })
})
