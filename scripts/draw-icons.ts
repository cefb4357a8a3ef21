/**
 * Draws the icons of the installed app from the site's own mark into apps/web/public; the pictures are committed.
 * Run the script after the mark has changed: `node scripts/draw-icons.ts`. The script needs Chromium.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findChromium } from './programs/chromium.mjs'

const publicFolder = join(import.meta.dirname, '../apps/web/public')
const markSize = 32

interface Icon {
  name: string
  pixels: number
  /** True draws the background to every edge, because the system cuts out the shape itself. */
  bleeds: boolean
  /** Sets the width of the mark as a share of the square. The important parts of a maskable icon must be within the middle 80 %. */
  markShare: number
}

const icons: readonly Icon[] = [
  { name: 'icon-192.png', pixels: 192, bleeds: false, markShare: 1 },
  { name: 'icon-512.png', pixels: 512, bleeds: false, markShare: 1 },
  { name: 'icon-maskable-512.png', pixels: 512, bleeds: true, markShare: 0.78 },
  { name: 'apple-touch-icon.png', pixels: 180, bleeds: true, markShare: 0.92 },
]

const favicon = await readFile(join(publicFolder, 'favicon.svg'), 'utf8')
const [, ground, mark] = /<rect[^>]*fill="(#[0-9a-f]{6})"\/>(.*)<\/svg>/s.exec(favicon) ?? []
if (!ground || !mark) throw new Error('favicon.svg is not a mark on a rounded ground')

function drawing({ pixels, bleeds, markShare }: Icon): string {
  const offset = (markSize * (1 - markShare)) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${pixels}" viewBox="0 0 ${markSize} ${markSize}">
    <rect width="${markSize}" height="${markSize}" rx="${bleeds ? 0 : 7}" fill="${ground}"/>
    <g transform="translate(${offset} ${offset}) scale(${markShare})">${mark}</g></svg>`
}

const executablePath = findChromium()
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
for (const icon of icons) {
  const page = await browser.newPage({ viewport: { width: icon.pixels, height: icon.pixels } })
  await page.setContent(`<style>*{margin:0}svg{display:block}</style>${drawing(icon)}`)
  await page.screenshot({ path: join(publicFolder, icon.name), omitBackground: true })
  await page.close()
}
await browser.close()
