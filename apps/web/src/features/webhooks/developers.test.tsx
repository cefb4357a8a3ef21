import type { ApiToken } from '@apogee/contracts/accounts/api-tokens.ts'
import type { Webhook, WebhookDelivery } from '@apogee/contracts/webhooks/webhooks.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { answer, breakNetwork, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const token: ApiToken = {
  id: 3,
  name: 'Payroll',
  scopes: ['courses:read', 'people:read'],
  endsWith: 'x9Qa',
  hasEnded: false,
  lacksSecondFactor: false,
  owner: { id: admin.id, name: admin.name },
  createdAt: '2026-11-01T00:00:00.000Z',
  expiresAt: '2999-01-30T00:00:00.000Z',
  lastUsedAt: null,
}
const webhook: Webhook = {
  id: 5,
  url: 'https://hr.example.com/apogee',
  events: ['order.paid'],
  isEnabled: true,
  failingSince: null,
  formerSecretUntil: null,
  createdAt: '2026-11-01T00:00:00.000Z',
}
const delivery: WebhookDelivery = {
  id: 9,
  messageId: 'msg_1',
  type: 'order.paid',
  state: 'failed',
  attempts: 10,

  createdAt: '2026-11-20T01:00:00.000Z',
  nextAttemptAt: null,
  lastAttemptAt: '2026-11-23T01:00:00.000Z',
  responseStatus: 500,
  responseText: 'Out of order',
  failure: null,
  durationMs: 42,
  body: '{"type":"order.paid","data":{"order":{"id":"abc"}}}',
}
const meta = { total: 1, nextCursor: null }
const none = { total: 0, nextCursor: null }

beforeEach(() => {
  answer('listApiTokens', { success: true, data: [token], meta })
  answer('listWebhooks', { success: true, data: [webhook], meta })
  answer('listWebhookDeliveries', { success: true, data: [delivery], meta })
})

async function open(user = admin) {
  const page = await renderRoute('/studio/developers', { user })
  const region = async (name: string) => within(await screen.findByRole('region', { name }))
  return { ...page, region }
}

