import { createSocket } from 'node:dgram'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkedLookup, isAllowedAddress, isAllowedUrl, PostFailed, postTo } from './outbound-post.ts'

let server: Server
let origin: string
const requests: { path: string; body: string }[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      requests.push({ path: request.url ?? '', body })
      const more = (): void => {
        response.write('x'.repeat(10_000), (error) => error ?? more())
      }
      if (request.url === '/elsewhere') response.writeHead(302, { location: '/here' }).end()
      else if (request.url === '/endless') more()
      else if (request.url === '/upgrade')
        request.socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n')
      else if (request.url !== '/hangs') response.end(`got \0${body}`)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const usual = { headers: {}, body: 'hello', reach: 'loopback', timeoutMs: 5000, keptBytes: 1024 } as const
const codeOf = (posting: Promise<unknown>) =>
  posting.then(
    () => 'answered',
    (error: unknown) => (error instanceof PostFailed ? error.code : 'another error'),
  )

describe('addresses', () => {
  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',

    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '192.0.2.1',
    '198.18.0.1',
    '::',
    '::1',
    'fe80::1',
    'fd00::1',

    'fc00::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001::1',
    '2001:db8::1',
    'fd00:ec2::254',
    'not an address',
  ])('a connection to %s is refused', (address) => {
    expect(isAllowedAddress(address, 'public')).toBe(false)
  })

  test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2400:cb00::1'])(
    'a connection to %s is allowed',
    (address) => {
      expect(isAllowedAddress(address, 'public')).toBe(true)
    },
  )

  test.each([
    'http://example.com/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://0x7f.1/',
    'https://2130706433/',

    'https://localhost/',
    'https://a.localhost/',
    'https://metadata.google.internal/',
    'https://169.254.169.254/',

    'https://[::ffff:127.0.0.1]/',
    'https://printer.local/',
    'http://127.0.0.1:3000/',
    'ftp://example.com/',
  ])('the address %s is refused where real money is taken', (url) => {
    expect(isAllowedUrl(url, 'public')).toBe(false)
  })

  test('an https address is allowed everywhere, and http to this machine in a demo only', () => {
    for (const reach of ['public', 'loopback'] as const)
      expect(isAllowedUrl('https://example.com:8443/hook', reach)).toBe(true)
    expect(isAllowedUrl('http://127.0.0.1:9000/', 'loopback')).toBe(true)
    expect(isAllowedUrl('http://localhost:9000/', 'loopback')).toBe(true)
    expect(isAllowedUrl('http://example.com/', 'loopback')).toBe(false)
    expect(isAllowedUrl('https://10.0.0.1/', 'loopback')).toBe(false)
  })
})

test('a post reaches its server and returns the beginning of the answer', async () => {
  expect(await postTo(`${origin}/here`, { ...usual, keptBytes: 8 })).toEqual({ status: 200, text: 'got hel' })
  expect(requests.at(-1)).toEqual({ path: '/here', body: 'hello' })
})

/**
 * Starts a local name server. It answers A queries with this address, and other queries with an empty answer. Without an address it
 * does not answer at all.
 */
async function nameServer(address: readonly number[] | null): Promise<{ at: string; stop: () => void }> {
  const socket = createSocket('udp4')
  socket.on('message', (question, from) => {
    if (address === null) return
    // A query consists of a header, the name, which ends with 0, its type and its class.
    const end = question.indexOf(0, 12) + 5
    const isA = question[end - 3] === 1
    const header = Buffer.from([...question.subarray(0, 2), 0x81, 0x80, 0, 1, 0, isA ? 1 : 0, 0, 0, 0, 0])
    const found = isA ? Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address]) : Buffer.alloc(0)
    socket.send(Buffer.concat([header, question.subarray(12, end), found]), from.port, from.address)
  })
  await new Promise<void>((bound) => socket.bind(0, '127.0.0.1', bound))
  return { at: `127.0.0.1:${socket.address().port}`, stop: () => socket.close() }
}

const lookedUp = (server: string, signal: AbortSignal) =>
  new Promise<{ error: Error | null; address: unknown }>((answer) => {
    checkedLookup({ reach: 'public', signal, servers: [server] })('hooks.example.com', {}, (error, address) =>
      answer({ error, address }),
    )
  })

test('a name is resolved to the address that its name server answers, unless that is closed', async () => {
  for (const [address, expected] of [
    [[93, 184, 215, 14], { error: null, address: '93.184.215.14' }],
    [[10, 0, 0, 1], { error: { code: 'ADDRESS_REFUSED' } }],
  ] as const) {
    const server = await nameServer(address)
    expect(await lookedUp(server.at, AbortSignal.timeout(5_000))).toMatchObject(expected)
    server.stop()
  }
})

test('a name that this machine cannot resolve is a failed request, not an error of the process', async () => {
  // One label of the name is too long, so the name is refused without a query.
  const url = `https://${'x'.repeat(64)}.test/hook`
  await expect(
    postTo(url, { headers: {}, body: '{}', reach: 'loopback', timeoutMs: 20_000, keptBytes: 100 }),
  ).rejects.toThrow(PostFailed)
})

test('a look-up that nobody answers ends with the deadline', async () => {
  const server = await nameServer(null)
  expect(await lookedUp(server.at, AbortSignal.timeout(50))).toMatchObject({ error: { code: 'ECANCELLED' } })
  server.stop()
})

test('an address that is closed is refused before anything is sent', async () => {
  const before = requests.length
  expect(await codeOf(postTo(`${origin}/here`, { ...usual, reach: 'public' }))).toBe('ADDRESS_REFUSED')
  expect(requests).toHaveLength(before)
})

test('a redirect is an answer and is not followed', async () => {
  const before = requests.length
  expect((await postTo(`${origin}/elsewhere`, usual)).status).toBe(302)
  expect(requests).toHaveLength(before + 1)
})

test('an endpoint that does not answer in time is given up', async () => {
  expect(await codeOf(postTo(`${origin}/hangs`, { ...usual, timeoutMs: 50 }))).toBe('TIMEOUT')
})

test('an endless answer is cut off', async () => {
  const { text } = await postTo(`${origin}/endless`, usual)
  expect(text).toHaveLength(1024)
})

test('a refused connection has its code', async () => {
  expect(await codeOf(postTo('http://127.0.0.1:1/', usual))).toBe('ECONNREFUSED')
})

test('an answer that asks for another protocol is a failure, and nothing waits for it', async () => {
  expect(await codeOf(postTo(`${origin}/upgrade`, usual))).toBe('CONNECTION_FAILED')
})

test('the scheme of an address counts in capitals, too', async () => {
  expect(await codeOf(postTo(`${origin.replace('http:', 'HTTPS:')}/here`, usual))).not.toBe('another error')
})
