import fastifyStatic from '@fastify/static'
import Fastify from 'fastify'
import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { handleErrors } from '../errors.ts'
import { boundLargeAnswers, markLarge } from './large-answers.ts'

/** This exceeds the buffers that a connection has outside of the process. */
const largeBytes = 20_000_000

async function serve() {
  const app = Fastify()
  handleErrors(app)
  boundLargeAnswers(app, 4)
  let streams = 0
  const endless = () => {
    streams += 1
    const stream = new Readable({ read: () => void stream.push(Buffer.alloc(65_536)) })
    return stream
  }
  app.get('/undeclared', async (_request, reply) => reply.send(endless()))
  app.get('/table', { config: { large: 'table' } }, async (_request, reply) => reply.send(endless()))
  app.get('/whole', async (_request, reply) => reply.send(Buffer.alloc(largeBytes)))
  app.get('/small', async () => ({ success: true }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const sockets: Socket[] = []
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await app.close()
  })
  return {
    origin: `http://127.0.0.1:${port}`,
    streams: () => streams,
    ask: async (path: string) => {
      const socket = connect(port, '127.0.0.1')
      sockets.push(socket)
      await once(socket, 'connect')
      socket.pause()
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
      return socket
    },
  }
}

test('a stream of a route that names no kind is counted as a stored file', async () => {
  const { ask, streams, origin } = await serve()
  const sockets = await Promise.all(Array.from({ length: 4 }, () => ask('/undeclared')))
  await expect.poll(streams).toBe(4)
  const one = await ask('/undeclared')
  await expect.poll(streams).toBe(5)
  let answered = false
  one.once('data', () => (answered = true))
  one.resume()
  expect((await fetch(`${origin}/small`)).status).toBe(200)
  expect(answered).toBe(false)
  sockets[0]?.destroy()
  await expect.poll(() => answered).toBe(true)
  one.destroy()
})

test('a network gets four tables at the same time, and the next when a reader leaves', async () => {
  const { ask, streams, origin } = await serve()
  const sockets = await Promise.all(Array.from({ length: 12 }, () => ask('/table')))
  await expect.poll(streams).toBe(4)
  // An answer that is not a stream does not wait.
  expect((await fetch(`${origin}/small`)).status).toBe(200)
  expect(streams()).toBe(4)
  for (const socket of sockets) socket.destroy()
  const [left] = await Promise.all(Array.from({ length: 8 }, () => ask('/table')))
  await expect.poll(streams).toBe(8)
  left?.destroy()
})

test('whole answers of one network hold a limited number of bytes, then they are refused until readers take them', async () => {
  const { ask, origin } = await serve()
  const waiting = await ask('/whole')
  const status = async () => {
    const answer = await fetch(`${origin}/whole`)
    const { byteLength } = await answer.arrayBuffer()
    return [answer.status, byteLength === largeBytes, answer.headers.get('retry-after') !== null]
  }
  await expect.poll(status).toEqual([503, false, true])
  expect((await fetch(`${origin}/small`)).status).toBe(200)
  waiting.destroy()
  await expect.poll(status).toEqual([200, true, false])
})

test('a route that another module adds gets its kind from the scope in which the module is', async () => {
  const app = Fastify()
  boundLargeAnswers(app)
  await app.register(async (scope) => {
    scope.addHook('onRoute', markLarge('client'))
    await scope.register(fastifyStatic, { root: import.meta.dirname, prefix: '/here/' })
  })
  onTestFinished(() => app.close())
  const { statusCode, body } = await app.inject('/here/large-answers.ts')
  expect({ statusCode, isFile: body.includes('boundLargeAnswers') }).toEqual({
    statusCode: 200,
    isFile: true,
  })
})
