/**
 * Measures the effect of a hanging dependency or an attack on other users. Time from payment to enrolment while mails wait for an
 * unresponsive mail server: ≤ 5 s. Sign-in during concurrent uploads of picture bombs: median ≤ 3 × its idle value.
 */
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { crc32, deflateSync } from 'node:zlib'
import type { SizeOf } from './measurements.ts'
import { runMeasurement } from './support/frame.ts'
import { median } from '../harness/measure.ts'
import { withDataFolder, withSchool, withServer } from './support/server-process.ts'

type Size = SizeOf<'isolation'>

const mostSettleMs = 5_000
const mostRatio = 3
const password = 'Apogee-Demo-1'

interface Answer {
  status: number
  body: {
    data: { token: string; id: number; status: string }
    payment_url: string
    payment_id: string
    status: string
  }
}

async function call(origin: string, path: string, body?: object, token?: string): Promise<Answer> {
  const answer = await fetch(`${origin}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as Answer['body'] }
}

const signIn = (origin: string, email: string) => call(origin, '/auth/login', { email, password })

async function silentMailServer() {
  const sockets: Socket[] = []
  const server = createServer((socket) => sockets.push(socket.on('error', () => undefined))).listen(
    0,
    '127.0.0.1',
  )
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => sockets.length,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/**
 * Measures the time from the press on the payer's button at the provider until the buyer's list contains the course. The provider's
 * callback is sent over HTTP.
 */
async function paidToEnrolled(origin: string): Promise<number> {
  const instructor = (await signIn(origin, 'instructor@apogee.test')).body.data.token
  const course = await call(
    origin,
    '/courses',
    { title: 'Orbits', description: 'About orbits', price: 4900, category: 'Design' },
    instructor,
  )
  const courseId = course.body.data.id
  const email = `buyer-${Date.now()}@apogee.test`
  const buyer = (await call(origin, '/auth/register', { name: 'Buyer', email, password })).body.data.token
  const { body } = await call(origin, '/payments', { courseId }, buyer)
  const page = new URL('pay/', body.payment_url.replace(/\/?$/, '/'))
  const began = performance.now()
  await fetch(page, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ method: 'wallet', wallet: 'dnqr' }),
    redirect: 'manual',
  })
  for (;;) {
    const list = await fetch(`${origin}/api/courses/enrolled`, {
      headers: { authorization: `Bearer ${buyer}` },
    })
    if ((await list.text()).includes(`"id":${courseId},`)) return performance.now() - began
    if (performance.now() - began > 60_000) throw new Error('the order was not settled within a minute')
    await pause(20)
  }
}

/** Returns the milliseconds from the payment to the enrolment. */
async function measureSilentMail({ registrations }: Size): Promise<number> {
  const mail = await silentMailServer()
  const environment = { SMTP_URL: mail.url, RATE_LIMITS: 'off', LOG_LEVEL: 'silent' }
  try {
    return await withDataFolder((path) =>
      withServer(path, environment, async ({ origin }) => {
        for (let nth = 0; nth < registrations; nth += 1) {
          const email = `waits-${nth}@apogee.test`
          await call(origin, '/auth/register', { name: 'Waits', email, password })
        }
        const ms = await paidToEnrolled(origin)
        if (mail.connections() === 0) throw new Error('no mail was tried')
        return ms
      }),
    )
  } finally {
    mail.close()
  }
}

async function signInTimes(origin: string, signIns: number): Promise<number> {
  const taken: number[] = []
  for (let nth = 0; nth < signIns; nth += 1) {
    const began = performance.now()
    const { status } = await signIn(origin, 'student@apogee.test')
    if (status !== 200) throw new Error(`sign-in was answered ${status}`)
    taken.push(performance.now() - began)
  }
  return median(taken)
}

/** Returns a picture with many pixels in few bytes. */
function blackPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // A pixel of this format has three channels of eight bits each.
  header.set([8, 2], 8)
  const rows = deflateSync(Buffer.alloc(height * (1 + 3 * width)))
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function measureBombs({ bombs, signIns, width, height }: Size) {
  return withSchool(async ({ origin }) => {
    const token = (await signIn(origin, 'superadmin@apogee.test')).body.data.token
    const picture = new Blob([new Uint8Array(blackPng(width, height))], { type: 'image/png' })
    const upload = async () => {
      const form = new FormData()
      form.append('file', picture, 'bomb.png')
      const answer = await fetch(`${origin}/api/upload?purpose=cover`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: form,
      })
      if (answer.status !== 201) throw new Error(`an upload was answered ${answer.status}`)
      await answer.arrayBuffer()
    }
    await signInTimes(origin, signIns)
    const idle = await signInTimes(origin, signIns)
    let isOver = false
    let uploads = 0
    const attackers = Array.from({ length: bombs }, async () => {
      while (!isOver) {
        await upload()
        uploads += 1
      }
    })
    await pause(500)
    const attacked = await signInTimes(origin, signIns)
    isOver = true
    await Promise.all(attackers)
    return { idle, attacked, ratio: attacked / idle, uploads }
  })
}

await runMeasurement('isolation', async (bench) => {
  const { size } = bench
  const ms = await measureSilentMail(size)
  const { idle, attacked, ratio, uploads } = await measureBombs(size)
  bench.table([
    {
      what: `paid to enrolled, ${size.registrations} mails waiting for a silent mail server`,
      figure: `${ms.toFixed(0)} ms`,
      target: `≤ ${mostSettleMs} ms`,
      met: bench.met('paid to enrolled', ms <= mostSettleMs),
    },
    { what: 'sign-in, median, idle', figure: `${idle.toFixed(1)} ms`, target: '', met: '' },
    {
      what: `sign-in, median, ${size.bombs} picture bombs uploading at any time (${uploads} uploaded)`,
      figure: `${attacked.toFixed(1)} ms, ratio ${ratio.toFixed(2)}`,
      target: `≤ ${mostRatio} × idle`,
      met: bench.met('sign-in beside picture bombs', ratio <= mostRatio),
    },
  ])
})
