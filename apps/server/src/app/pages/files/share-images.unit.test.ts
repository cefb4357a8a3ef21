import type { PublicCertificate } from '@apogee/contracts/achievements/achievements.ts'
import pino from 'pino'
import Fastify, { type FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { ChildPictures } from '#server/adapters/pictures/child-pictures.ts'
import { handleErrors } from '../../http/errors.ts'
import { serveShareImages } from './share-images.ts'

let app: FastifyInstance
let title: string
let image: string
let drawings: number
let learnerName = 'Aisyah Rahman'
const certificate: PublicCertificate = {
  id: 'AbCdEfGhIjKlMnOpQrStUv',
  learnerName: null,
  courseTitle: '',
  sellerName: 'Orbit Academy',
  teacherName: null,
  videoMinutes: 195,
  issuedAt: '2026-11-18T16:30:00.000Z',
}
const pictures = new ChildPictures({ log: pino({ level: 'silent' }) })
afterAll(() => pictures.stop())
beforeEach(() => {
  title = 'Practical Machine Learning'
  image = ''
  drawings = 0
  app = Fastify({ logger: false })
  handleErrors(app)
  // Courses with odd ids are public. Those with even ids are private, archived or missing, which the API does not distinguish.
  app.get<{ Params: { id: string } }>('/api/courses/sales/:id', async ({ params }, reply) =>
    Number(params.id) % 2 === 1 && params.id.length < 4
      ? { data: { course: { id: 1, title, category: 'Design', image }, sellerName: 'Orbit Academy' } }
      : reply.code(404).send({}),
  )
  app.get<{ Params: { id: string } }>('/api/certificates/:id', async ({ params }, reply) =>
    params.id === 'valid'
      ? { data: { ...certificate, courseTitle: title, learnerName } }
      : reply.code(params.id === 'revoked' ? 410 : 404).send({}),
  )
  app.get('/media/cover', async (_request, reply) =>
    reply.type('image/png').send(
      await sharp({ create: { width: 64, height: 36, channels: 3, background: '#ff0000' } })
        .png()
        .toBuffer(),
    ),
  )
  const cover = () => {
    drawings += 1
    return '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"><rect width="640" height="360" fill="#0000ff"/></svg>'
  }
  serveShareImages(app, { coverSvg: async () => cover, pictures, mostWaiting: 4 })
})
afterEach(() => app.close())

const get = (id: string | number, headers = {}) => app.inject({ url: `/share/course-${id}.png`, headers })
const firstColour = async (png: Buffer) => [
  ...(await sharp(png).extract({ left: 5, top: 5, width: 1, height: 1 }).raw().toBuffer()),
]

test('a public course has a cacheable preview image of 1200 × 630', async () => {
  const { statusCode, headers, rawPayload } = await get(1)
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('image/png')
  expect(headers['cache-control']).toBe('public, max-age=3600')
  expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
  expect(rawPayload.length).toBeLessThan(150_000)
})

test('a course that the API does not show has no preview image', async () => {
  for (const id of [2, 'x', '9'.repeat(30), '1%2F..'])
    expect((await get(id)).statusCode, String(id)).toBe(404)
})

test('a valid certificate has a preview image in each language, in which no person is named', async () => {
  const of = (address: string) => app.inject({ url: `/share/certificate-${address}` })
  const english = await of('valid.png')
  expect([english.statusCode, english.headers['content-type']]).toEqual([200, 'image/png'])
  expect(await sharp(english.rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 })
  expect((await of('valid.png?lang=ms')).headers['etag']).not.toBe(english.headers['etag'])
  learnerName = 'Somebody Else'
  expect((await of('valid.png')).headers['etag']).toBe(english.headers['etag'])
  // Caches ask again each time, because the certificate may be private by then.
  expect(english.headers['cache-control']).toBe('no-cache')
  for (const id of ['revoked', 'unknown', 'a%2Fb']) expect((await of(`${id}.png`)).statusCode, id).toBe(404)
})

test("a certificate's picture for sharing names its learner", async () => {
  const of = async () => (await app.inject({ url: '/share/certificate-valid.png?named=1' })).headers['etag']
  learnerName = 'Aisyah Rahman'
  const first = await of()
  expect(first).not.toBe((await app.inject({ url: '/share/certificate-valid.png' })).headers['etag'])
  learnerName = 'Somebody Else'
  expect(await of()).not.toBe(first)
})

test('a preview image is drawn once, and again when its content changes', async () => {
  const [first, second] = await Promise.all([get(1), get(1)])
  expect(first.headers['etag']).toBe(second.headers['etag'])
  expect(drawings).toBe(1)
  const known = await get(1, { 'if-none-match': String(first.headers['etag']) })
  expect([known.statusCode, known.body]).toEqual([304, ''])
  title = 'Another title'
  expect((await get(1)).headers['etag']).not.toBe(first.headers['etag'])
})

test('an uploaded cover replaces the generated one, unless it cannot be opened', async () => {
  expect(await firstColour((await get(1)).rawPayload)).toEqual([0, 0, 255])
  image = '/media/cover'
  expect((await firstColour((await get(1)).rawPayload))[0]).toBeGreaterThan(200)
  image = '/media/gone'
  expect(await firstColour((await get(1)).rawPayload)).toEqual([0, 0, 255])
})

test.each(['<b>bold</b> & "quoted" \u0000', 'x'.repeat(500), '  ', '\u200b', '日本語 🚀'])(
  'any title can be drawn: %j',
  async (given) => {
    title = given
    expect((await get(1)).statusCode).toBe(200)
  },
)

test('requests for all images at once get 503 with Retry-After, and succeed later', async () => {
  const ids = [1, 3, 5, 7, 9, 11]
  const all = await Promise.all(ids.map((id) => get(id)))
  const refused = all.filter(({ statusCode }) => statusCode === 503)
  expect(refused).toHaveLength(2)
  expect(refused[0]?.headers).toMatchObject({ 'retry-after': '10', 'cache-control': 'no-store' })
  expect((await get(11)).statusCode).toBe(200)
})
