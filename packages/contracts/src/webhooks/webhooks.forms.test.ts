import { expect, test } from 'vitest'
import { webhookForm } from './webhooks.forms.ts'

test.each([
  ['https://a.my/hook', true],
  ['http://127.0.0.1:1/', true],
  ['https://a', false],
  ['https://user:secret@a.my/', false],
  ['ftp://example.my/', false],
])('the address %s of a webhook is accepted: %s', (url, isAccepted) => {
  expect(webhookForm.safeParse({ url, events: ['order.paid'] }).success).toBe(isAccepted)
})
