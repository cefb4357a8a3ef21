import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#web/platform/transfer/client.ts'
import { storedToken, storeToken } from '#web/platform/session/session-token.ts'
import { defineKind, Outbox, type EntrySender, type Sending } from './outbox.ts'

const failure = (status: number) =>
  new ApiError({ status, errorCode: status === 0 ? 'NETWORK_ERROR' : 'NOT_ENROLLED', message: 'Not now' })

let sent: [payload: string, agoMs: number | undefined, keepalive: boolean | undefined][]
let failing: ApiError | null
let held: PromiseWithResolvers<void> | null

const text = defineKind({
  name: 'text',
  keepsRefused: true,
  changes: [['texts']],
  isPayload: (value): value is string => typeof value === 'string',
  async send(payload: string, { agoMs, request }: Sending) {
    sent.push([payload, agoMs, request.keepalive])
    if (failing) throw failing
    await held?.promise
    return payload.toUpperCase()
  },
  textOf: (payload) => payload,
})
const count = defineKind({ ...text, name: 'count', keepsRefused: false })

const stored = () => Object.keys(localStorage).filter((key) => key.startsWith('outbox'))
const open: Outbox[] = []
async function outboxFor(account: number): Promise<{ outbox: Outbox; sender: EntrySender }> {
  const outbox = new Outbox(account)
  open.push(outbox)
  outbox.kinds.set('text', text.erased)
  return { outbox, sender: await outbox.load() }
}
const statesOf = (outbox: Outbox) => outbox.shown.getState().map(({ key, state }) => [key, state])

beforeEach(() => {
  sent = []
  failing = null
  held = null
  localStorage.setItem(storageKeys.token, 'token')
})
afterEach(() => {
  for (const outbox of open.splice(0)) outbox.close()
  vi.useRealTimers()
})

test('an entry is stored before it is sent, and leaves the storage when it has arrived', async () => {
  const { outbox } = await outboxFor(7)
  outbox.put(text, 'a', 'one')
  expect([stored(), statesOf(outbox)]).toEqual([['outbox 7 text a'], [['a', 'new']]])
  expect(await outbox.send(text, 'a')).toEqual({ kind: 'sent', answer: 'ONE' })
  expect([stored(), statesOf(outbox), sent]).toEqual([[], [], [['one', undefined, undefined]]])
})

test('an entry without an answer waits, says how old it is, and is sent by a later page of the same account only', async () => {
  const { outbox } = await outboxFor(7)
  failing = failure(0)
  outbox.put(text, 'a', 'one')
  expect(await outbox.send(text, 'a')).toEqual({ kind: 'waits', error: failing })
  expect(statesOf(outbox)).toEqual([['a', 'waits']])
  outbox.close()

  failing = null
  sent = []
  const other = await outboxFor(8)
  await other.sender.sendAll()
  expect([sent, statesOf(other.outbox)]).toEqual([[], []])

  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000)
  const later = await outboxFor(7)
  const swept: string[] = []
  later.outbox.swept.add(({ name }) => swept.push(name))
  await later.sender.sendAll()
  expect(sent).toEqual([['one', expect.any(Number), true]])
  expect(sent[0]?.[1]).toBeGreaterThanOrEqual(60_000)
  expect([stored(), swept]).toEqual([[], ['text']])
})

test('an entry whose request was lost just before the connection came back is sent at once', async () => {
  const { outbox } = await outboxFor(7)
  const lost = (held = Promise.withResolvers())
  outbox.put(text, 'a', 'one')
  const first = outbox.send(text, 'a')
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  held = null
  window.dispatchEvent(new Event('online'))
  lost.reject(failure(0))
  expect((await first).kind).toBe('waits')
  await vi.waitFor(() => expect(stored()).toEqual([]), { timeout: 10_000 })
  expect(sent.map(([payload]) => payload)).toEqual(['one', 'one'])
})

test('an entry that is put again during its request is sent after it', async () => {
  const { outbox } = await outboxFor(7)
  held = Promise.withResolvers()
  outbox.put(text, 'a', 'one')
  const first = outbox.send(text, 'a')
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  outbox.put(text, 'a', 'two')
  const second = outbox.send(text, 'a')
  held.resolve()
  expect([await first, await second]).toEqual([
    { kind: 'sent', answer: 'TWO' },
    { kind: 'sent', answer: 'TWO' },
  ])
  expect(sent.map(([payload]) => payload)).toEqual(['one', 'two'])
  expect(stored()).toEqual([])
})

