/**
 * Serves `/sitemap.xml` with every public page and course in both languages. An index lists several files when one is not enough.
 */
import { addressIn, languages } from '@apogee/domain/languages.ts'
import { xmlText } from '@apogee/domain/text/xml-text.ts'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { createGunzip, createGzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { encodingFor, matchesEtag } from '#server/platform/resources/precompressed-response.ts'
import type { PublicAddress } from '../renderer.ts'

/** Reads the listed courses of the catalogue. */
export interface PublicCourses {
  countPublicCourses: () => Promise<number>
  publicCoursesAfter: (place: {
    id: number
    skip?: number
    limit: number
  }) => Promise<{ id: number; updatedAt: Date }[]>
}

/** Reads the public school pages. */
export interface PublicSchools {
  publicSchoolsAfter: (place: { id: number; limit: number }) => Promise<{ id: number; name: string }[]>
}

export interface SitemapOptions {
  addresses: () => Promise<readonly PublicAddress[]>
  courses: PublicCourses
  schools: PublicSchools
  publicOrigin: (request: FastifyRequest) => string
  watchCourses: (changed: () => void) => void
  /** One file contains at most this many courses. Each course has an entry for each language. */
  coursesPerFile?: number
}

/** The protocol allows 50,000 addresses and 50 MB for a file. 40,000 of our addresses take about 20 MB. */
const usualCoursesPerFile = 20_000
const batch = 2_000
/** The first schools are listed with the pages. This leaves room in the file for the pages. */
const mostSchools = 20_000
/** Without a notice of a change, a file is kept for this time in seconds. Crawlers return less often. */
const keptSeconds = 600
/**
 * At most this many files are kept. Without PUBLIC_URL each loopback name has files of its own, and the Host header may contain any
 * such name.
 */
const mostFiles = 20

interface KeptFile {
  etag: string
  gzip: Buffer
}

export function serveSitemap(app: FastifyInstance, options: SitemapOptions): void {
  const { courses, publicOrigin, watchCourses, coursesPerFile = usualCoursesPerFile } = options
  const kept = new Map<string, { madeAt: number; file: Promise<KeptFile | null> }>()
  watchCourses(() => kept.clear())

  /** Returns a kept file, or makes it once for concurrent requests. Returns null when the file does not exist. */
  function fileFor(key: string, make: () => Promise<KeptFile | null>): Promise<KeptFile | null> {
    const known = kept.get(key)
    if (known && performance.now() - known.madeAt < keptSeconds * 1000) return known.file
    const entry = { madeAt: performance.now(), file: make() }
    kept.delete(key)
    kept.set(key, entry)
    const [oldest] = kept.keys()
    if (kept.size > mostFiles && oldest !== undefined) kept.delete(oldest)
    const drop = () => kept.get(key) === entry && kept.delete(key)
    void entry.file.then((file) => file === null && drop(), drop)
    return entry.file
  }

  async function* allCourses(origin: string, file: number): AsyncIterable<string> {
    let left = coursesPerFile
    let last = { id: 0, skip: (file - 1) * coursesPerFile }
    while (left > 0) {
      const rows = await courses.publicCoursesAfter({ ...last, limit: Math.min(batch, left) })
      yield rows.map(({ id, updatedAt }) => entryOf(origin, `/sp/${id}/`, updatedAt.toISOString())).join('')
      left -= rows.length
      last = { id: rows.at(-1)?.id ?? 0, skip: 0 }
      if (rows.length < batch) return
    }
  }

  const fileCount = async () => Math.ceil((await courses.countPublicCourses()) / coursesPerFile)

  async function* first(origin: string): AsyncIterable<string> {
    const files = await fileCount()
    if (files <= 1) {
      yield setStart
      yield* entriesOfPages(options, origin)
      yield* allCourses(origin, 1)
      yield '</urlset>\n'
      return
    }
    const names = ['pages', ...Array.from({ length: files }, (_, place) => `courses-${place + 1}`)]
    yield `${declaration}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`
    for (const name of names) {
      yield `<sitemap><loc>${xmlText(`${origin}/sitemap-${name}.xml`)}</loc></sitemap>\n`
    }
    yield '</sitemapindex>\n'
  }

  const config = { large: 'stored' } as const
  app.get('/sitemap.xml', { config }, async (request, reply) => {
    const origin = publicOrigin(request)
    return send(request, reply, await fileFor(origin, () => zipped(first(origin))))
  })

  app.get<{ Params: { name: string } }>('/sitemap-:name.xml', { config }, async (request, reply) => {
    const origin = publicOrigin(request)
    const number = /^courses-([1-9]\d{0,4})$/.exec(request.params.name)?.[1]
    if (number === undefined && request.params.name !== 'pages') return reply.callNotFound()
    const file = await fileFor(`${origin} ${request.params.name}`, async () => {
      if (number === undefined) return zipped(part(entriesOfPages(options, origin)))
      return Number(number) > (await fileCount()) ? null : zipped(part(allCourses(origin, Number(number))))
    })
    return send(request, reply, file)
  })
}

async function* part(entries: AsyncIterable<string>): AsyncIterable<string> {
  yield setStart
  yield* entries
  yield '</urlset>\n'
}

async function* entriesOfPages(
  { addresses, schools }: Pick<SitemapOptions, 'addresses' | 'schools'>,
  origin: string,
): AsyncIterable<string> {
  for (const { path, changed } of await addresses()) yield entryOf(origin, path, changed)
  let last = 0
  for (let listed = 0; listed < mostSchools; listed += batch) {
    const rows = await schools.publicSchoolsAfter({ id: last, limit: batch })
    yield rows.map(({ name }) => entryOf(origin, `/school/${name}`)).join('')
    if (rows.length < batch) return
    last = rows.at(-1)?.id ?? 0
  }
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  file: KeptFile | null,
): Promise<FastifyReply | void> {
  if (file === null) return reply.callNotFound()
  reply.headers({
    'content-type': 'application/xml; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': `public, max-age=${keptSeconds}`,
    vary: 'accept-encoding',
    etag: file.etag,
  })
  if (matchesEtag(request.headers['if-none-match'], file.etag)) return reply.code(304).send()
  if (encodingFor(request.headers['accept-encoding']?.replace(/\bbr\b/, '')) === 'gzip') {
    return reply.header('content-encoding', 'gzip').send(file.gzip)
  }
  // If the client accepts no compression, the file is decompressed as a stream, so that it is never in memory as a whole.
  const unpacked = createGunzip()
  unpacked.end(file.gzip)
  return reply.header('content-encoding', 'identity').send(unpacked)
}

/** Compresses the text while it is written. */
async function zipped(text: AsyncIterable<string>): Promise<KeptFile> {
  const zip = createGzip({ level: 5 })
  const whole = buffer(zip)
  for await (const piece of text) if (!zip.write(piece)) await once(zip, 'drain')
  zip.end()
  const gzip = await whole
  return { gzip, etag: `W/"${createHash('sha256').update(gzip).digest('base64url').slice(0, 22)}"` }
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
const setStart = `${declaration}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`

/** Returns the entries of one page, one for each language. Each entry names the addresses of all languages. */
function entryOf(origin: string, path: string, changed?: string): string {
  const addresses = languages.map((language) => ({
    language,
    loc: xmlText(origin + addressIn(language, path)),
  }))
  const alternates = [...addresses, { language: 'x-default', loc: xmlText(origin + path) }]
    .map(({ language, loc }) => `<xhtml:link rel="alternate" hreflang="${language}" href="${loc}"/>`)
    .join('')
  const lastmod = changed ? `<lastmod>${changed}</lastmod>` : ''
  return addresses.map(({ loc }) => `<url><loc>${loc}</loc>${lastmod}${alternates}</url>\n`).join('')
}
