// Converts handouts to tagged A4 PDFs.

import { writeFileSync } from 'node:fs'
import type { Browser } from '@playwright/test'
import type { Handout } from './handout.ts'
import { escapeText } from './figures.ts'
import { markSvg, paperStyle } from './look.ts'

function page({ language, title, course, purpose, blocks }: Handout): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escapeText(title)}</title>
<style>${paperStyle}</style></head><body>
<header>${markSvg}<p>${escapeText(course)}</p><h1>${escapeText(title)}</h1><p>${escapeText(purpose)}</p></header>
<main>${blocks.join('\n')}</main></body></html>`
}

/** Writes `target` and returns its number of pages. */
export async function printHandout(browser: Browser, handout: Handout, target: string): Promise<number> {
  const tab = await browser.newPage()
  await tab.setContent(page(handout))
  await tab.evaluate('document.fonts.ready.then(() => true)')
  const pdf = await tab.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true, outline: true })
  await tab.close()
  // The time of printing would make the file differ on each run. A fixed time of the same length keeps the offsets in the file
  // valid.
  const text = pdf.toString('latin1').replace(/D:\d{14}/g, 'D:20260101000000')
  const pages = /\/Type \/Pages\s[^>]*?\/Count (\d+)/.exec(text)?.[1] ?? /\/Count (\d+)/.exec(text)?.[1]
  if (!pages) throw new Error(`${handout.key}: the printed document does not say how many pages it has`)
  writeFileSync(target, Buffer.from(text, 'latin1'))
  return Number(pages)
}
