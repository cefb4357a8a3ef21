/** Tests requests outside the calls: other methods, paths and origins, and bytes that are not a request. */
import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startHostileInputServer, type HostileInputServer } from './hostile-input.testing.ts'

let hostile: HostileInputServer
beforeAll(async () => {
  hostile = await startHostileInputServer()
})
afterAll(() => hostile.school.server.stop())

test('other methods, unknown paths and malformed paths answer 404 with a code', async () => {
  const lost = [
    '/api',
    '/api/',
    '/api?x=1',
    '/api/unknown',
    '/api/courses/1/x.css',
    '/api//courses',
    '/api/%zz',
  ]
  for (const url of [
    ...lost,
    `/api/courses/${'1'.repeat(400)}`,
    '/media',
    '/media/',
    '/media/%zz',
    '/api/graphql',
  ]) {
    const answer = await hostile.send({ method: 'GET', url })
    expect({ url, status: answer.statusCode }).toEqual({ url, status: 404 })
  }
  for (const method of ['PATCH', 'DELETE', 'OPTIONS'] as const) {
    expect((await hostile.send({ method, url: '/api/auth/login' })).statusCode).toBe(404)
  }
})

test('no other origin is allowed, whatever it requests', async () => {
  for (const method of ['OPTIONS', 'GET', 'POST'] as const) {
    const answer = await hostile.school.server.app.inject({
      method,
      url: '/api/courses',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  }
})

test('bytes that are not an HTTP request are refused with a code', async () => {
  await hostile.school.server.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = hostile.school.server.app.server.address() as AddressInfo
  const say = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(text))
      let heard = ''
      socket.on('data', (chunk) => (heard += chunk.toString()))
      socket.on('close', () => resolve(heard))
      socket.on('error', reject)
    })
  const cases: [text: string, status: string, errorCode: string][] = [
    ['NONSENSE\r\n\r\n', '400 Bad Request', 'MALFORMED_REQUEST'],
    [
      'TRACE /api/courses HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer repeated\r\nConnection: close\r\n\r\n',
      '404 Not Found',
      'NOT_FOUND',
    ],
    [
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      '400 Bad Request',
      'MALFORMED_REQUEST',
    ],
    [
      `GET /api/courses?${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      '431 Request Header Fields Too Large',
      'BODY_TOO_LARGE',
    ],
  ]
  for (const [text, status, errorCode] of cases) {
    const heard = await say(text)
    expect(heard).not.toContain('repeated')
    expect(heard).toContain(`HTTP/1.1 ${status}\r\n`)
    const body: unknown = JSON.parse(heard.slice(heard.indexOf('\r\n\r\n')))
    expect(body).toEqual({ success: false, error: expect.stringMatching(/\S/), errorCode })
  }
})
