/** Draws the words and the mark of pictures. Runs only in the picture process. */
import { cutText } from '@apogee/domain/text/cut-text.ts'
import { xmlText } from '@apogee/domain/text/xml-text.ts'
import { join } from 'node:path'
import sharp from 'sharp'
import { fontsOfScripts } from '#server/platform/pdf/pdf-fonts.ts'

export const ink = '#0a0e16'
export const paper = '#eef2f8'
export const quiet = '#a9b6c9'
export const spark = '#ffcb52'
const fontfile = join(import.meta.dirname, 'fonts/apogee-sans-600.ttf')

/** The site's icon has the same mark. */
export const markSvg = (size: number): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="3 3 26 26"><ellipse cx="16" cy="16" rx="11" ry="7" transform="rotate(-35 16 16)" fill="none" stroke="${paper}" stroke-width="1.6"/><circle cx="11.6" cy="19.1" r="3" fill="${paper}"/><circle cx="25" cy="9.7" r="4" fill="${ink}"/><circle cx="25" cy="9.7" r="2.6" fill="${spark}"/></svg>`,
  )

interface Wording {
  size: number
  colour: string
  box: { width: number; height: number }
}

let areScriptsKnown = false

/** Makes Pango load typefaces of further scripts. It uses them for characters that the product's own typeface lacks. */
async function loadScripts(): Promise<void> {
  if (areScriptsKnown) return
  for (const path of fontsOfScripts)
    // oxlint-disable-next-line no-await-in-loop -- one process draws one picture at a time
    await sharp({ text: { text: '-', font: 'Noto Sans', fontfile: path } })
      .png()
      .toBuffer()
  areScriptsKnown = true
}

const otherScripts = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u

/** Draws text of this size on as many lines as needed, and reduces the size when the text would not fit its box. */
export async function words(
  text: string,
  { size, colour, box }: Wording,
): Promise<{ png: Buffer; height: number }> {
  if (otherScripts.test(text)) await loadScripts()
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

/**
 * Makes a title that a person typed safe to draw. It escapes markup and removes characters that SVG cannot contain. The result is
 * never empty.
 */
function escaped(text: string): string {
  const plain = cutText(text, 200).replace(/[\u0000-\u001f\u007f-\u009f\ufffe\uffff]/g, ' ')
  const visible = /[\p{L}\p{N}\p{P}\p{S}]/u.test(plain) ? plain : 'Apogee'
  return xmlText(visible)
}
