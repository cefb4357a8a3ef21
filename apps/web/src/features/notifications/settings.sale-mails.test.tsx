import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, breakNetwork, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { admin, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { answerSellersSettings } from '#web/testing/settings.ts'

beforeEach(() => {
  answerSellersSettings()
  answer('listSessions', { success: true, data: [], meta: { total: 0, nextCursor: null } })
})

const section = async () => within(await screen.findByRole('region', { name: 'Emails about sales' }))

test('a seller chooses each, daily or never, and the choice is saved', async () => {
  answer('readSaleMails', { success: true, data: { wanted: 'daily' } })
  const { press } = await renderRoute('/settings', { user: admin })
  const form = await section()
  const choice = await form.findByLabelText<HTMLSelectElement>('Send emails')
  expect(choice.value).toBe('daily')
  await press.selectOptions(choice, 'Never')
  refuse('updateSaleMails', 'FORBIDDEN')
  await press.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByRole('alert')).toBeTruthy()
  expect(choice.value).toBe('never')
  const calls = recordCalls('updateSaleMails', { success: true, data: { wanted: 'never' } })
  await press.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('Your choice is saved.')).toBeTruthy()
  expect(calls.map(({ body }) => body)).toEqual([{ wanted: 'never' }])
})

test('a choice of sale mails that could not be loaded can be retried', async () => {
  breakNetwork('readSaleMails')
  const { press } = await renderRoute('/settings', { user: admin })
  const form = await section()
  expect(await form.findByText('Your choice could not be loaded')).toBeTruthy()
  answer('readSaleMails', { success: true, data: { wanted: 'each' } })
  await press.click(form.getByRole('button', { name: 'Try again' }))
  expect(await form.findByLabelText('Send emails')).toBeTruthy()
})

test('a person who sells nothing does not see the choice', async () => {
  await renderRoute('/settings', { user: aisyah })
  await screen.findByRole('heading', { name: 'Settings', level: 1 })
  expect(screen.queryByRole('region', { name: 'Emails about sales' })).toBeNull()
})