describe('API tokens', () => {
  test('API tokens are listed with their end, last use and scopes', async () => {
    const { region } = await open()
    const tokens = await region('API tokens')
    expect(await tokens.findByText('Payroll')).toBeTruthy()
    expect(tokens.getByText('••••x9Qa · Ends on 30 Jan 2999 · Never used')).toBeTruthy()
    expect(tokens.getByText('courses:read · people:read')).toBeTruthy()
  })

  test('that were made before the second factor of their owner say that they are refused, and what to do', async () => {
    answer('listApiTokens', { success: true, data: [{ ...token, lacksSecondFactor: true }], meta })
    const { region } = await open()
    const tokens = await region('API tokens')
    expect(await tokens.findByText('Ended')).toBeTruthy()
    expect(tokens.getByText(/^Refused: .*Revoke it and create a new one\.$/)).toBeTruthy()
  })

  test('an empty list of API tokens says what to do', async () => {
    answer('listApiTokens', { success: true, data: [], meta: none })
    const { region } = await open()
    expect(await (await region('API tokens')).findByText('No tokens yet')).toBeTruthy()
  })

  test('that could not be loaded can be retried', async () => {
    breakNetwork('listApiTokens')
    const { region } = await open()
    const tokens = await region('API tokens')
    expect(await tokens.findByText('The API tokens could not be loaded')).toBeTruthy()
    expect(tokens.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })

  test('a token is made with chosen scopes and an end, and shown once', async () => {
    const made = { ...token, token: 'apg_secret' }
    const sent = recordCalls('createApiToken', { success: true, data: made })
    const { press, region } = await open()
    await press.click(await (await region('API tokens')).findByRole('button', { name: 'Create token' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create token' }))
    await press.type(dialog.getByRole('textbox', { name: 'Name' }), 'Payroll')
    await press.click(dialog.getByRole('button', { name: 'Create token' }))
    expect(await dialog.findByText('Choose at least one scope.')).toBeTruthy()
    await press.click(dialog.getByRole('checkbox', { name: 'Read courses, drafts included' }))
    await press.selectOptions(dialog.getByRole('combobox', { name: 'Ends after' }), '180 days')
    await press.click(dialog.getByRole('button', { name: 'Create token' }))
    const secret = within(await screen.findByRole('dialog', { name: 'Your new token' }))
    expect(sent.map(({ body }) => body)).toEqual([
      { name: 'Payroll', scopes: ['courses:read'], expiresInDays: 180 },
    ])
    expect(secret.getByDisplayValue('apg_secret')).toBeTruthy()
    await press.click(secret.getByRole('button', { name: 'Done' }))
    expect(screen.queryByDisplayValue('apg_secret')).toBeNull()
  })

  test('a refused token keeps what was typed and says why', async () => {
    refuse('createApiToken', 'TOO_MANY_API_TOKENS')
    const { press, region } = await open()
    await press.click(await (await region('API tokens')).findByRole('button', { name: 'Create token' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create token' }))
    await press.type(dialog.getByRole('textbox', { name: 'Name' }), 'Payroll')
    await press.click(dialog.getByRole('checkbox', { name: 'Read orders' }))
    await press.click(dialog.getByRole('button', { name: 'Create token' }))
    expect(await dialog.findByText(/You have 20 API tokens/)).toBeTruthy()
    expect(dialog.getByDisplayValue('Payroll')).toBeTruthy()
  })

  test('a token is revoked after a question', async () => {
    const sent = recordCalls('revokeApiToken', { success: true })
    const { press, region } = await open()
    await press.click(await (await region('API tokens')).findByRole('button', { name: 'Revoke Payroll' }))
    await press.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Revoke' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(await screen.findByText('Payroll is revoked')).toBeTruthy()
  })
})

describe('webhooks', () => {
  test('webhooks are listed with their events, and turned off at once', async () => {
    const sent = recordCalls('updateWebhook', { success: true, data: { ...webhook, isEnabled: false } })
    const { press, region } = await open()
    const webhooks = await region('Webhooks')
    expect(await webhooks.findByText('An order was paid')).toBeTruthy()
    await press.click(webhooks.getByRole('switch', { name: 'On: https://hr.example.com/apogee' }))
    await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ isEnabled: false }]))
  })

  test('an empty list of webhooks says what to do', async () => {
    answer('listWebhooks', { success: true, data: [], meta: none })
    const { region } = await open()
    expect(await (await region('Webhooks')).findByText('No webhooks yet')).toBeTruthy()
  })

  test('that could not be loaded can be retried', async () => {
    breakNetwork('listWebhooks')
    const { region } = await open()
    const webhooks = await region('Webhooks')
    expect(await webhooks.findByText('The webhooks could not be loaded')).toBeTruthy()
    expect(webhooks.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })

  test('a refused address is shown at its field, and an accepted one shows the secret', async () => {
    refuse('createWebhook', 'WEBHOOK_ADDRESS_REFUSED')
    const { press, region } = await open()
    await press.click(await (await region('Webhooks')).findByRole('button', { name: 'Add webhook' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Add webhook' }))
    await press.type(dialog.getByRole('textbox', { name: 'Address' }), 'https://10.0.0.1/')
    await press.click(dialog.getByRole('checkbox', { name: 'A course was published' }))
    await press.click(dialog.getByRole('button', { name: 'Add webhook' }))
    expect(await dialog.findByText(/Webhooks go to public addresses/)).toBeTruthy()
    refuse('createWebhook', 'WEBHOOK_HOST_NOT_LISTED')
    await press.click(dialog.getByRole('button', { name: 'Add webhook' }))
    expect(await dialog.findByText(/the host of this address is not one of them/)).toBeTruthy()
    const sent = recordCalls('createWebhook', { success: true, data: { ...webhook, secret: 'whsec_abc' } })
    await press.click(dialog.getByRole('button', { name: 'Add webhook' }))
    expect(await screen.findByDisplayValue('whsec_abc')).toBeTruthy()
    expect(sent.map(({ body }) => body)).toEqual([{ url: 'https://10.0.0.1/', events: ['course.published'] }])
  })

  test('the log shows each message with its answer, is filtered, and sends one again', async () => {
    const resent = recordCalls('resendWebhookDelivery', { success: true, data: delivery })
    const { press, region } = await open()
    const webhooks = await region('Webhooks')
    await press.click(
      await webhooks.findByRole('button', { name: 'Show the log of https://hr.example.com/apogee' }),
    )
    const log = await region('Log of the last 30 days')
    await press.click(await log.findByText('order.paid'))
    expect(log.getByText('msg_1 · 10 attempts · Answer 500 · Took 42 ms')).toBeTruthy()
    expect(log.getByText('Out of order')).toBeTruthy()
    await press.click(log.getByRole('button', { name: 'Send order.paid again' }))
    await waitFor(() => expect(resent).toHaveLength(1))
    answer('listWebhookDeliveries', { success: true, data: [], meta: none })
    await press.selectOptions(log.getByRole('combobox', { name: 'State' }), 'Delivered')
    expect(await log.findByText('No messages in this state')).toBeTruthy()
  })

  test('a test is sent and opens the log', async () => {
    const sent = recordCalls('testWebhook', { success: true, data: delivery })
    const { press, region } = await open()
    const name = 'Send a test to https://hr.example.com/apogee'
    await press.click(await (await region('Webhooks')).findByRole('button', { name }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(await region('Log of the last 30 days')).toBeTruthy()
  })

  test('a log that could not be loaded can be retried', async () => {
    breakNetwork('listWebhookDeliveries')
    const { press, region } = await open()
    await press.click(await (await region('Webhooks')).findByRole('button', { name: /^Show the log/ }))
    expect(await screen.findByText('The log could not be loaded')).toBeTruthy()
  })

  test('a replaced secret is shown once, after a question', async () => {
    recordCalls('replaceWebhookSecret', { success: true, data: { ...webhook, secret: 'whsec_new' } })
    const { press, region } = await open()
    await press.click(await (await region('Webhooks')).findByRole('button', { name: /^Replace the secret/ }))
    await press.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Replace secret' }))
    expect(await screen.findByDisplayValue('whsec_new')).toBeTruthy()
  })
})

test('teachers of a business have tokens and no webhooks', async () => {
  const { region } = await open({ ...admin, role: 'instructor' })
  expect(await region('API tokens')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Webhooks' })).toBeNull()
})
