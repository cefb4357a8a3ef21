/** Tests how calls leave the browser (docs/specification.md#7-calls). */
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { routes, type RouteName } from '@apogee/contracts/routes.ts'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { aCourse } from '#web/testing/people.ts'
import { answer, recordCalls, refusal } from '#web/testing/mock-api.ts'
import { addressOf, call } from './client.ts'
import { uploadFile } from './upload.ts'

const list = { success: true as const, data: [aCourse()], meta: { total: 1, nextCursor: null } }

beforeEach(() => localStorage.clear())

test('a call that no front page makes loads the list of such calls', async () => {
  const asked = recordCalls('listSessions', { ...list, data: [] })
  await call('listSessions')
  expect(asked).toHaveLength(1)
})

test('a call takes its address from what the build has written behind its name', async () => {
  const asked = recordCalls('listSessions', { ...list, data: [] })
  await call('listSessions GET /auth/sessions' as 'listSessions')
  expect(asked).toHaveLength(1)
  expect(addressOf('readReceipt GET /receipts/:id' as RouteName, { params: { id: 7 } })).toEqual([
    'GET',
    '/api/receipts/7',
  ])
})

test("every call goes to the product's own API", async () => {
  await import('./deferred-calls.ts')
  for (const name of Object.keys(routes) as RouteName[]) {
    const [method, path] = addressOf(name, { params: {} })
    expect([name, `${method} ${path.split('?')[0]}`]).toEqual([
      name,
      routes[name].replace(' /', ' /api/').replace(/:[A-Za-z]+/g, 'undefined'),
    ])
  }
})

test('the stored token is sent with every request, and no header without one', async () => {
  const lists = recordCalls('listCourses', list)
  const uploads = recordCalls('uploadFile', {
    success: true,
    url: '/media/a',
    data: { url: '/media/a', size: 1, contentType: 'application/pdf' },
  })
  const writes = recordCalls('logout', { success: true })
  await call('listCourses')
  localStorage.setItem(storageKeys.token, 'kept-token')
  await call('listCourses')
  await call('logout')
  await uploadFile(new File(['%PDF-'], 'a.pdf', { type: 'application/pdf' }))
  expect(lists.map(({ bearer }) => bearer)).toEqual([null, 'kept-token'])
  expect([...writes, ...uploads].map(({ bearer }) => bearer)).toEqual(['kept-token', 'kept-token'])
})

test.each(['UNAUTHENTICATED', 'FRESH_PROOF_REQUIRED'] as const)(
  'a call that was refused with %s while a proof in another tab replaced its token is repeated with the new one',
  async (code) => {
    localStorage.setItem(storageKeys.token, 'former')
    const bearers: (string | null)[] = []
    answer('listSessions', ({ bearer }) => {
      bearers.push(bearer)
      if (bearer !== 'former') return { ...list, data: [] }
      localStorage.setItem(storageKeys.renewedToken, 'former renewed')
      localStorage.setItem(storageKeys.token, 'renewed')
      return refusal(code)
    })
    await call('listSessions')
    expect(bearers).toEqual(['former', 'renewed'])
  },
)

test('a call whose token was replaced by that of somebody else is not repeated', async () => {
  localStorage.setItem(storageKeys.token, 'mine')
  const bearers: (string | null)[] = []
  answer('listSessions', ({ bearer }) => {
    bearers.push(bearer)
    localStorage.setItem(storageKeys.token, 'of somebody else')
    return refusal('UNAUTHENTICATED')
  })
  await expect(call('listSessions')).rejects.toMatchObject({ status: 401 })
  expect(bearers).toEqual(['mine'])
})

test('each call begins a trace of its own where the document says that traces are recorded, and none elsewhere', async () => {
  const lists = recordCalls('listCourses', list)
  const uploads = recordCalls('uploadFile', {
    success: true,
    url: '/media/a',
    data: { url: '/media/a', size: 1, contentType: 'application/pdf' },
  })
  await call('listCourses')
  document.documentElement.dataset['traces'] = ''
  onTestFinished(() => document.documentElement.removeAttribute('data-traces'))
  await call('listCourses')
  await call('listCourses')
  await uploadFile(new File(['%PDF-'], 'a.pdf', { type: 'application/pdf' }))
  const sent = [...lists, ...uploads].map(({ traceparent }) => traceparent)
  expect(sent[0]).toBeNull()
  for (const one of sent.slice(1)) expect(one).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-01$/)
  expect(new Set(sent).size).toBe(4)
})

test('a call has no timeout of its own', async () => {
  recordCalls('listCourses', list)
  const asked = vi.spyOn(globalThis, 'fetch')
  await call('listCourses')
  expect(asked.mock.calls.map(([, init]) => init?.signal)).toEqual([undefined])
})
