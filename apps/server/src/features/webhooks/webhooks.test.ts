import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { webhookEvents, webhookLimits, type WebhookEvent } from '@apogee/contracts/webhooks/webhook-events.ts'
import { emit } from '#server/events.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startShop, type Shop } from '#server/features/sales/sales.testing.ts'
import { testPassword, type TestPerson } from '#server/app/testing.ts'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp } from '#server/app/testing.ts'

const hour = 3_600_000
const day = 24 * hour

interface Received {
  headers: IncomingHttpHeaders
  body: string
  message: { type: string; timestamp: string; data: Record<string, unknown> }
}

let shop: Shop
let receiver: Server
let url: string
let received: Received[] = []
let answer = { status: 204, text: '' }
let admin: TestPerson

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received.push({ headers: request.headers, body, message: JSON.parse(body) as Received['message'] })
      response.writeHead(answer.status).end(answer.text)
    })
  })
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  shop = await startShop()
})
afterAll(async () => {
  await shop.server.stop()
  receiver.closeAllConnections()
  receiver.close()
})
beforeEach(async () => {
  admin = await shop.server.person('admin', { isProven: true })
  received = []
  answer = { status: 204, text: '' }
})
afterEach(async () => {
  await sql`DELETE FROM webhook_endpoints`.execute(shop.server.database.kysely)
  await shop.runJobs()
})

const prove = (as: TestPerson) =>
  shop.server.call('confirmIdentity', { body: { password: testPassword }, as })
async function add(events: readonly WebhookEvent[] = webhookEvents, as = admin) {
  await prove(as)
  const made = await shop.server.call('createWebhook', { body: { url, events: [...events] }, as })
  expect(made.status).toBe(201)
  return made.body.data
}
const log = async (id: number, query = {}) =>
  (await shop.server.call('listWebhookDeliveries', { params: { id }, query, as: admin })).body.data
const read = async (id: number) =>
  (await shop.server.call('listWebhooks', { as: admin })).body.data.find((one) => one.id === id)
const types = () => received.map(({ message }) => message.type).toSorted()
const signed = ({ headers, body }: Received, secret: string): string => {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const content = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
}
const first = (): Received => {
  const [one] = received
  if (!one) throw new Error('nothing was received')
  return one
}
const sendTest = (id: number, as = admin) => shop.server.call('testWebhook', { params: { id }, as })

test('a purchase, a refund and the ended access reach the webhook of the business, signed by its secret', async () => {
  const { secret, id } = await add()
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const courseId = await shop.course(14_900, admin)
  const buyer = await shop.server.person()
  const bought = await shop.buy(buyer, courseId)
  await shop.pay(bought.purchase)
  await shop.deliver(bought.purchase)
  await shop.runJobs()
  expect(types()).toEqual(['enrolment.granted', 'order.paid'])
  const paid = received.find(({ message }) => message.type === 'order.paid')
  const course = { id: courseId, title: 'Orbital mechanics' }
  expect(paid?.message.data).toEqual({
    order: { id: bought.id },
    buyer: { id: buyer.id, name: expect.any(String), email: buyer.email },
    currency: 'MYR',
    totalCents: 14_900,
    lines: [{ course, priceCents: 14_900 }],
  })
  for (const one of received) {
    expect(one.headers['webhook-signature']).toBe(signed(one, secret))
    expect(new Date(one.message.timestamp).getTime()).not.toBeNaN()
  }
  const deliveries = await log(id)
  expect(deliveries.map(({ state, responseStatus }) => [state, responseStatus])).toEqual([
    ['delivered', 204],
    ['delivered', 204],
  ])
  expect(new Set(deliveries.map(({ messageId }) => messageId))).toEqual(
    new Set(received.map(({ headers }) => headers['webhook-id'])),
  )

  received = []
  await prove(admin)
  const refunded = await shop.server.call('refundOrder', {
    params: { id: bought.id },
    body: { courseIds: [courseId], reason: 'Asked for' },
    as: admin,
  })
  expect(refunded.status, JSON.stringify(refunded.body)).toBeLessThan(300)
  await shop.runJobs()
  expect(types()).toEqual(['enrolment.ended', 'order.refunded'])
  expect(received.find(({ message }) => message.type === 'order.refunded')?.message.data).toMatchObject({
    order: { id: bought.id },
    refundedCents: 14_900,
    endedCourses: [course],
  })
})

