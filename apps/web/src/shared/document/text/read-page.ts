import { highest, lowest } from '@apogee/domain/money/extremes.ts'
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { blocksOf, type TextBlock } from './page-text.ts'

/** Returns the text of a page. Pages count from 0; a page that is only a picture has an empty list. */
export async function readPage(pdf: PDFDocumentProxy, index: number): Promise<TextBlock[]> {
  const page = await pdf.getPage(index + 1)
  const { items, styles } = await page.getTextContent()
  const blocks = blocksOf(
    items.filter((item) => 'str' in item),
    (font) => styles[font]?.fontFamily === 'monospace',
  )
  const number = String(index + 1)
  return blocks.filter(
    ({ text }) => text !== number && text.replaceAll(' ', '') !== `${number}/${pdf.numPages}`,
  )
}

/** Returns the start and the width of the text as shares of the page's width; null if the text cannot be shown larger. */
export async function textColumn(
  pdf: PDFDocumentProxy,
  index: number,
): Promise<{ left: number; width: number } | null> {
  try {
    const page = await pdf.getPage(index + 1)
    const { items } = await page.getTextContent()
    const [x = 0, , far = 0] = page.view
    const pieces = items.filter((item) => 'str' in item).filter(({ str }) => str.trim() !== '')
    if (page.rotate !== 0 || pieces.length === 0) return null
    const left = lowest(pieces.map(({ transform }) => Number(transform[4]))) - x
    const right = highest(pieces.map(({ transform, width }) => Number(transform[4]) + width)) - x
    const share = (right - left) / (far - x)
    return share > 0.3 && share < 0.95 ? { left: left / (far - x), width: share } : null
  } catch {
    return null
  }
}
