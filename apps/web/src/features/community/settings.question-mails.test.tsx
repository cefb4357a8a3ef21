import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, breakNetwork, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

beforeEach(() => answer('listSessions', { success: true, data: [], meta: { total: 0, nextCursor: null } }))

const section = async () => within(await screen.findByRole('region', { name: 'Emails about questions' }))
const findSwitch = async () =>
  (await section()).findByRole<HTMLInputElement>('switch', { name: 'Email me about questions' })

test('a learner turns the mails about questions off, and a failure turns the switch back', async () => {
  const { press } = await renderRoute('/settings', { user: aisyah })
  const choice = await findSwitch()
  expect(choice.checked).toBe(true)
  refuse('updateQuestionMails', 'TOO_MANY_ATTEMPTS')
  await press.click(choice)
  expect(await screen.findByText(/Too many attempts/)).toBeTruthy()
  expect(choice.checked).toBe(true)
  const calls = recordCalls('updateQuestionMails', { success: true, data: { wanted: false } })
  await press.click(choice)
  await waitFor(() => expect(choice.checked).toBe(false))
  await waitFor(() => expect(calls.map(({ body }) => body)).toEqual([{ wanted: false }]))
  expect(await (await section()).findByText('Off')).toBeTruthy()
})

test('the index of the settings leads to the mails about questions', async () => {
  await renderRoute('/settings', { user: aisyah })
  const index = within(await screen.findByRole('navigation', { name: 'Settings sections' }))
  const link = index.getByRole('link', { name: 'Emails about questions' })
  const heading = await (await section()).findByRole('heading', { name: 'Emails about questions' })
  expect(link.getAttribute('href')).toBe(`/settings#${heading.id}`)
})

test('a choice of mails about questions that could not be loaded can be retried', async () => {
  breakNetwork('readQuestionMails')
  const { press } = await renderRoute('/settings', { user: aisyah })
  expect(await (await section()).findByText('Your choice could not be loaded')).toBeTruthy()
  answer('readQuestionMails', { success: true, data: { wanted: false } })
  await press.click((await section()).getByRole('button', { name: 'Try again' }))
  expect((await findSwitch()).checked).toBe(false)
})
