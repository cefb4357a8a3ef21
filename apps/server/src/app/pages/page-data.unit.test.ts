import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PageData } from './page-data.ts'
import type { TransportAnswer, TransportRequest } from './renderer.ts'

let calls: string[]
let status: number
let data: PageData
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
  calls = []
  status = 200
  data = new PageData(async ({ method, path }) => {
    calls.push(`${method} ${path}`)
    return { status, body: { call: calls.length } }
  })
})
afterEach(() => void vi.useRealTimers())

const ask = (path: string, { method = 'GET', of = data.forDocument() } = {}): Promise<TransportAnswer> =>
  of.transport({ method, path, headers: {} } satisfies TransportRequest)

test('the documents of one second get the same answer, which tells its age', async () => {
  const first = data.forDocument()
  await ask('/api/courses', { of: first })
  expect(first.readAt()).toBe(1_000_000)
  vi.advanceTimersByTime(999)
  const second = data.forDocument()
  expect((await ask('/api/courses', { of: second })).body).toEqual({ call: 1 })
  await ask('/api/instructors', { of: second })
  expect(second.readAt()).toBe(1_000_000)
  expect(calls).toEqual(['GET /api/courses', 'GET /api/instructors'])
})

test('an answer is read again after a second', async () => {
  await ask('/api/courses')
  vi.advanceTimersByTime(1_000)
  expect((await ask('/api/courses')).body).toEqual({ call: 2 })
})

test('an answer asked for before a change is not given after it', async () => {
  const early = ask('/api/courses')
  data.drop()
  expect((await ask('/api/courses')).body).toEqual({ call: 2 })
  expect((await early).body).toEqual({ call: 1 })
  expect((await ask('/api/courses')).body).toEqual({ call: 2 })
})

test('refusals, failures and changes are not shared', async () => {
  status = 404
  await ask('/api/courses/sales/9')
  await ask('/api/courses/sales/9')
  status = 200
  await ask('/api/views', { method: 'POST' })
  await ask('/api/views', { method: 'POST' })
  expect(calls).toHaveLength(4)
  const failing = new PageData(() => Promise.reject(new Error('no database')))
  await expect(ask('/a', { of: failing.forDocument() })).rejects.toThrow('no database')
  await expect(ask('/a', { of: failing.forDocument() })).rejects.toThrow('no database')
})

test('the number of answers is bounded', async () => {
  for (let page = 0; page <= 200; page += 1) await ask(`/api/courses?page=${page}`)
  await ask('/api/courses?page=200')
  expect(calls).toHaveLength(201)
  await ask('/api/courses?page=0')
  expect(calls).toHaveLength(202)
})
