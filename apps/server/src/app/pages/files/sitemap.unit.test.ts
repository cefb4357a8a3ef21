import Fastify, { type FastifyInstance } from 'fastify'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { serveSitemap } from './sitemap.ts'

const updatedAt = new Date('2026-11-18T09:00:00Z')
let app: FastifyInstance
let ids: number[]
let readings: number
let changed: () => void
let origin: string
beforeEach(() => {
  ids = [3, 7, 8]
  readings = 0
  origin = 'https://school.example'
  app = Fastify({ logger: false })
  serveSitemap(app, {
    addresses: async () => [
      { path: '/' },
      { path: '/marketplace?category=AI+%26+ML' },
      { path: '/blog/one', changed: '2026-11-20' },
    ],
    courses: {
      countPublicCourses: async () => ids.length,
      publicCoursesAfter: async ({ id, skip = 0, limit }) => {
        readings += 1
        return ids
          .filter((other) => other > id)
          .slice(skip, skip + limit)
          .map((other) => ({ id: other, updatedAt }))
      },
    },
    schools: {
      publicSchoolsAfter: async ({ id }) => [{ id: 4, name: 'orbit-school' }].filter((one) => one.id > id),
    },
    publicOrigin: () => origin,
    watchCourses: (response) => (changed = response),
    coursesPerFile: 3,
  })
})
afterEach(() => app.close())

const get = (url: string, headers = {}) => app.inject({ url, headers })
const locations = async (url: string) =>
  [...(await get(url)).body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, text]) => text)

test('the sitemap has pages and courses in both languages, each naming the other', async () => {
  const { body, headers } = await get('/sitemap.xml')
  expect(headers['content-type']).toContain('xml')
  expect(await locations('/sitemap.xml')).toEqual([
    'https://school.example/',
    'https://school.example/?lang=ms',
    'https://school.example/marketplace?category=AI+%26+ML',
    'https://school.example/marketplace?category=AI+%26+ML&amp;lang=ms',
    'https://school.example/blog/one',
    'https://school.example/blog/one?lang=ms',
    'https://school.example/school/orbit-school',
    'https://school.example/school/orbit-school?lang=ms',
    ...[3, 7, 8].flatMap((id) => [
      `https://school.example/sp/${id}/`,
      `https://school.example/sp/${id}/?lang=ms`,
    ]),
  ])
  expect(body).toContain('<lastmod>2026-11-20</lastmod>')
  expect(body).toContain('<lastmod>2026-11-18T09:00:00.000Z</lastmod>')
  const alternate = '<xhtml:link rel="alternate" hreflang="ms" href="https://school.example/sp/3/?lang=ms"/>'
  expect(body.split(alternate).length - 1).toBe(2)
})

test('an index lists the files when there are more courses than one file holds', async () => {
  ids = [1, 2, 3, 4, 5, 6, 7]
  expect(await locations('/sitemap.xml')).toEqual(
    ['pages', 'courses-1', 'courses-2', 'courses-3'].map(
      (name) => `https://school.example/sitemap-${name}.xml`,
    ),
  )
  const files = await Promise.all([1, 2, 3].map((file) => locations(`/sitemap-courses-${file}.xml`)))
  expect(files.map((file) => file.length)).toEqual([6, 6, 2])
  expect(files.flat().filter((address) => !address?.includes('lang'))).toEqual(
    ids.map((id) => `https://school.example/sp/${id}/`),
  )
  expect(await locations('/sitemap-pages.xml')).toContain('https://school.example/blog/one')
})

test('there are no other sitemap files', async () => {
  for (const name of ['courses-2', 'courses-0', 'courses-01', 'courses-x', 'users']) {
    expect((await get(`/sitemap-${name}.xml`)).statusCode, name).toBe(404)
  }
})

test('a sitemap is written once, compressed, and answered with 304 to clients that have it', async () => {
  const [zipped] = await Promise.all([
    get('/sitemap.xml', { 'accept-encoding': 'br, gzip' }),
    get('/sitemap.xml', { 'accept-encoding': 'gzip' }),
  ])
  expect(zipped.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(zipped.rawPayload).toString()).toBe((await get('/sitemap.xml')).body)
  expect(readings).toBe(1)
  const known = await get('/sitemap.xml', { 'if-none-match': String(zipped.headers['etag']) })
  expect(known.statusCode).toBe(304)
})

test('an unlisted course is missing from the next sitemap', async () => {
  await get('/sitemap.xml')
  ids = [3]
  changed()
  expect(await locations('/sitemap.xml')).not.toContain('https://school.example/sp/7/')
})

test('unknown addresses are not cached', async () => {
  for (let port = 1; port <= 30; port += 1) {
    origin = `http://127.0.0.1:${port}`
    await get('/sitemap.xml')
  }
  await get('/sitemap.xml')
  expect(readings).toBe(30)
  origin = 'http://127.0.0.1:1'
  await get('/sitemap.xml')
  expect(readings).toBe(31)
})
