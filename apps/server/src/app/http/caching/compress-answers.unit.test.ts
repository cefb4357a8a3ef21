import Fastify from 'fastify'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compressAnswers } from './compress-answers.ts'

const app = Fastify()
const words = (bytes: number) => 'orbit '.repeat(Math.ceil(bytes / 6)).slice(0, bytes)

beforeAll(async () => {
  await compressAnswers(app)
  app.get<{ Params: { bytes: string } }>('/json/:bytes', async ({ params }, reply) =>
    reply.header('vary', 'authorization').send({ text: words(Number(params.bytes)) }),
  )
  app.get('/picture', async (_request, reply) => reply.type('image/png').send(Buffer.from(words(8_000))))
  app.get('/ready', async (_request, reply) =>
    reply.type('text/plain').header('content-encoding', 'br').send(words(8_000)),
  )
})
afterAll(() => app.close())

const get = (url: string, accepted?: string) =>
  app.inject({ url, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } })

test.each([3_000, 60_000, 200_000])(
  'an answer of %i bytes is compressed as the client accepts',
  async (bytes) => {
    const plain = (await get(`/json/${bytes}`)).json<{ text: string }>()
    expect(plain.text).toBe(words(bytes))
    const br = await get(`/json/${bytes}`, 'gzip, br')
    const zipped = await get(`/json/${bytes}`, 'gzip')
    expect([br.headers['content-encoding'], zipped.headers['content-encoding']]).toEqual(['br', 'gzip'])
    expect(JSON.parse(brotliDecompressSync(br.rawPayload).toString())).toEqual(plain)
    expect(JSON.parse(gunzipSync(zipped.rawPayload).toString())).toEqual(plain)
    for (const { headers } of [br, zipped])
      expect(String(headers['vary']).split(', ').toSorted()).toEqual(['accept-encoding', 'authorization'])
  },
)

test('the length of a compressed answer is that of its bytes', async () => {
  const { headers, rawPayload } = await get('/json/3000', 'br')
  expect(Number(headers['content-length'])).toBe(rawPayload.length)
  expect(rawPayload.length).toBeLessThan(300)
})

test.each([
  ['a short answer', '/json/1000', 'br'],
  ['an answer for a client without compression', '/json/3000', 'identity'],
  ['an answer for a client that names no encoding', '/json/3000', undefined],
  ['a picture', '/picture', 'br'],
])('%s stays as it is', async (_name, url, accepted) => {
  expect((await get(url, accepted)).headers['content-encoding']).toBeUndefined()
})

test('an answer that is already encoded is not encoded again', async () => {
  const { headers, body } = await get('/ready', 'gzip')
  expect([headers['content-encoding'], body]).toEqual(['br', words(8_000)])
})
