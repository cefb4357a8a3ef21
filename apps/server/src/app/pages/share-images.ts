/** A picture of each public course for previews of links to it: its cover, its title, and whose house it stands in. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { namesTag } from '../../platform/ready-bytes.ts'
import { refuse } from '../../policy/refusal.ts'
import type { Renderer } from './renderer.ts'

type CoverSvg = Renderer['coverSvg']

/** What the picture shows; nothing else changes it. */
interface Shown {
  id: number
  title: string
  category: string | null
  /** '' where there is no uploaded cover. */
  image: string
  sellerName: string
}

interface Picture {
  etag: string
  png: Buffer
}

const width = 1200
const height = 630
const bandHeight = 196
const margin = 64
const titleWidth = 780
const titleHeight = 112
const mostPictures = 60
/** How many may wait to be drawn, some ten seconds of work: who asks for more is told to come again. */
const usualQueue = 40
/** How long others may keep one, in seconds. */
const keptSeconds = 3600

const ink = '#0a0e16'
const paper = '#eef2f8'
const quiet = '#a9b6c9'
const fontfile = join(import.meta.dirname, 'fonts/apogee-sans-600.ttf')

const markSize = 84
/** The mark of the site's icon. */
const mark = `<svg xmlns="http://www.w3.org/2000/svg" width="${markSize}" height="${markSize}" viewBox="3 3 26 26"><ellipse cx="16" cy="16" rx="11" ry="7" transform="rotate(-35 16 16)" fill="none" stroke="${paper}" stroke-width="1.6"/><circle cx="11.6" cy="19.1" r="3" fill="${paper}"/><circle cx="25" cy="9.7" r="4" fill="${ink}"/><circle cx="25" cy="9.7" r="2.6" fill="#ffcb52"/></svg>`
const hairline = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="2"><rect width="${width}" height="2" fill="#2a3547"/></svg>`

export function serveShareImages(
  app: FastifyInstance,
  coverSvg: () => Promise<CoverSvg>,
  mostWaiting = usualQueue,
): void {
  /** The last asked for last. */
  const pictures = new Map<string, Promise<Picture>>()
  /** One is drawn at a time: who asks for all of them keeps one core busy, not the server. */
  let lastDrawn: Promise<unknown> = Promise.resolve()
  let waiting = 0

  function pictureOf(shown: Shown): Promise<Picture> {
    const key = JSON.stringify(shown)
    const known = pictures.get(key)
    if (known) {
      pictures.delete(key)
      pictures.set(key, known)
      return known
    }
    if (waiting >= mostWaiting) refuse('UNAVAILABLE', { retryAfter: 10 })
    waiting += 1
    const drawn = lastDrawn.then(async () => draw(shown, await coverOf(app, shown, await coverSvg())))
    lastDrawn = drawn.catch(() => undefined).finally(() => (waiting -= 1))
    pictures.set(key, drawn)
    drawn.catch(() => pictures.get(key) === drawn && pictures.delete(key))
    const [oldest] = pictures.keys()
    if (pictures.size > mostPictures && oldest !== undefined) pictures.delete(oldest)
    return drawn
  }

  app.get<{ Params: { id: string } }>('/share/course-:id.png', async (request, reply) => {
    const { id } = request.params
    const shown = /^\d{1,15}$/.test(id) ? await publicCourse(app, Number(id)) : null
    if (!shown) return reply.callNotFound()
    const { etag, png } = await pictureOf(shown)
    reply.headers({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': `public, max-age=${keptSeconds}`,
      // Previews are shown on other sites.
      'cross-origin-resource-policy': 'cross-origin',
      etag,
    })
    if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.send(png)
  })
}

/** As anybody sees it who is not signed in: null for a private, archived or missing one. */
async function publicCourse(app: FastifyInstance, id: number): Promise<Shown | null> {
  const answer = await app.inject({ method: 'GET', url: `/api/courses/sales/${id}` })
  if (answer.statusCode === 404) return null
  if (answer.statusCode === 503) refuse('UNAVAILABLE')
  if (answer.statusCode !== 200) throw new Error(`the sales page's data answered ${answer.statusCode}`)
  const { data } = answer.json<{ data: { course: Omit<Shown, 'sellerName'>; sellerName: string } }>()
  const { title, category, image } = data.course
  return { id, title, category, image, sellerName: data.sellerName }
}

/** The uploaded cover where it can be opened, else the drawn one. */
async function coverOf(app: FastifyInstance, shown: Shown, coverSvg: CoverSvg): Promise<Buffer> {
  const fit = { width, height: height - bandHeight, fit: 'cover', position: 'centre' } as const
  if (shown.image.startsWith('/media/')) {
    const file = await app.inject({ method: 'GET', url: shown.image })
    if (file.statusCode === 200) return sharp(file.rawPayload).resize(fit).png().toBuffer()
  }
  // 640 × 360 at 72 dots an inch: drawn at twice the size it is needed at least once.
  return sharp(Buffer.from(coverSvg(shown)), { density: 144 })
    .resize(fit)
    .png()
    .toBuffer()
}

async function draw(shown: Shown, cover: Buffer): Promise<Picture> {
  const [title, seller] = await Promise.all([
    words(shown.title, { size: 50, colour: paper, box: { width: titleWidth, height: titleHeight } }),
    words(`${shown.sellerName} · Apogee`, {
      size: 24,
      colour: quiet,
      box: { width: titleWidth, height: 40 },
    }),
  ])
  const top = height - bandHeight
  const gap = 22
  const textTop = top + Math.round((bandHeight - title.height - gap - seller.height) / 2)
  const png = await sharp({ create: { width, height, channels: 3, background: ink } })
    .composite([
      { input: cover, left: 0, top: 0 },
      { input: Buffer.from(hairline), left: 0, top },
      { input: title.png, left: margin, top: textTop },
      { input: seller.png, left: margin, top: textTop + title.height + gap },
      {
        input: Buffer.from(mark),
        left: width - margin - markSize,
        top: top + Math.round((bandHeight - markSize) / 2),
      },
    ])
    .png({ palette: true, quality: 90, effort: 4 })
    .toBuffer()
  return { png, etag: `"${createHash('sha256').update(png).digest('base64url').slice(0, 22)}"` }
}

interface Wording {
  size: number
  colour: string
  box: { width: number; height: number }
}

/** Words of this size on as many lines as they need; smaller where they would not fit their box. */
async function words(text: string, { size, colour, box }: Wording): Promise<{ png: Buffer; height: number }> {
  const markup = `<span foreground="${colour}">${escaped(text)}</span>`
  const drawn = (fit: { dpi: number } | { height: number }) =>
    sharp({
      text: {
        text: markup,
        font: `Apogee Sans ${size}`,
        fontfile,
        width: box.width,
        rgba: true,
        wrap: 'word-char',
        ...fit,
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true })
  const natural = await drawn({ dpi: 72 })
  const isTooTall = natural.info.height > box.height || natural.info.width > box.width
  const { data, info } = isTooTall ? await drawn({ height: box.height }) : natural
  return { png: data, height: info.height }
}

/** A title is what somebody typed: no markup, no marks that a drawing cannot hold, and something to draw in any case. */
function escaped(text: string): string {
  const plain = text
    .slice(0, 200)
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f-\u009f\ufffe\uffff]/g, ' ')
  const visible = /[\p{L}\p{N}\p{P}\p{S}]/u.test(plain) ? plain : 'Apogee'
  return visible.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
