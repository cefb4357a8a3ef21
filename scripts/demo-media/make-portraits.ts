// Draws content/demo-school/portraits: the faces of the fictional teachers. Only authors of the demo school need the script,
// because the results are committed. It needs Chromium.
//
// node scripts/demo-media/make-portraits.ts

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { demoSchoolFolder } from '../../apps/server/src/app/demo/load-demo-school.ts'
import { findChromium } from '../programs/chromium.mjs'

type Hair = 'short' | 'parted' | 'curly' | 'bob' | 'long' | 'bun' | 'scarf'

interface Portrait {
  ground: string
  skin: string
  /** Says the style of the hair or headscarf, and its colour. */
  hair: [Hair, colour: string]
  cloth: string
  collar: string
  glasses?: true
  beard?: true
  moustache?: true
}

/** The keys identify the persons. */
const portraits: Readonly<Record<string, Portrait>> = {
  farid: {
    ground: '#1d3a5f',
    skin: '#c68d63',
    hair: ['short', '#4a4a4f'],
    cloth: '#1f6f6b',
    collar: '#2b8d87',
    moustache: true,
  },
  'wei-jian': {
    ground: '#26344f',
    skin: '#e8bf98',
    hair: ['parted', '#1c1a1d'],
    cloth: '#33415c',
    collar: '#eef1f6',
    glasses: true,
  },
  priya: {
    ground: '#4b2a55',
    skin: '#a86c48',
    hair: ['long', '#1b1416'],
    cloth: '#b23a6f',
    collar: '#d98ba8',
  },
  kavitha: {
    ground: '#1f4a45',
    skin: '#95603f',
    hair: ['bun', '#2a2326'],
    cloth: '#2f7d4f',
    collar: '#e7c15a',
    glasses: true,
  },
  'mei-ling': {
    ground: '#5a2a2a',
    skin: '#f0c9a4',
    hair: ['bob', '#221d20'],
    cloth: '#c0392f',
    collar: '#f4dfd0',
  },
  'jia-hui': {
    ground: '#5b4a1c',
    skin: '#ecc39c',
    hair: ['long', '#3a2a22'],
    cloth: '#e0a92e',
    collar: '#fff4d6',
  },
  daniel: {
    ground: '#1e3d4d',
    skin: '#8a5a3c',
    hair: ['curly', '#17130f'],
    cloth: '#2d6a9f',
    collar: '#9cc7e6',
    beard: true,
  },
  'nurul-huda': {
    ground: '#3a2f5c',
    skin: '#d7a27a',
    hair: ['scarf', '#9d8ad6'],
    cloth: '#6a58a8',
    collar: '#8371c4',
  },
}

