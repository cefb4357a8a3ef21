import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { keepMsOf } from '#server/policy/personal-data/retention.ts'
import type { BlockedContents } from './blocked-contents.ts'
import { recordBlocked } from './blocked-contents.store.ts'

const blockedContentsKeptMs = keepMsOf('blocked-contents.reports')

let server: TestApp
let superadmin: TestPerson
let blocked: BlockedContents
beforeAll(async () => {
  server = await startTestApp({ payments: { ...unusedPayments } })
  superadmin = await server.person('superadmin')
  blocked = server.services.blockedContents
})
afterAll(() => server.stop())

const report = (page: string) => ({
  directive: 'script-src-elem',
  blocked: 'https://evil.example',
  source: '',
  page,
})
const list = async () =>
  (await server.call('listBlockedContents', { query: {}, as: superadmin })).body.data as {
    page: string
    hours: number
  }[]

test('equal reports are one row with the hours, the newest report first, for superadmins', async () => {
  for (const page of ['/checkout', '/', '/checkout']) await blocked.record(report(page))
  expect((await list()).map(({ page, hours }) => [page, hours])).toEqual([
    ['/checkout', 2],
    ['/', 1],
  ])
  const admin = await server.person('admin')
  expect((await server.call('listBlockedContents', { query: {}, as: admin })).status).toBe(403)
})

test('a full table takes no further kind, and still counts those it has', async () => {
  const { kysely } = server.database
  const at = server.clock.now()
  const before = await list()
  for (const page of ['/new', '/'])
    await recordBlocked(kysely, report(page), { at, mostKinds: before.length })
  expect((await list()).map(({ page, hours }) => [page, hours])).toEqual([
    ['/', 2],
    ['/checkout', 2],
  ])
})

test('a row is deleted 30 days after its newest report', async () => {
  server.clock.advance(blockedContentsKeptMs / 2)
  await blocked.record(report('/'))
  server.clock.advance(blockedContentsKeptMs / 2 + 1)
  await blocked.deleteBefore(new Date(server.clock.now().getTime() - blockedContentsKeptMs))
  const { data } = await blocked.list({ limit: 20, before: null, offset: 0 })
  expect(data.map(({ page }) => page)).toEqual(['/'])
})