test('an order of two sellers tells each business its own lines only', async () => {
  const other = await shop.server.person('admin', { isProven: true })
  await add(['order.paid', 'order.refunded'])
  await add(['order.paid', 'order.refunded'], other)
  const [own, foreign] = [await shop.course(1000, admin), await shop.course(2500, other)]
  const bought = await shop.buy(await shop.server.person(), own, foreign)
  await shop.pay(bought.purchase)
  await shop.deliver(bought.purchase)
  await shop.runJobs()
  const lines = received.map(({ message }) => message.data['lines'] as { course: { id: number } }[])
  expect(
    lines.map((one) => one.map(({ course }) => course.id)).toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0)),
  ).toEqual([[own], [foreign]])
  expect(
    received.map(({ message }) => Number(message.data['totalCents'])).toSorted((one, other) => one - other),
  ).toEqual([1000, 2500])

  received = []
  const superadmin = await shop.server.person('superadmin')
  await prove(superadmin)
  const body = { courseIds: [own], reason: 'Asked for' }
  await shop.server.call('refundOrder', { params: { id: bought.id }, body, as: superadmin })
  await shop.runJobs()
  expect(types()).toEqual(['order.refunded', 'order.refunded'])
  expect(received.map(({ message }) => message.data['refundedCents'])).toEqual([null, null])
})

test('a published course and a finished one reach the webhook, and events nobody chose do not', async () => {
  await add(['course.published', 'course.completed', 'certificate.issued'])
  const made = await shop.server.call('createCourse', {
    body: { title: 'A course', description: 'About it', draft: true },
    as: admin,
  })
  const { id: courseId } = made.body.data
  await shop.runJobs()
  expect(received).toEqual([])
  await shop.server.call('changeCourseState', {
    params: { id: courseId },
    body: { state: 'published' },
    as: admin,
  })
  await shop.runJobs()
  expect(first().message).toMatchObject({
    type: 'course.published',
    data: { course: { id: courseId, title: 'A course' } },
  })
  received = []
  const learner = await shop.server.person()
  await shop.server.call('enroll', { params: { courseId }, body: {}, as: learner })
  await shop.server.database.transaction((tx) =>
    emit(tx, 'certificate.issued', { userId: learner.id, courseId, certificateId: 'abc' }),
  )
  await shop.runJobs()
  expect(types()).toEqual(['certificate.issued', 'course.completed'])
  expect(first().message.data).toMatchObject({
    course: { id: courseId },
    learner: { id: learner.id, email: learner.email },
    certificate: { id: 'abc' },
  })
})

test('a change that comes during a deletion finds no webhook, instead of failing', async () => {
  const { id } = await add()
  const deleting = await shop.server.database.pool.connect()
  try {
    await deleting.query('BEGIN')
    await deleting.query('DELETE FROM webhook_endpoints WHERE id = $1', [id])
    const changing = shop.server.call('updateWebhook', { params: { id }, body: {}, as: admin })
    await expect
      .poll(async () => {
        const waiting = await deleting.query<{ waiting: number }>(
          'SELECT count(*)::int AS waiting FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))',
        )
        return waiting.rows[0]?.waiting
      })
      .toBeGreaterThan(0)
    await deleting.query('COMMIT')
    expect(await changing).toMatchObject({ status: 404, body: { errorCode: 'NOT_FOUND' } })
  } finally {
    await deleting.query('ROLLBACK')
    deleting.release()
  }
})

test('a course that is created on sale is announced as published', async () => {
  await add(['course.published'])
  await shop.server.call('createCourse', { body: { title: 'At once', description: 'About it' }, as: admin })
  await shop.runJobs()
  expect(types()).toEqual(['course.published'])
})

