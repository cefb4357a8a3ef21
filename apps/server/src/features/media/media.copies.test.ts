import { pictureWidths } from '@apogee/contracts/picture-widths.ts'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { pdf, uploadFile } from './testing.ts'

let server: TestApp
let teacher: TestPerson
/** The cover of a public course. */
let cover: string
let courseId: number

beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
  teacher = await server.person('instructor')
  const created = await server.call('createCourse', {
    body: { title: 'Stars', description: 'About stars', price: 4900, image: await upload('cover') },
    as: teacher,
  })
  courseId = created.body.data.id
  cover = created.body.data.image
})
afterAll(() => server.stop())

async function upload(purpose: 'cover' | 'avatar'): Promise<string> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const picture = await sharp({
    create: { width: 1600, height: 900, channels: 3, background: '#204060', noise },
  })
    .jpeg()
    .toBuffer()
  return (await uploadFile(server, teacher, picture, 'c.jpg', purpose)).url
}

const takesAvif = 'image/avif,image/webp,image/*;q=0.8'
const open = (url: string, headers: Record<string, string> = { accept: takesAvif }) =>
  server.app.inject({ url, headers })
const copyOf = (url: string, width: number) => url.replace(/(?=\?|$)/, `/w${width}`)
const copiesOf = async (url: string) => {
  const publicId = /\/media\/([\w-]+)/.exec(url)?.[1]
  const found = await sql<{ copies: number }>`
    SELECT count(*)::int8 AS copies FROM media_copies c JOIN media m ON m.id = c.media_id
     WHERE m.public_id = ${publicId}`.execute(server.database.kysely)
  return found.rows[0]?.copies
}

test('each width is served in the best format the browser accepts, with a long cache lifetime', async () => {
  const avif = await open(`${cover}/w640`)
  const webp = await open(`${cover}/w640`, { accept: 'image/webp,*/*' })
  expect([avif.headers['content-type'], webp.headers['content-type']]).toEqual(['image/avif', 'image/webp'])
  expect(await sharp(webp.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 640, height: 360 })
  expect(await sharp(avif.rawPayload).metadata()).toMatchObject({ width: 640, height: 360 })
  const original = await open(cover)
  expect(webp.rawPayload.length).toBeLessThan(original.rawPayload.length / 3)
  expect(avif.headers).toMatchObject({
    'cache-control': 'public, max-age=604800, immutable',
    vary: 'accept',
    'content-length': String(avif.rawPayload.length),
  })
  expect(avif.headers['etag']).not.toBe(webp.headers['etag'])
  const known = await open(`${cover}/w640`, {
    accept: takesAvif,
    'if-none-match': String(avif.headers['etag']),
  })
  expect(known.statusCode).toBe(304)
  expect((await open(cover)).rawPayload.equals(original.rawPayload)).toBe(true)
})

test('concurrent requests create one copy', async () => {
  const before = (await copiesOf(cover)) ?? 0
  const answers = await Promise.all(Array.from({ length: 6 }, () => open(`${cover}/w320`)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
  expect(new Set(answers.map(({ headers }) => headers['etag'])).size).toBe(1)
  expect(await copiesOf(cover)).toBe(before + 1)
})

test('a copy is never larger than its picture', async () => {
  const avatar = await upload('avatar')
  const { rawPayload } = await open(`${avatar.split('?')[0]}/w1280`, { accept: '*/*' })
  expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 512, height: 288 })
})

test('other widths, and copies of other files, are not found', async () => {
  for (const name of ['w641', 'w0', 'w-1', 'w1e3', 'w0640', 'w640.webp', '640', 'w99999']) {
    expect((await open(`${cover}/${name}`)).statusCode, name).toBe(404)
  }
  const document = await uploadFile(server, teacher, pdf(), 'a.pdf', 'lesson')
  expect((await open(copyOf(document.url, 640))).statusCode).toBe(404)
  expect((await open(`/media/${'A'.repeat(22)}/w640`)).statusCode).toBe(404)
})

test("a private course's cover needs its signature in every width", async () => {
  const hidden = await server.call('updateCourse', {
    params: { id: courseId },
    body: { isPrivate: true },
    as: teacher,
  })
  const signed = hidden.body.data.image
  for (const width of pictureWidths) expect((await open(`${cover}/w${width}`)).statusCode).toBe(403)
  const opened = await open(copyOf(signed, 640))
  expect(opened.statusCode).toBe(200)
  expect(opened.headers['cache-control']).toMatch(/^private, max-age=\d+$/)
  await server.call('updateCourse', { params: { id: courseId }, body: { isPrivate: false }, as: teacher })
})

test('deleting a picture deletes its copies, and their files later', async () => {
  const unused = (await upload('cover')).split('?')[0] ?? ''
  const signed = await upload('cover')
  await open(copyOf(signed, 320))
  expect(await copiesOf(signed)).toBe(1)
  server.clock.advance(8 * 24 * 3_600_000)
  await server.services.media.sweep()
  expect([await copiesOf(signed), await copiesOf(unused)]).toEqual([0, 0])
  expect((await open(`${cover}/w640`)).statusCode).toBe(200)
})