test('a refused entry is kept for the person and not sent again, or dropped, as its kind says', async () => {
  const { outbox, sender } = await outboxFor(7)
  failing = failure(403)
  outbox.put(text, 'a', 'one')
  outbox.put(count, 'b', 'two')
  expect((await outbox.send(text, 'a')).kind).toBe('refused')
  expect((await outbox.send(count, 'b')).kind).toBe('refused')
  expect(statesOf(outbox)).toEqual([['a', 'refused']])
  const [shown] = outbox.shown.getState()
  expect(shown?.refusal).toEqual({ errorCode: 'NOT_ENROLLED', message: 'Not now' })
  expect(shown && outbox.textIn(shown)).toBe('one')
  failing = null
  await sender.sendAll()
  expect(sent).toHaveLength(2)
  outbox.drop(text, 'a')
  expect(stored()).toEqual([])
})

test('sending ends at a lost connection, and goes on after a failure of one entry', async () => {
  const { outbox, sender } = await outboxFor(7)
  failing = failure(0)
  for (const key of ['a', 'b', 'c']) {
    outbox.put(text, key, key)
    await outbox.send(text, key)
  }
  sent = []
  await sender.sendAll()
  expect(sent).toHaveLength(1)
  failing = failure(503)
  await sender.sendAll()
  expect(sent).toHaveLength(4)
})

test('a waiting entry is sent with the connection, and an untried entry only when the page is left', async () => {
  const { outbox } = await outboxFor(7)
  failing = failure(0)
  outbox.put(text, 'a', 'waits')
  await outbox.send(text, 'a')
  outbox.put(text, 'b', 'fresh')
  failing = null
  sent = []
  window.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(statesOf(outbox)).toEqual([['b', 'new']]))
  window.dispatchEvent(new Event('pagehide'))
  expect(sent.map(([payload]) => payload)).toEqual(['waits', 'fresh'])
  await vi.waitFor(() => expect(stored()).toEqual([]))
})

test('nothing is sent with a token that the page has not verified to be of this account', async () => {
  const { outbox, sender } = await outboxFor(7)
  failing = failure(0)
  outbox.put(text, 'a', 'one')
  await outbox.send(text, 'a')
  failing = null
  sent = []
  localStorage.setItem(storageKeys.token, 'of somebody')
  await sender.sendAll()
  expect(sent).toEqual([])
  sender.confirm()
  await vi.waitFor(() => expect(stored()).toEqual([]))
})

test('a waiting entry is sent with the token that a re-authentication of the same person has made', async () => {
  const { outbox, sender } = await outboxFor(7)
  failing = failure(0)
  outbox.put(text, 'a', 'one')
  await outbox.send(text, 'a')
  failing = null
  storeToken('renewed', storedToken())
  await sender.sendAll()
  expect(stored()).toEqual([])
})

test('two pages send an entry once where the browser has locks', async () => {
  const turns = new Map<string, Promise<unknown>>()
  const request = (name: string, _options: object, work: () => Promise<unknown>) => {
    const turn = (turns.get(name) ?? Promise.resolve()).then(work)
    turns.set(name, turn)
    return turn
  }
  vi.stubGlobal('navigator', { onLine: true, locks: { request } })
  const one = await outboxFor(7)
  failing = failure(0)
  one.outbox.put(text, 'a', 'one')
  await one.outbox.send(text, 'a')
  failing = null
  sent = []
  const two = await outboxFor(7)
  await Promise.all([one.sender.sendAll(), two.sender.sendAll()])
  vi.unstubAllGlobals()
  expect([turns.size, sent.length]).toEqual([1, 1])
})

test('an entry of another form, and one that is no entry, are not sent', async () => {
  localStorage.setItem('outbox 7 text a', JSON.stringify({ payload: 5, madeAt: 1 }))
  localStorage.setItem('outbox 7 text b', 'no entry')
  localStorage.setItem('outbox 7 later c', JSON.stringify({ payload: 5, madeAt: 1 }))
  const { sender } = await outboxFor(7)
  await sender.sendAll()
  expect(sent).toEqual([])
  expect(stored()).not.toContain('outbox 7 text a')
  // This page does not know the entry's kind, so it leaves the entry in the storage.
  expect(stored()).toContain('outbox 7 later c')
})
