import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { endStalledAnswers } from './stalled-answers.ts'

const minute = 60_000

async function serve(answer: (response: ServerResponse) => void) {
  let time = 0
  const server = createServer((_request, response) => answer(response))
  const sweep = endStalledAnswers(server, () => time)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => undefined) // The event 'close' follows.
  socket.resume()
  onTestFinished(() => {
    socket.destroy()
    server.close()
  })
  const [[, response]] = (await Promise.all([
    once(server, 'request'),
    once(socket, 'connect').then(() => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')),
  ])) as [[unknown, ServerResponse], unknown]
  const pass = (ms: number) => {
    time += ms
    sweep()
  }
  return { socket, response, pass }
}

const endless = () =>
  Readable.from(
    (function* () {
      for (;;) yield Buffer.alloc(65_536)
    })(),
    { objectMode: false },
  )

test('an answer whose reader takes nothing for a minute is ended with its source', async () => {
  const source = endless()
  const { socket, response, pass } = await serve((answer) => source.pipe(answer))
  socket.pause()
  await expect.poll(() => response.writableNeedDrain).toBe(true)
  await expect.poll(() => (response.socket?.writableLength ?? 0) > 0).toBe(true)
  pass(0)
  pass(minute - 1)
  expect(response.destroyed).toBe(false)
  pass(1)
  await expect.poll(() => response.destroyed).toBe(true)
})

test('a slow reader that takes something keeps its answer', async () => {
  const { response, pass } = await serve((answer) => endless().pipe(answer))
  // The client also reads bytes that the kernel accepted earlier, so the server's own count must grow.
  const taken = () => (response.socket?.bytesWritten ?? 0) - (response.socket?.writableLength ?? 0)
  for (let times = 0; times < 5; times += 1) {
    const before = taken()
    await expect.poll(() => taken() > before, { interval: 1 }).toBe(true)
    pass(minute)
  }
  expect(response.destroyed).toBe(false)
})

test('an answer that is still being made is not ended', async () => {
  const { response, pass } = await serve(() => undefined)
  for (let times = 0; times < 5; times += 1) pass(minute)
  expect(response.destroyed).toBe(false)
  response.end('done')
})
