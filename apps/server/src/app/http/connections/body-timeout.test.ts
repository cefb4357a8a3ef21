import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp, type TestApp, type TestPerson } from '../../testing.ts'

let server: TestApp
let teacher: TestPerson
let port: number
/** Requests whose headers have arrived are counted here. */
let begun = 0
let received = 0
const sockets: Socket[] = []

beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
  teacher = await server.person('instructor')
  server.app.server.on('request', () => (begun += 1))
  server.app.server.on('connection', (socket) =>
    socket.on('data', (data: Buffer) => (received += data.length)),
  )
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  port = (server.app.server.address() as AddressInfo).port
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(() => server.stop())

/** Sends the head of a request, and the beginning of a body that is longer than what is sent. */
async function begin(line: string, headers: Record<string, string>, first = '{'): Promise<Socket> {
  const before = begun
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  sockets.push(socket)
  await once(socket, 'connect')
  const all = { host: `127.0.0.1:${port}`, ...headers }
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  socket.write(`${[`${line} HTTP/1.1`, ...head, '', ''].join('\r\n')}${first}`)
  await vi.waitFor(() => expect(begun).toBe(before + 1), { timeout: 15_000 })
  return socket
}

const closed = (socket: Socket) => (socket.closed ? Promise.resolve() : once(socket.resume(), 'close'))
const json = { 'content-type': 'application/json', 'content-length': '500' }
const boundary = 'xxboundaryxx'
const form = (length: number) => ({
  'content-type': `multipart/form-data; boundary=${boundary}`,
  'content-length': String(length),
})
const partHead = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n`

describe('a body that trickles is cut', () => {
  test.for([
    ['a call without a session', 'POST /api/auth/login', {}, json],
    ['a call with a session', 'POST /api/courses', { session: true }, json],
    [
      'a call in chunks',
      'POST /api/auth/login',
      {},
      { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
    ],
    ['the payment callback', 'POST /api/payments/callback/1', {}, json],
    ['an upload with a session', 'POST /api/upload', { session: true }, form(90_000_000)],
    ['an upload without a session', 'POST /api/upload', {}, form(90_000_000)],
    [
      'a form that is sent to a page',
      'POST /login',
      {},
      { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '500' },
    ],
    ['a page that takes no body', 'GET /marketplace', {}, { 'content-length': '500' }],
    ['an address that is not there', 'POST /api/nothing', {}, json],
  ] as [string, string, { session?: true }, Record<string, string>][])(
    'a body that arrives too slowly is cut on %s',
    async ([, line, { session }, headers]) => {
      const socket = await begin(
        line,
        { ...headers, ...(session && { authorization: `Bearer ${teacher.token}` }) },
        line.includes('upload') ? partHead : headers['transfer-encoding'] ? '1\r\n{\r\n' : '{',
      )
      server.clock.advance(31_000)
      await closed(socket)
      expect(socket.closed).toBe(true)
    },
  )
})

test('a slow upload that keeps moving arrives complete, however long it takes', async () => {
  const video = Buffer.alloc(3_000_000, 'v')
  const end = `\r\n--${boundary}--\r\n`
  const length = partHead.length + video.length + end.length
  const socket = await begin(
    'POST /api/upload',
    { ...form(length), authorization: `Bearer ${teacher.token}` },
    partHead,
  )
  let answer = ''
  socket.on('data', (data: Buffer) => (answer += data.toString()))
  for (let place = 0; place < video.length; place += 600_000) {
    const before = received
    socket.write(video.subarray(place, place + 600_000))
    await vi.waitFor(() => expect(received - before).toBeGreaterThanOrEqual(600_000), { timeout: 10_000 })
    server.clock.advance(29_000)
  }
  socket.write(end)
  // The upload took longer than bodies of other requests may take. Its type is checked only after it has arrived.
  await vi.waitFor(() => expect(answer).toContain('FILE_TYPE_UNSUPPORTED'), { timeout: 10_000 })
})
