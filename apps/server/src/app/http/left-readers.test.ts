import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp, type TestApp } from '../testing.ts'

let server: TestApp
let port: number
let failures: string[]
beforeAll(async () => {
  server = await startTestApp({
    payments: unusedPayments,
    addFirstHooks(app) {
      app.addHook('onError', async (_request, _reply, error) => void failures.push(error.message))
      // Every answer passes through this hook, even a wrong second answer to the same request.
      app.addHook('onSend', async ({ raw, headers }, reply) => {
        if (headers['x-leaves'] === undefined || reply.raw.destroyed) return
        raw.socket.destroy()
        await once(reply.raw, 'close')
      })
    },
  })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  ;({ port } = server.app.server.address() as AddressInfo)
})
afterAll(() => server.stop())
beforeEach(() => {
  failures = []
})

/** Requests the address, and leaves when the server is about to send its answer. */
async function leave(path: string): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nX-Leaves: 1\r\n\r\n`)
  socket.resume()
  await once(socket, 'close')
  // Once this request is answered, the server has also finished the one that was left.
  expect((await fetch(`http://127.0.0.1:${port}/api/courses/counts`)).status).toBe(200)
}

test('a reader who leaves a file before its first byte is no failure of the server', async () => {
  const as = await server.person('admin')
  const { body } = await server.call('createTicket', { body: { what: 'users' }, as })
  await leave(body.data.url)
  expect(failures).toEqual([])
})

test.each(['/api/courses', '/api/nothing'])(
  'a reader who leaves %s is no failure of the server',
  async (path) => {
    await leave(path)
    expect(failures).toEqual([])
  },
)