describe('an endpoint that fails', () => {
  test('gets a message again with the same id until it answers, and the log says how it went', async () => {
    const { id } = await add()
    answer = { status: 500, text: 'x'.repeat(3000) }
    await sendTest(id)
    await shop.runJobs()
    expect(await log(id)).toMatchObject([
      {
        state: 'waiting',
        attempts: 1,
        responseStatus: 500,
        responseText: null,
      },
    ])
    expect((await read(id))?.failingSince).toBe(shop.server.clock.now().toISOString())
    answer = { status: 200, text: 'fine' }
    await shop.runJobs()
    expect(received).toHaveLength(1)
    shop.server.clock.advance(6000)
    await shop.runJobs()
    expect(await log(id)).toMatchObject([
      { state: 'delivered', attempts: 2, responseStatus: 200, responseText: null, nextAttemptAt: null },
    ])
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect((await read(id))?.failingSince).toBeNull()
  })

  test('loses a message after ten attempts, and gets it once more when an admin sends it again', async () => {
    const { id } = await add()
    answer = { status: 404, text: '' }
    await sendTest(id)
    for (let attempt = 0; attempt < 12; attempt++) {
      await shop.runJobs()
      const next = (await log(id))[0]?.nextAttemptAt
      if (next) shop.server.clock.advance(new Date(next).getTime() - shop.server.clock.now().getTime())
    }
    expect(received).toHaveLength(10)
    expect(await log(id, { state: 'failed' })).toHaveLength(1)
    expect(await log(id, { state: 'delivered' })).toEqual([])
    const [delivery] = await log(id)
    const params = { id, deliveryId: delivery?.id ?? 0 }
    await shop.server.call('resendWebhookDelivery', { params, as: admin })
    await shop.runJobs()
    expect(await log(id)).toMatchObject([{ state: 'waiting', attempts: 11 }])
  })

  test('an endpoint that fails is turned off after five days, and the admins are told', async () => {
    const { id } = await add()
    answer = { status: 503, text: '' }
    await sendTest(id)
    await shop.runJobs()
    await shop.server.call('testWebhook', { params: { id }, as: admin })
    shop.server.clock.advance(5 * day)
    await shop.runJobs()
    expect((await read(id))?.isEnabled).toBe(false)
    const { body } = await shop.server.call('listSecurityLog', { query: {}, as: admin })
    expect(body.data[0]).toMatchObject({ kind: 'webhook.turnedOff', actor: null })
    expect((await sendTest(id)).body.errorCode).toBe('WEBHOOK_OFF')
    const on = await shop.server.call('updateWebhook', {
      params: { id },
      body: { isEnabled: true },
      as: admin,
    })
    expect(on.body.data).toMatchObject({ isEnabled: true, failingSince: null })
    shop.server.clock.advance(-5 * day)
  })

  test('that cannot be reached shows the code of the connection', async () => {
    await prove(admin)
    const made = await shop.server.call('createWebhook', {
      body: { url: 'http://127.0.0.1:1/', events: ['order.paid'] },
      as: admin,
    })
    const { id } = made.body.data
    await sendTest(id)
    await shop.runJobs()
    expect(await log(id)).toMatchObject([{ state: 'waiting', failure: 'ECONNREFUSED', responseStatus: null }])
  })
})

test('a message that is sent again has the same id and body', async () => {
  const { id } = await add()
  await sendTest(id)
  await shop.runJobs()
  const [delivery] = await log(id)
  const params = { id, deliveryId: delivery?.id ?? 0 }
  expect((await shop.server.call('resendWebhookDelivery', { params, as: admin })).status).toBe(201)
  await shop.runJobs()
  expect(received).toHaveLength(2)
  expect(received[1]?.body).toBe(first().body)
  expect(received[1]?.headers['webhook-id']).toBe(first().headers['webhook-id'])
  expect(await log(id)).toMatchObject([{ state: 'delivered', attempts: 2 }])
})

test('a repeated job sends nothing twice', async () => {
  const { id } = await add()
  const { body } = await sendTest(id)
  const job = { deliveryId: body.data.id, attempt: 1 }
  const webhooks = await shop.server.services.loadWebhooks()
  await webhooks.deliver(job)
  await webhooks.deliver(job)
  await shop.runJobs()
  expect(received).toHaveLength(1)
})

test('a replaced secret signs beside the former one for a day', async () => {
  const { id, secret: former } = await add()
  await prove(admin)
  const replaced = await shop.server.call('replaceWebhookSecret', { params: { id }, as: admin })
  const { secret } = replaced.body.data
  await sendTest(id)
  await shop.runJobs()
  expect(first().headers['webhook-signature']).toBe(`${signed(first(), secret)} ${signed(first(), former)}`)
  received = []
  shop.server.clock.advance(day)
  await sendTest(id)
  await shop.runJobs()
  expect(first().headers['webhook-signature']).toBe(signed(first(), secret))
})

