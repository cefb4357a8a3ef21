/** Runs docs/examples/attendance.mjs as a separate process, against a listening server. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCourse } from '#server/app/testing-courses.ts'
import { startShop, type Shop } from '#server/features/sales/sales.testing.ts'
import { testPassword } from '#server/app/testing.ts'

const program = join(import.meta.dirname, '../../../../../docs/examples/attendance.mjs')

let shop: Shop
let apogee: string
beforeAll(async () => {
  shop = await startShop()
  await shop.server.app.listen({ host: '127.0.0.1', port: 0 })
  apogee = `http://127.0.0.1:${(shop.server.app.server.address() as AddressInfo).port}`
})
afterAll(() => shop.server.stop())

type Row = Record<string, unknown>

/** Starts the example program. `next` resolves with the next line that it prints. */
function start(args: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const exited = new Promise<number | null>((done) => {
    child.once('exit', done)
  })
  async function next(): Promise<Row | null> {
    const { value, done } = await lines.next()
    return done ? null : (JSON.parse(value) as Row)
  }
  async function all(): Promise<Row[]> {
    const rows: Row[] = []
    for (let row = await next(); row; row = await next()) rows.push(row)
    expect(await exited).toBe(0)
    return rows
  }
  async function stop(): Promise<void> {
    child.kill()
    await exited
  }
  return { next, all, stop }
}

async function tokenOf(scopes: ('courses:read' | 'people:read' | 'enrolments:write')[]): Promise<string> {
  const as = shop.seller
  await shop.server.call('confirmIdentity', { body: { password: testPassword }, as })
  const made = await shop.server.call('createApiToken', { body: { name: 'Attendance', scopes }, as })
  return made.body.data.token
}

test('another program hears of a purchase by a webhook that it verifies, and refuses a forged one', async () => {
  const admin = shop.seller
  await sql`UPDATE users SET email_verified_at = now() WHERE id = ${admin.id}`.execute(
    shop.server.database.kysely,
  )
  const port = await freePort()
  await shop.server.call('confirmIdentity', { body: { password: testPassword }, as: admin })
  const webhook = await shop.server.call('createWebhook', {
    body: { url: `http://127.0.0.1:${port}/`, events: ['order.paid', 'enrolment.granted'] },
    as: admin,
  })
  const { id, secret } = webhook.body.data
  const listener = start(['listen'], { WEBHOOK_SECRET: secret, PORT: String(port) })
  expect(await listener.next()).toEqual({ listening: port })

  const courseId = await shop.course()
  const buyer = await shop.server.person()
  const { purchase } = await shop.buy(buyer, courseId)
  await shop.pay(purchase)
  await shop.deliver(purchase)
  // The program compares the time of a message with the real clock, so the test clock is set back to the real time.
  shop.server.clock.advance(Date.now() - shop.server.clock.now().getTime())
  await shop.runJobs()
  const heard = [await listener.next(), await listener.next()]
  expect(heard.map((row) => String(row?.['type'])).toSorted()).toEqual(['enrolment.granted', 'order.paid'])
  expect(heard.find((row) => row?.['type'] === 'order.paid')).toMatchObject({
    data: { buyer: { email: buyer.email } },
  })
  const forged = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    body: '{"type":"order.paid"}',
    headers: {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': 'v1,AAAA',
    },
  })
  expect(forged.status).toBe(401)
  const log = await shop.server.call('listWebhookDeliveries', { params: { id }, query: {}, as: admin })
  expect(log.body.data.map(({ state, responseStatus }) => [state, responseStatus])).toEqual([
    ['delivered', 204],
    ['delivered', 204],
  ])
  await listener.stop()
})

test('another program gives access with its token, and is refused what its scopes do not open', async () => {
  const courseId = await shop.course(0)
  await sql`UPDATE users SET email_verified_at = now() WHERE id = ${shop.seller.id}`.execute(
    shop.server.database.kysely,
  )
  const member = await shop.server.person('instructor', {
    businessId: shop.seller.businessId,
    isProven: true,
  })
  const env = { APOGEE_URL: apogee, APOGEE_TOKEN: await tokenOf(['enrolments:write']) }
  const given = await start(['give', String(courseId), member.email, 'new@example.com'], env).all()
  expect(given).toEqual([{ enrolled: 1, waiting: 1 }])
  const learners = await fetch(`${apogee}/api/courses/${courseId}/learners`, {
    headers: { authorization: `Bearer ${env.APOGEE_TOKEN}` },
  })
  expect(await learners.json()).toMatchObject({ errorCode: 'SCOPE_REQUIRED' })
})

test('another program lists the people who finished, with the numbers of their certificates', async () => {
  const course = await makeCourse(shop.server.database, {
    owner: shop.seller,
    title: 'Fire safety',
    contents: [{ resources: [{ type: 'video' }] }],
  })
  const learners = [await shop.server.person(), await shop.server.person()]
  for (const as of learners)
    await shop.server.call('enroll', { params: { courseId: course.id }, body: {}, as })
  const lesson = { courseContentId: course.contents[0]?.id ?? 0, completed: true }
  await shop.server.call('saveLessonProgress', { body: lesson, as: learners[0] ?? null })
  await shop.runJobs()
  const env = { APOGEE_URL: apogee, APOGEE_TOKEN: await tokenOf(['courses:read', 'people:read']) }
  expect(await start(['finished', String(shop.seller.id)], env).all()).toEqual([
    { course: 'Fire safety', email: learners[0]?.email, certificate: expect.any(String) },
  ])
})

test('the three worked examples in docs/api.md are the text of the tested program', () => {
  const source = readFileSync(program, 'utf8')
  const page = readFileSync(join(import.meta.dirname, '../../../../../docs/api.md'), 'utf8')
  const regions = [...source.matchAll(/\/\/ #region (\w+)\n([^]*?)\/\/ #endregion/g)]
  expect(regions.map(([, name]) => name)).toEqual(['finished', 'give', 'listen'])
  for (const [, , text] of regions) expect(page).toContain(`\`\`\`js\n${text}\`\`\``)
})

async function freePort(): Promise<number> {
  const { createServer } = await import('node:net')
  const probe = createServer()
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done))
  const { port } = probe.address() as AddressInfo
  await new Promise((done) => probe.close(done))
  return port
}
