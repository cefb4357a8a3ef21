/** Draws the preview of a link with cover, title, seller and mark. Runs only in the picture process. */
import sharp from 'sharp'
import { ink, markSvg, paper, quiet, words } from './picture-words.ts'
import { mostPixels, type SharePicture } from './port.ts'

export const shareSize = { width: 1200, height: 630 } as const
const { width, height } = shareSize
const bandHeight = 196
const margin = 64
const titleWidth = 780
const titleHeight = 112

const markSize = 84
const hairline = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="2"><rect width="${width}" height="2" fill="#2a3547"/></svg>`

export async function drawShare({ title, sellerName, cover: given }: SharePicture): Promise<Buffer> {
  const cover = await fitted(given)
  const [heading, seller] = await Promise.all([
    words(title, { size: 50, colour: paper, box: { width: titleWidth, height: titleHeight } }),
    words(`${sellerName} · Apogee`, {
      size: 24,
      colour: quiet,
      box: { width: titleWidth, height: 40 },
    }),
  ])
  const top = height - bandHeight
  const gap = 22
  const textTop = top + Math.round((bandHeight - heading.height - gap - seller.height) / 2)
  return sharp({ create: { width, height, channels: 3, background: ink } })
    .composite([
      { input: cover, left: 0, top: 0 },
      { input: Buffer.from(hairline), left: 0, top },
      { input: heading.png, left: margin, top: textTop },
      { input: seller.png, left: margin, top: textTop + heading.height + gap },
      {
        input: markSvg(markSize),
        left: width - margin - markSize,
        top: top + Math.round((bandHeight - markSize) / 2),
      },
    ])
    .png({ palette: true, quality: 90, effort: 4 })
    .toBuffer()
}

function fitted(cover: SharePicture['cover']): Promise<Buffer> {
  const fit = { width, height: height - bandHeight, fit: 'cover', position: 'centre' } as const
  // A generated cover is 640 × 360 at 72 dpi. Twice this density gives it enough pixels.
  const picture =
    'bytes' in cover
      ? sharp(cover.bytes, { limitInputPixels: mostPixels })
      : sharp(Buffer.from(cover.svg), { density: 144 })
  return picture.resize(fit).png().toBuffer()
}