const path = (d: string, fill: string): string => `<path d="${d}" fill="${fill}"/>`
const line = (d: string, width = 4, colour = '#2b1b14'): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round"/>`
const circle = (x: number, y: number, r: number, fill: string): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`

/** Draws the hair behind the head. */
function behind([style, colour]: Portrait['hair']): string {
  if (style === 'long')
    return path(
      'M90 150C82 74 124 50 160 50S238 74 230 150C228 204 238 240 250 268H70C82 240 92 204 90 150Z',
      colour,
    )
  if (style === 'bob')
    return path(
      'M92 150C86 74 126 52 160 52S234 74 228 150C228 182 224 204 214 216H106C96 204 92 182 92 150Z',
      colour,
    )
  if (style === 'bun') return circle(160, 54, 27, colour)
  if (style === 'scarf')
    return path(
      'M160 44C98 44 80 100 84 158C87 214 66 254 46 296C110 330 210 330 274 296C254 254 233 214 236 158C240 100 222 44 160 44Z',
      colour,
    )
  return ''
}

/** Draws the hair, or the edge of the headscarf, on the forehead. */
function above([style, colour]: Portrait['hair']): string {
  if (style === 'short')
    return path(
      'M101 152C92 92 126 66 160 66S228 92 219 152C216 130 208 116 198 108C176 118 140 118 122 108C112 116 104 130 101 152Z',
      colour,
    )
  if (style === 'parted')
    return path(
      'M101 150C90 86 126 60 166 63C210 66 228 100 219 148C214 126 206 112 194 103C172 112 148 110 134 96C126 112 107 122 101 150Z',
      colour,
    )
  if (style === 'curly')
    return [
      [112, 118, 22],
      [126, 92, 24],
      [154, 78, 26],
      [184, 82, 24],
      [206, 104, 22],
      [212, 128, 15],
      [108, 138, 13],
    ]
      .map(([x = 0, y = 0, r = 0]) => circle(x, y, r, colour))
      .join('')
  if (style === 'bob')
    return path('M103 138C104 98 132 80 160 80S216 98 217 138C196 124 124 124 103 138Z', colour)
  if (style === 'long')
    return path(
      'M103 150C100 102 130 78 160 78S220 102 217 150C208 122 194 106 170 98C152 116 114 120 103 150Z',
      colour,
    )
  if (style === 'bun')
    return path(
      'M102 148C96 96 128 72 160 72S224 96 218 148C212 122 196 104 160 100C124 104 108 122 102 148Z',
      colour,
    )
  return `<path d="M160 84C120 84 106 118 108 154C110 192 132 220 160 220S210 192 212 154C214 118 200 84 160 84Z" fill="none" stroke="#ffffff" stroke-opacity=".28" stroke-width="5"/>`
}

function draw({ ground, skin, hair, cloth, collar, glasses, beard, moustache }: Portrait): string {
  const isCovered = hair[0] === 'scarf'
  const brow = isCovered ? '#3a2a22' : hair[1]
  const parts = [
    `<rect width="320" height="320" fill="${ground}"/>`,
    `<ellipse cx="160" cy="150" rx="190" ry="66" fill="none" stroke="#ffffff" stroke-opacity=".16" stroke-width="3" transform="rotate(-24 160 150)"/>`,
    circle(286, 66, 7, '#ffcb52'),
    isCovered ? '' : behind(hair),
    path('M30 320C32 268 84 246 132 238H188C236 246 288 268 290 320Z', cloth),
    path('M128 240C136 262 184 262 192 240L204 243C196 282 124 282 116 243Z', collar),
    isCovered ? behind(hair) : path('M138 196H182V240C182 258 138 258 138 240Z', skin),
    isCovered ? '' : circle(103, 156, 12, skin) + circle(217, 156, 12, skin),
    isCovered
      ? `<ellipse cx="160" cy="152" rx="51" ry="66" fill="${skin}"/>`
      : `<ellipse cx="160" cy="150" rx="57" ry="70" fill="${skin}"/>`,
    beard
      ? path(
          'M104 166C108 212 134 224 160 224S212 212 216 166C206 190 192 182 160 182S114 190 104 166Z',
          hair[1],
        )
      : '',
    above(hair),
    line('M126 136Q138 128 150 134', 5, brow),
    line('M170 134Q182 128 194 136', 5, brow),
    circle(139, 153, 5.5, '#241812'),
    circle(181, 153, 5.5, '#241812'),
    circle(141, 151, 1.6, '#ffffff'),
    circle(183, 151, 1.6, '#ffffff'),
    line('M160 156Q153 174 162 178', 3, '#00000055'),
    moustache ? line('M140 188Q160 178 180 188', 8, hair[1]) : '',
    line(beard ? 'M146 198Q160 208 174 198' : 'M142 194Q160 210 178 194', 4, '#7c3329'),
    glasses
      ? `<g fill="none" stroke="#11161f" stroke-width="4"><circle cx="138" cy="153" r="20"/><circle cx="182" cy="153" r="20"/><path d="M158 150Q160 146 162 150M118 150L104 146M202 150L216 146"/></g>`
      : '',
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320" width="384" height="384">${parts.join('')}</svg>`
}

/** Encodes the picture in the browser as WebP, the format in which photos of teachers are stored. */
async function encoded(page: Page, svg: string): Promise<Buffer> {
  const address = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
  const picture = await page.evaluate<string>(`(async () => {
    const image = new Image()
    image.src = ${JSON.stringify(address)}
    await image.decode()
    const canvas = new OffscreenCanvas(image.width, image.height)
    canvas.getContext('2d').drawImage(image, 0, 0)
    const bytes = await (await canvas.convertToBlob({ type: 'image/webp', quality: 0.84 })).arrayBuffer()
    return btoa(String.fromCharCode(...new Uint8Array(bytes)))
  })()`)
  return Buffer.from(picture, 'base64')
}

const executablePath = findChromium()
if (!executablePath) throw new Error('No Chromium was found: node scripts/programs/chromium.mjs installs one')
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
try {
  const page = await browser.newPage()
  const folder = join(demoSchoolFolder, 'portraits')
  mkdirSync(folder, { recursive: true })
  for (const [key, portrait] of Object.entries(portraits)) {
    // oxlint-disable-next-line no-await-in-loop -- there are eight
    const picture = await encoded(page, draw(portrait))
    writeFileSync(join(folder, `${key}.webp`), picture)
    console.log(`drew ${key} (${Math.round(picture.length / 1000)} kB)`)
  }
} finally {
  await browser.close()
}
