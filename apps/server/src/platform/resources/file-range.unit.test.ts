import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Writable } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { FileRange } from './file-range.ts'

const content = randomBytes(1_000_000)

async function opened() {
  const folder = await mkdtemp(join(tmpdir(), 'apogee-file-'))
  const path = join(folder, 'file')
  await writeFile(path, content)
  const file = await open(path)
  onTestFinished(async () => {
    await file.close()
    await rm(folder, { recursive: true })
  })
  return file
}

test.each([undefined, { start: 0, end: 0 }, { start: 5, end: 700_000 }, { start: 999_999, end: 999_999 }])(
  'the bytes of the range %o are read, and then it is closed',
  async (range) => {
    const close = vi.fn<() => void>()
    const read = await buffer(new FileRange(await opened(), range, close))
    expect(read.equals(range ? content.subarray(range.start, range.end + 1) : content)).toBe(true)
    expect(close).toHaveBeenCalledTimes(1)
  },
)

test('a reader that waits holds one chunk', async () => {
  const file = await opened()
  const read = vi.spyOn(file, 'read')
  const stream = new FileRange(file, undefined, () => undefined)
  let goOn: (() => void) | undefined
  const slow = new Writable({
    highWaterMark: 1,
    write: (_chunk, _encoding, done) => void (goOn = done),
  })
  stream.pipe(slow)
  await expect.poll(() => goOn).toBeDefined()
  for (let turns = 0; turns < 20; turns += 1) await new Promise(setImmediate)
  expect(read).toHaveBeenCalledTimes(1)
  goOn?.()
  await expect.poll(() => read.mock.calls.length).toBe(2)
  stream.destroy()
})

test('a range that ends behind its file fails, and is closed', async () => {
  const close = vi.fn<() => void>()
  await expect(buffer(new FileRange(await opened(), { start: 0, end: 1_000_000 }, close))).rejects.toThrow(
    'a range ends behind its file',
  )
  expect(close).toHaveBeenCalledTimes(1)
})

/** Answers each request with the file and counts how often it was closed. */
async function served(range?: { start: number; end: number }) {
  const file = await opened()
  const close = vi.fn<() => void>()
  const answers: FileRange[] = []
  const server = createServer((_request, response) => {
    const stream = new FileRange(file, range, close)
    answers.push(stream)
    stream.pipe(response)
    response.once('close', () => stream.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return { port: (server.address() as AddressInfo).port, close, answers }
}

test('an answer has the bytes of the file, and ends its stream', async () => {
  const { port, close, answers } = await served({ start: 10, end: 900_000 })
  const get = async () => Buffer.from(await (await fetch(`http://127.0.0.1:${port}`)).arrayBuffer())
  const all = await Promise.all([get(), get(), get()])
  for (const one of all) expect(one.equals(content.subarray(10, 900_001))).toBe(true)
  await expect.poll(() => close.mock.calls.length).toBe(3)
  expect(answers.every(({ readableEnded }) => readableEnded)).toBe(true)
})

test('an answer whose reader leaves is closed', async () => {
  const { port, close } = await served()
  const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'))
  socket.pause()
  await once(socket, 'connect')
  socket.resetAndDestroy()
  await expect.poll(() => close.mock.calls.length).toBe(1)
})
