import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../transfer/client.ts'
import { DraftSaver, pauses, type SaveState } from './draft-saver.ts'

interface Document {
  text: string
}
const documentOf = (text: string): Document => ({ text })
const [one, two] = [documentOf('one'), documentOf('two')]

let saved: [Document, number][]
let states: SaveState[]
let answer: (version: number) => Promise<number>
let conflicts: unknown[]
let failures: unknown[]
let saver: DraftSaver<Document, { version: number }>
beforeEach(() => {
  vi.useFakeTimers()
  ;[saved, states, conflicts, failures] = [[], [], [], []]
  answer = async (version) => version + 1
  saver = new DraftSaver(async (document, version) => {
    saved.push([document, version])
    return { version: await answer(version) }
  }, 3)
  saver.listen({
    onState: (state) => states.push(state),
    onSaved: () => undefined,
    onFailure: (error) => failures.push(error),
    onConflict: (conflict) => conflicts.push(conflict),
  })
})
afterEach(() => {
  saver.stop()
  vi.useRealTimers()
})

test('typed text is saved once after a pause, with the version of the last save', async () => {
  saver.change(one)
  await vi.advanceTimersByTimeAsync(pauses.typingMs - 1)
  saver.change(two)
  await vi.advanceTimersByTimeAsync(pauses.typingMs - 1)
  expect(saved).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  saver.change(one)
  await vi.advanceTimersByTimeAsync(pauses.typingMs)
  expect(saved).toEqual([
    [two, 3],
    [one, 4],
  ])
  expect(states).toEqual(['unsaved', 'unsaved', 'saving', 'saved', 'unsaved', 'saving', 'saved'])
})

test('text typed during a request is saved after it, never beside it', async () => {
  const first = Promise.withResolvers<number>()
  answer = () => first.promise
  saver.change(one)
  const done = saver.flush()
  saver.change(two)
  await vi.advanceTimersByTimeAsync(pauses.typingMs * 2)
  expect(saved).toHaveLength(1)
  answer = async (version) => version + 1
  first.resolve(4)
  expect(await done).toBe(true)
  expect(saved).toEqual([
    [one, 3],
    [two, 4],
  ])
  expect([saver.unsaved, saver.version]).toEqual([null, 5])
})

test('a failed request is repeated with the newest text until it succeeds', async () => {
  answer = () => Promise.reject(new Error('no connection'))
  saver.change(one)
  expect(await saver.flush()).toBe(false)
  expect([saver.unsaved, states.at(-1)]).toEqual([one, 'failed'])
  answer = async (version) => version + 1
  await vi.advanceTimersByTimeAsync(pauses.failedMs)
  expect([saver.unsaved, states.at(-1), saved.length]).toEqual([null, 'saved', 2])
})

test('a saver that was left sends what it has once, and does not repeat a failure', async () => {
  answer = () => Promise.reject(new Error('no connection'))
  saver.change(one)
  const last = saver.flush()
  saver.stop()
  expect(await last).toBe(false)
  await vi.advanceTimersByTimeAsync(10 * pauses.failedMs)
  expect(saved).toEqual([[one, 3]])
  expect(saver.unsaved).toBe(one)
})

test('a refused text is not sent again before it changes', async () => {
  const refusal = new ApiError({ status: 400, errorCode: 'VALIDATION', message: 'too long' })
  answer = () => Promise.reject(refusal)
  saver.change(one)
  await saver.flush()
  await vi.advanceTimersByTimeAsync(pauses.failedMs * 3)
  expect([saved.length, failures]).toEqual([1, [refusal]])
  answer = async (version) => version + 1
  saver.change(two)
  await vi.advanceTimersByTimeAsync(pauses.typingMs)
  expect(saved.at(-1)).toEqual([two, 3])
})

test('after a conflict nothing is saved until the person has chosen', async () => {
  const conflict = { version: 9, fields: [] }
  answer = () =>
    Promise.reject(new ApiError({ status: 409, errorCode: 'EDIT_CONFLICT', message: 'changed', conflict }))
  saver.change(one)
  await saver.flush()
  expect(conflicts).toEqual([conflict])
  answer = async (version) => version + 1
  saver.change(two)
  await vi.advanceTimersByTimeAsync(pauses.failedMs * 2)
  expect(saved).toHaveLength(1)
  saver.resume(9, two)
  await vi.advanceTimersByTimeAsync(0)
  expect(saved.at(-1)).toEqual([two, 9])
  expect([saver.unsaved, saver.version, states.at(-1)]).toEqual([null, 10, 'saved'])
})
