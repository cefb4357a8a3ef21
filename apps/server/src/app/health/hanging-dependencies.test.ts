/** Tests that an external system that accepts connections and never answers delays only the work that needs it. */
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import pino from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { createSmtpMailer } from '#server/adapters/mail/smtp.ts'
import { ChildPictures } from '#server/adapters/pictures/child-pictures.ts'
import { startShop, type Shop } from '#server/features/sales/sales.testing.ts'
import { picture, uploadFile } from '#server/features/media/testing.ts'
import { testPassword } from '../testing.ts'

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

/** No test takes this long, so a dependency that hangs does so until its test ends. */
const forEverMs = 600_000
const patience = { timeout: 25_000, interval: 20 }

async function silentMailServer() {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  undo.push(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const smtpUrl = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    sockets,
    mailer: createSmtpMailer({ smtpUrl, from: 'a@apogee.test', phaseMs: forEverMs, mailMs: forEverMs }),
  }
}

async function openShop(options: Parameters<typeof startShop>[0] = {}): Promise<Shop> {
  const shop = await startShop({ poolSize: 12, ...options })
  undo.push(() => shop.server.stop())
  await shop.server.jobs.start()
  undo.push(() => shop.server.jobs.stop({ withinMs: 50 }))
  return shop
}

/** Makes the payer pay. The provider then sends its signed callback, and no other request is made. */
async function payByCallback(shop: Shop) {
  const bought = await shop.buyerAtPage()
  await shop.pay(bought.purchase)
  const answers = await shop.deliver(bought.purchase)
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
  return bought
}

const untilEnrolled = (shop: Shop, { buyer, courseId }: Awaited<ReturnType<typeof payByCallback>>) =>
  vi.waitFor(async () => expect(await shop.isEnrolled(buyer, courseId)).toBe(true), patience)

test('a paid order is enrolled while fifty mails wait for a mail server that does not answer', async () => {
  const { sockets, mailer } = await silentMailServer()
  const shop = await openShop({ mailer })
  for (let nth = 0; nth < 50; nth += 1) await shop.server.person()
  await vi.waitFor(() => expect(sockets).toHaveLength(3), patience)
  const bought = await payByCallback(shop)
  await untilEnrolled(shop, bought)
  await shop.expectSettledOnce(bought)
  // Every sender still waits for the mail server's greeting, and the queued mails wait for a sender.
  expect(sockets.every((socket) => !socket.closed)).toBe(true)
  expect((await shop.server.jobs.health()).classes.get('mail')?.due).toBeGreaterThan(40)
})

test('mail is sent and people sign in while every money job waits for a provider that does not answer', async () => {
  const shop = await openShop()
  const { promise: silence, resolve: answers } = Promise.withResolvers<void>()
  let asked = 0
  shop.between.read = async (purchase) => {
    asked += 1
    await silence
    return purchase
  }
  for (let nth = 0; nth < 5; nth += 1) await payByCallback(shop)
  await vi.waitFor(() => expect(asked).toBe(3), patience)
  const { email } = await shop.server.person()
  await vi.waitFor(() => expect(shop.server.mails.map(({ to }) => to)).toContain(email), patience)
  const signedIn = await shop.server.call('login', { body: { email, password: testPassword } })
  expect(signedIn.status).toBe(200)
  expect(asked).toBe(3)
  answers()
})

test('orders settle, mail is sent and people sign in while a picture hangs', async () => {
  const pictures = new ChildPictures({
    log: pino({ level: 'silent' }),
    processFile: new URL('../../adapters/pictures/silent-process.testing.ts', import.meta.url),
    timeLimitMs: forEverMs,
  })
  const shop = await openShop({ pictures })
  let isUploaded = false
  const upload = uploadFile(shop.server, shop.seller, await picture('png'), 'a.png', 'cover').then(
    (answer) => {
      isUploaded = true
      return answer
    },
  )
  const bought = await payByCallback(shop)
  await untilEnrolled(shop, bought)
  await vi.waitFor(
    () => expect(shop.server.mails.map(({ to }) => to)).toContain(bought.buyer.email),
    patience,
  )
  const { email } = bought.buyer
  expect((await shop.server.call('login', { body: { email, password: testPassword } })).status).toBe(200)
  expect(isUploaded).toBe(false)
  await pictures.stop()
  expect((await upload).body.errorCode).toBe('FILE_UNREADABLE')
})
