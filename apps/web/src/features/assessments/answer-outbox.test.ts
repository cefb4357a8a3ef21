import type { GivenAnswer } from '@apogee/contracts/assessments/assessments.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#web/platform/transfer/client.ts'
import { AnswerOutbox, type Answers } from './answer-outbox.ts'

const away = new ApiError({ status: 0, errorCode: 'NETWORK_ERROR', message: 'x' })
const over = new ApiError({ status: 409, errorCode: 'ATTEMPT_OVER', message: 'x' })
const wrong = new ApiError({ status: 400, errorCode: 'VALIDATION', message: 'x' })

let sent: [number, GivenAnswer][]
let failure: ApiError | null
let held: Answers | null
beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  failure = null
  held = null
})
afterEach(() => {
  vi.useRealTimers()
})

const outboxWith = (kept: Answers = {}) =>
  new AnswerOutbox({
    kept,
    keep: (unsaved) => (held = unsaved),
    send: async (questionId, answer) => {
      if (failure) throw failure
      sent.push([questionId, answer])
    },
  })

test('a choice is sent at once, typing after a pause', async () => {
  const outbox = outboxWith()
  outbox.give(1, 2)
  expect(outbox.read()).toEqual({ answers: { 1: 2 }, state: 'saving' })
  await vi.advanceTimersByTimeAsync(0)
  expect(outbox.read().state).toBe('saved')
  for (const code of ['r', 're', 'ret']) outbox.give(2, code, { isTyping: true })
  await vi.advanceTimersByTimeAsync(799)
  expect(sent).toEqual([[1, 2]])
  await vi.advanceTimersByTimeAsync(1)
  expect(sent).toEqual([
    [1, 2],
    [2, 'ret'],
  ])
})

test('without a connection answers are stored on this device, the page says so, and they are sent later', async () => {
  const outbox = outboxWith()
  failure = away
  outbox.give(1, true)
  outbox.give(2, 0)
  await vi.advanceTimersByTimeAsync(0)
  expect(outbox.read()).toEqual({ answers: { 1: true, 2: 0 }, state: 'offline' })
  expect(held).toEqual({ 1: true, 2: 0 })
  failure = null
  await vi.advanceTimersByTimeAsync(3000)
  expect(sent).toEqual([
    [1, true],
    [2, 0],
  ])
  expect([outbox.read().state, held, outbox.isEmpty()]).toEqual(['saved', null, true])
})

test('unsent answers of an earlier visit are sent first', async () => {
  const outbox = outboxWith({ 7: 'kept' })
  expect(outbox.read().answers).toEqual({ 7: 'kept' })
  await outbox.flush()
  expect(sent).toEqual([[7, 'kept']])
})

test('an answer changed during its request is sent once more', async () => {
  const outbox = outboxWith()
  outbox.give(1, 0)
  outbox.give(1, 1)
  await vi.advanceTimersByTimeAsync(0)
  expect(sent.at(-1)).toEqual([1, 1])
  expect(outbox.isEmpty()).toBe(true)
})

test('after the end nothing is sent any more', async () => {
  const outbox = outboxWith()
  failure = over
  outbox.give(1, 0)
  await vi.advanceTimersByTimeAsync(0)
  expect([outbox.read().state, held]).toEqual(['over', null])
  outbox.give(2, 0)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent).toEqual([])
})

test('a refused answer does not block the others, and is reported', async () => {
  const outbox = outboxWith()
  failure = wrong
  outbox.give(1, 0)
  await vi.advanceTimersByTimeAsync(0)
  expect([outbox.read().state, outbox.isEmpty()]).toEqual(['refused', true])
  failure = null
  outbox.give(1, 1)
  await vi.advanceTimersByTimeAsync(0)
  expect(outbox.read().state).toBe('saved')
})

const signedOut = new ApiError({ status: 401, errorCode: 'UNAUTHENTICATED', message: 'x' })

test('an ended session stops the sending, and the answers stay on this device', async () => {
  const outbox = outboxWith()
  failure = away
  outbox.give(1, 0)
  outbox.give(2, 'return')
  await vi.advanceTimersByTimeAsync(0)
  failure = signedOut
  await vi.advanceTimersByTimeAsync(3000)
  expect([outbox.read().state, held]).toEqual(['stopped', { 1: 0, 2: 'return' }])
  failure = null
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toEqual([])
})

test('leaving without a connection stops retries: the next person may be signed in by then', async () => {
  const outbox = outboxWith()
  failure = away
  outbox.give(1, 0)
  await outbox.close(() => true)
  failure = null
  await vi.advanceTimersByTimeAsync(60_000)
  expect([sent, held]).toEqual([[], { 1: 0 }])
})

test('leaving within a session sends the waiting answers a last time; in another session nothing is sent', async () => {
  const left = outboxWith()
  left.give(1, 'ret', { isTyping: true })
  await left.close(() => true)
  expect([sent, held]).toEqual([[[1, 'ret']], null])
  const signedOutOf = outboxWith()
  signedOutOf.give(2, 'ret', { isTyping: true })
  await signedOutOf.close(() => false)
  expect([sent.length, held]).toEqual([1, { 2: 'ret' }])
})