test('secrets are sealed at rest and shown once', async () => {
  const { secret } = await add()
  const stored = await sql<{ text: string }>`SELECT w::text AS text FROM webhook_endpoints w`.execute(
    shop.server.database.kysely,
  )
  const hex = Buffer.from(secret).toString('hex')
  expect(JSON.stringify(stored.rows)).not.toContain(hex)
  expect(JSON.stringify((await shop.server.call('listWebhooks', { as: admin })).body)).not.toContain('whsec_')
})

test('the webhooks of a business are shown to and changed by its admins only', async () => {
  const { id } = await add()
  await sendTest(id)
  const [delivery] = await log(id)
  const stranger = await shop.server.person('admin', { isProven: true })
  await prove(stranger)
  const params = { id }
  const as = stranger
  const { call } = shop.server
  const answers = [
    await call('updateWebhook', { params, body: { isEnabled: false }, as }),
    await call('deleteWebhook', { params, as }),
    await call('replaceWebhookSecret', { params, as }),
    await call('testWebhook', { params, as }),
    await call('listWebhookDeliveries', { params, query: {}, as }),
    await call('resendWebhookDelivery', { params: { id, deliveryId: delivery?.id ?? 0 }, as }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
  expect((await call('listWebhooks', { as })).body.data).toEqual([])
  const own = await add(webhookEvents, stranger)
  const throughOwn = { id: own.id, deliveryId: delivery?.id ?? 0 }
  expect((await call('resendWebhookDelivery', { params: throughOwn, as })).status).toBe(404)
  const teacher = await shop.server.person('instructor', { businessId: admin.businessId })
  expect((await call('listWebhooks', { as: teacher })).status).toBe(403)
})

test('making, deleting and renewing are in the security log, with the origin of the address only', async () => {
  const { id } = await add()
  await shop.server.call('replaceWebhookSecret', { params: { id }, as: admin })
  await shop.server.call('deleteWebhook', { params: { id }, as: admin })
  const { body } = await shop.server.call('listSecurityLog', { query: {}, as: admin })
  expect(body.data.map(({ kind, details }) => [kind, details['url']])).toEqual(
    ['webhook.deleted', 'webhook.secretReplaced', 'webhook.created'].map((kind) => [
      kind,
      new URL(url).origin,
    ]),
  )
})

test('a business has at most ten webhooks', async () => {
  for (let made = 0; made < webhookLimits.perBusiness; made++) await add(['order.paid'])
  const one = { body: { url, events: ['order.paid' as const] }, as: admin }
  expect((await shop.server.call('createWebhook', one)).body.errorCode).toBe('TOO_MANY_WEBHOOKS')
})

test('the log keeps 30 days, and forgets a person whose account is erased', async () => {
  const { id } = await add(['enrolment.granted'])
  const learner = await shop.server.person()
  const courseId = await shop.course(0, admin)
  await shop.server.call('enroll', { params: { courseId }, body: {}, as: learner })
  await shop.runJobs()
  await sendTest(id)
  expect(await log(id)).toHaveLength(2)
  const webhooks = await shop.server.services.loadWebhooks()
  await shop.server.database.transaction((tx) => webhooks.forgetPerson(tx, learner.id))
  expect((await log(id)).map(({ type }) => type)).toEqual(['webhook.test'])
  await webhooks.deleteLogBefore(new Date(shop.server.clock.now().getTime() + 1))
  expect(await log(id)).toEqual([])
})

test('where real money is taken, only public addresses with https are accepted', async () => {
  const strict = await startTestApp({ payments: unusedPayments, webhookReach: 'public' })
  const as = await strict.person('admin', { isProven: true })
  const refused = []
  for (const address of [url, 'https://127.0.0.1/', 'https://169.254.169.254/latest', 'http://example.com/'])
    refused.push(
      (await strict.call('createWebhook', { body: { url: address, events: ['order.paid'] }, as })).body
        .errorCode,
    )
  expect(refused).toEqual(Array(4).fill('WEBHOOK_ADDRESS_REFUSED'))
  const allowed = { url: 'https://example.com/hook', events: ['order.paid' as const] }
  expect((await strict.call('createWebhook', { body: allowed, as })).status).toBe(201)
  await strict.stop()
})

test('with WEBHOOK_HOSTS a webhook to another host is refused, and a message to a host that left the list has failed', async () => {
  const { id } = await add(['order.paid'])
  const { call, jobs } = await shop.server.startAgain({ webhookHosts: ['hooks.example.my', '*.example.com'] })
  const create = async (address: string) =>
    (await call('createWebhook', { body: { url: address, events: ['order.paid'] }, as: admin })).body
      .errorCode
  expect(await create(url)).toBe('WEBHOOK_HOST_NOT_LISTED')
  expect(await create('https://example.com/hook')).toBe('WEBHOOK_HOST_NOT_LISTED')
  expect(await create('https://hooks.example.my/hook')).toBeUndefined()
  expect(await create('https://a.b.example.com/hook')).toBeUndefined()
  const change = async (body: { isEnabled?: boolean; events?: WebhookEvent[] }) =>
    (await call('updateWebhook', { params: { id }, body, as: admin })).body.errorCode
  expect(await change({ events: ['order.refunded'] })).toBe('WEBHOOK_HOST_NOT_LISTED')
  await sendTest(id)
  await jobs.runDueOnce()
  expect(received).toEqual([])
  expect(await log(id)).toMatchObject([
    { state: 'failed', failure: 'HOST_NOT_LISTED', attempts: 1, nextAttemptAt: null },
  ])
  expect(await change({ isEnabled: false })).toBeUndefined()
  expect(await change({ isEnabled: true })).toBe('WEBHOOK_HOST_NOT_LISTED')
})

describe('where the demo may reach the machine itself', () => {
  /** Sends a request through a proxy or from another address. */
  const from = async (
    [method, path]: readonly ['POST' | 'PUT', string],
    payload: object,
    sent: { headers?: Record<string, string>; remoteAddress?: string },
  ) => {
    await prove(admin)
    const answer = await shop.server.app.inject({
      method,
      url: `/api${path}`,
      payload,
      remoteAddress: sent.remoteAddress ?? '127.0.0.1',
      headers: { ...sent.headers, authorization: `Bearer ${admin.token}` },
    })
    return answer.json<{ errorCode?: string }>().errorCode
  }
  const elsewhere = [
    ['another address', { remoteAddress: '10.1.2.3' }],
    ['X-Forwarded-For', { headers: { 'x-forwarded-for': '127.0.0.1' } }],
    ['Forwarded', { headers: { forwarded: 'for=203.0.113.9' } }],
    ['Via', { headers: { via: '1.1 tunnel' } }],
    ['X-Real-IP', { headers: { 'x-real-ip': '203.0.113.9' } }],
  ] as const

  test.each(elsewhere)(
    'a caller from elsewhere (%s) neither adds an endpoint there nor sends to one',
    async (_, sent) => {
      const body = { url, events: ['order.paid'] }
      const refused = 'WEBHOOK_ADDRESS_REFUSED'
      expect(await from(['POST', '/webhooks'], body, sent)).toBe(refused)
      const { id } = await add(['order.paid'])
      expect(await from(['POST', `/webhooks/${id}/test`], {}, sent)).toBe(refused)
      expect(await from(['PUT', `/webhooks/${id}`], { isEnabled: true }, sent)).toBe(refused)
      expect(await from(['PUT', `/webhooks/${id}`], { isEnabled: false }, sent)).toBeUndefined()
      await shop.runJobs()
      expect(received).toEqual([])
    },
  )

  test('an answer of the machine to its own webhook is not shown', async () => {
    answer = { status: 200, text: 'secret of another program' }
    const { id } = await add(['order.paid'])
    await sendTest(id)
    await shop.runJobs()
    const [delivery] = await log(id)
    expect([delivery?.state, delivery?.responseStatus]).toEqual(['delivered', 200])
    expect(JSON.stringify(delivery)).not.toContain('secret of another program')
  })

  test('a message to an endpoint there that was not added from there is not sent', async () => {
    const { id } = await add(['order.paid'])
    await sql`UPDATE webhook_endpoints SET is_on_this_machine = false WHERE id = ${id}`.execute(
      shop.server.database.kysely,
    )
    await sendTest(id)
    await shop.runJobs()
    expect((await log(id)).map(({ failure }) => failure)).toEqual(['ADDRESS_REFUSED'])
    expect(received).toEqual([])
  })

  test('a webhook needs a verified address of whoever adds it', async () => {
    const unproven = await shop.server.person('admin')
    await prove(unproven)
    const made = await shop.server.call('createWebhook', {
      body: { url, events: ['order.paid'] },
      as: unproven,
    })
    expect([made.status, made.body.errorCode]).toEqual([403, 'EMAIL_NOT_VERIFIED'])
  })
})
