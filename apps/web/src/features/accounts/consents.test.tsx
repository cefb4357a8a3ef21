import { newestDocuments } from '@apogee/contracts/accounts/legal-documents.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, breakNetwork, recordCalls } from '#web/testing/mock-api.ts'
import { aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const patient = { timeout: 10_000 }
const untold = { ...aisyah, newDocuments: [...newestDocuments] }
const listOf = <Item,>(...data: Item[]) => ({
  success: true as const,
  data,
  meta: { total: data.length, nextCursor: null },
})

beforeEach(() => {
  answer('listSessions', listOf())
  answer('recordConsents', { success: true })
})

const notice = async () => within(await screen.findByRole('region', { name: 'Changed documents' }, patient))

test('the notice says what changed and when, is recorded as shown, and its cross closes it', async () => {
  const calls = recordCalls('recordConsents', { success: true })
  const page = await renderRoute('/settings', { user: untold })
  const shown = await notice()
  expect(
    shown.getByText(/We changed the Privacy Policy on 30 Nov 2026: it names the notes that/),
  ).toBeTruthy()
  expect(shown.getByText(/We changed the Terms of Service on 23 Nov 2026: a certificate/)).toBeTruthy()
  const documents = [...newestDocuments]
  await waitFor(
    () => expect(calls.map(({ body }) => body)).toEqual([{ documents, way: 'notice-shown' }]),
    patient,
  )
  await page.press.click(shown.getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Changed documents' })).toBeNull(), patient)
  await waitFor(() => expect(calls[1]?.body).toEqual({ documents, way: 'notice-closed' }), patient)
  expect(document.activeElement?.id).toBe('main')
})

test('opening one text closes its part of the notice and leaves the other', async () => {
  const calls = recordCalls('recordConsents', { success: true })
  const page = await renderRoute('/settings', { user: untold })
  await page.press.click((await notice()).getByRole('link', { name: 'Read it: Privacy Policy' }))
  expect(page.address()).toBe('/privacy')
  const documents = newestDocuments.filter(({ document }) => document === 'privacy')
  await waitFor(() => expect(calls.at(-1)?.body).toEqual({ documents, way: 'notice-closed' }), patient)
})

test('a record that fails does not disturb: the notice closes, and would come with the next visit', async () => {
  breakNetwork('recordConsents')
  const page = await renderRoute('/settings', { user: untold })
  await page.press.click((await notice()).getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Changed documents' })).toBeNull(), patient)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('whoever has accepted the newest versions sees no notice', async () => {
  await renderRoute('/settings', { user: aisyah })
  await screen.findByRole('heading', { name: 'Settings' }, patient)
  expect(screen.queryByRole('region', { name: 'Changed documents' })).toBeNull()
})

const data = async () => within(await screen.findByRole('region', { name: 'Your data' }, patient))

test('Settings lists what was accepted, when and how, with links to the texts', async () => {
  const at = '2026-11-27T02:05:00.000Z'
  answer(
    'listConsents',
    listOf(
      { document: 'privacy' as const, version: '2026-11-27', way: 'notice-closed' as const, at },
      { document: 'privacy' as const, version: '2026-11-26', way: 'registration' as const, at },
    ),
  )
  await renderRoute('/settings', { user: aisyah })
  const section = await data()
  expect(
    await section.findByText(
      'Version of 27 Nov 2026: you read or closed our notice on 27 Nov 2026, 10:05',
      undefined,
      patient,
    ),
  ).toBeTruthy()
  expect(
    section.getByText('Version of 26 Nov 2026: accepted with your registration on 27 Nov 2026, 10:05'),
  ).toBeTruthy()
  expect(section.getByText(/Nothing is recorded yet/)).toBeTruthy()
  expect(section.getByRole('link', { name: 'Terms of Service' }).getAttribute('href')).toBe('/terms')
  expect(section.getByRole('link', { name: 'announcements of courses' }).getAttribute('href')).toContain(
    '#announcement-mails-heading',
  )
})

test('a list that could not be loaded can be retried', async () => {
  breakNetwork('listConsents')
  const page = await renderRoute('/settings', { user: aisyah })
  const section = await data()
  const retry = await section.findByRole('button', { name: 'Try again' }, patient)
  answer('listConsents', listOf())
  await page.press.click(retry)
  expect((await section.findAllByText(/Nothing is recorded yet/, undefined, patient)).length).toBe(2)
})

test('a sign-in that has cancelled the deletion of the account says so, until its cross is pressed', async () => {
  const { press } = await renderRoute('/settings', { user: { ...aisyah, isDeletionCancelled: true } })
  const region = await screen.findByRole('region', { name: 'Your account stays' }, patient)
  expect(within(region).getByText('Your account stays: signing in has cancelled its deletion.')).toBeTruthy()
  await press.click(within(region).getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('region', { name: 'Your account stays' })).toBeNull()
})
