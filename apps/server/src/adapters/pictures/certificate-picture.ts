/** Draws a certificate as a picture for shared links and for learners. Runs only in the picture process. */
import { pathAlong, stationsOn } from '@apogee/domain/orbit-path.ts'
import sharp, { type OverlayOptions } from 'sharp'
import { ink, markSvg, paper, quiet, spark, words } from './picture-words.ts'
import { mostPixels, type CertificatePicture } from './port.ts'
import { shareSize } from './share-picture.ts'

const { width, height } = shareSize
const margin = 64
const inner = width - 2 * margin
const markSize = 60
const footTop = 546
/** The strip of the seller's colour along the upper edge has this height. */
const stripHeight = 14
/** The logo stands on white, because a logo may have any colour. */
const logoBox = { width: 170, height: 40, tile: 8, gap: 18 }
const orbit = { x: 815, y: 206, across: 310, down: 160, turn: -14 }

/** The texts stand on the line above the facts, so that longer texts grow into the drawing. */
export async function drawCertificatePicture(certificate: CertificatePicture): Promise<Buffer> {
  const { heading, name, afterName, course, offeredBy, modules, facts, colour, logo } = certificate
  const line = (text: string, size: number, shade: string, mostHeight: number, width = inner) =>
    words(text, { size, colour: shade, box: { width, height: mostHeight } })
  const tile = logo && (await logoTile(logo.bytes))
  const indent = tile ? tile.width + logoBox.gap : 0
  const blocks = await Promise.all([
    ...(name === undefined ? [] : [line(name, 58, paper, 66), line(afterName, 24, quiet, 34)]),
    line(course, name === undefined ? 54 : 40, paper, name === undefined ? 136 : 88),
    line(offeredBy, 24, quiet, 34, inner - indent),
    ...(modules === '' ? [] : [line(modules, 20, quiet, 30)]),
  ])
  const [kind, foot] = await Promise.all([
    words(heading, { size: 28, colour: spark, box: { width: 560, height: 60 } }),
    line(facts.join('  ·  '), 22, paper, 40),
  ])
  const layers: OverlayOptions[] = [
    { input: Buffer.from(artSvg(certificate.stations)), left: 0, top: 0 },
    ...(colour === undefined ? [] : [{ input: rectangle(width, stripHeight, colour), left: 0, top: 0 }]),
    { input: markSvg(markSize), left: margin, top: 48 },
    { input: kind.png, left: margin + markSize + 20, top: 48 + Math.round((markSize - kind.height) / 2) },
    { input: foot.png, left: margin, top: footTop + Math.round((height - footTop - foot.height) / 2) },
  ]
  const offer = blocks[blocks.length - (modules === '' ? 1 : 2)]
  let bottom = footTop - 22
  for (const block of blocks.toReversed()) {
    const beside = block === offer ? tile : undefined
    const high = Math.max(block.height, beside?.height ?? 0)
    const top = (part: { height: number }) => bottom - high + Math.round((high - part.height) / 2)
    if (beside) layers.push({ input: beside.png, left: margin, top: top(beside) })
    layers.push({ input: block.png, left: margin + (beside ? indent : 0), top: top(block) })
    bottom -= high + 17
  }
  return sharp({ create: { width, height, channels: 3, background: ink } })
    .composite(layers)
    .png({ palette: true, quality: 90, effort: 4 })
    .toBuffer()
}

function rectangle(across: number, down: number, fill: string, radius = 0): Buffer {
  const size = `width="${across}" height="${down}"`
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" ${size}><rect ${size} rx="${radius}" fill="${fill}"/></svg>`,
  )
}

async function logoTile(bytes: Uint8Array) {
  const { tile } = logoBox
  const { data, info } = await sharp(bytes, { limitInputPixels: mostPixels })
    .resize({ width: logoBox.width, height: logoBox.height, fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true })
  const across = info.width + 2 * tile
  const down = info.height + 2 * tile
  const png = await sharp(rectangle(across, down, '#ffffff', tile))
    .composite([{ input: data, left: tile, top: tile }])
    .png()
    .toBuffer()
  return { png, width: across, height: down }
}

/** Draws the orbits, the way to the apogee with a station for each module, and the line above the facts. */
function artSvg(stations: number): string {
  const { x, y, across, down, turn } = orbit
  const points = stationsOn(orbit, Math.max(1, stations))
  const [endX, endY] = points.at(-1) ?? [x, y]
  const radius = stations > 12 ? 5 : 8
  const dots = points
    .slice(0, -1)
    .map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="${radius}"/>`)
    .join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="#101725"/><g fill="none" stroke="#2c3a52" stroke-width="2" transform="translate(${x} ${y}) rotate(${turn})"><ellipse rx="${across}" ry="${down}"/><ellipse cx="-85" rx="210" ry="109"/><ellipse cx="-146" rx="135" ry="70"/><circle cx="-231" r="34" fill="#1b2639"/><ellipse cx="-231" rx="58" ry="12"/></g><g fill="#5d6f8d"><circle cx="250" cy="190" r="2.4"/><circle cx="560" cy="126" r="1.8"/><circle cx="700" cy="214" r="1.8"/><circle cx="930" cy="60" r="2"/><circle cx="1010" cy="330" r="2"/><circle cx="1150" cy="270" r="2.6"/></g><g fill="#101725" stroke="${spark}" stroke-width="4"><path d="${pathAlong(orbit)}" fill="none" stroke-linecap="round"/>${dots}</g><circle cx="${endX}" cy="${endY}" r="13" fill="${spark}"/><rect y="${footTop}" width="${width}" height="${height - footTop}" fill="${ink}"/><rect y="${footTop}" width="${width}" height="2" fill="#2a3547"/></svg>`
}
