import { expect, test } from 'vitest'
import {
  answer,
  answerBare,
  breakNetwork,
  forgiveConsoleErrors,
  keepWaiting,
  knowNoCalls,
  refuse,
} from './mock-api.ts'

let status: Promise<number>

test('a call that is kept waiting may be sent at the very end of a test', () => {
  keepWaiting('countCourses')
  status = fetch('/api/courses/counts').then((response) => response.status)
})

test('a call that the previous test kept waiting was refused at its end', async () => {
  expect(await status).toBe(503)
})

test('a call without an answer is an error on the console only while a page is shown', async () => {
  const ask = () => fetch('/api/invitations/a').then((response) => response.status)
  expect(await ask()).toBe(500)
  expect(console.error).not.toHaveBeenCalled()
  document.body.append(document.createElement('main'))
  expect(await ask()).toBe(500)
  expect(console.error).toHaveBeenCalledOnce()
  forgiveConsoleErrors()
  document.body.replaceChildren()
})

test('a beacon makes no request', async () => {
  document.body.append(document.createElement('main'))
  refuse('countCourses', 'UNAVAILABLE')
  expect(navigator.sendBeacon('/api/visits', '{}')).toBe(true)
  // If the beacon had been sent as a request, the mocked network would not know it and the test would fail.
  expect((await fetch('/api/courses/counts')).status).toBe(503)
  document.body.replaceChildren()
})

test('a call gets the answer that the test gave last, and the test can read what was sent', async () => {
  refuse('readInvitation', 'UNAVAILABLE')
  const calls = answerBare('readInvitation', { success: true })
  const headers = { authorization: 'Bearer a' }
  expect((await fetch('/api/invitations/a%20b?page=2', { headers })).status).toBe(200)
  expect(calls).toMatchObject([{ params: { token: 'a b' }, query: { page: '2' }, bearer: 'a' }])
})

test('a broken network answers no request, and an unknown call is not found', async () => {
  breakNetwork('countCourses')
  await expect(fetch('/api/courses/counts')).rejects.toThrow('Failed to fetch')
  knowNoCalls()
  expect((await fetch('/api/courses/counts')).status).toBe(404)
})

test('a request that the page gives up fails with its reason', async () => {
  keepWaiting('countCourses')
  const leaving = new AbortController()
  const asked = fetch('/api/courses/counts', { signal: leaving.signal })
  leaving.abort()
  await expect(asked).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))
  await expect(fetch('/api/courses/counts', { signal: leaving.signal })).rejects.toThrow(
    expect.objectContaining({ name: 'AbortError' }),
  )
})

test('an answer that does not match the contract is an error on the console, which fails its test', async () => {
  answer('countCourses', () => ({ success: true, data: [{}] }) as never)
  expect((await fetch('/api/courses/counts')).status).toBe(500)
  expect(console.error).toHaveBeenCalledOnce()
  forgiveConsoleErrors()
})
