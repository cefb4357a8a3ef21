import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { recordCalls, refuse } from '#web/testing/mock-api.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

test('the link of a mail about questions stops these mails at a press, without signing in, and turns them on again', async () => {
  const stopped = recordCalls('stopQuestionMails', { success: true })
  const resumed = recordCalls('resumeQuestionMails', { success: true })
  const { press } = await renderRoute('/stop-question-mails/7.abc')
  const button = await screen.findByRole('button', { name: 'Stop Mails' })
  expect(stopped).toEqual([])
  await press.click(button)
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Mails about questions are stopped' }),
  ).toBeTruthy()
  expect(stopped[0]?.params).toMatchObject({ token: '7.abc' })
  await press.click(screen.getByRole('button', { name: 'Turn On Again' }))
  expect(await screen.findByRole('button', { name: 'Stop Mails' })).toBeTruthy()
  expect(resumed).toHaveLength(1)
})

test('a link of no mail about questions says what to do', async () => {
  refuse('stopQuestionMails', 'NOT_FOUND')
  const { press } = await renderRoute('/stop-question-mails/7.abc')
  await press.click(await screen.findByRole('button', { name: 'Stop Mails' }))
  expect(await screen.findByText(/^This link is not valid/)).toBeTruthy()
})
