import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Prints how wide a title is drawn that consists of one narrow letter, for each script. */
const program = `
import sharp from 'sharp'
import { drawShare } from '${join(import.meta.dirname, 'share-picture.ts')}'
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"/>'
const widths = {}
for (const title of ['ا', '丨', 'ர', 'เ']) {
  const png = await drawShare({ title, sellerName: 'Orbit Academy', cover: { svg } })
  const heading = sharp(png).extract({ left: 60, top: 440, width: 800, height: 92 })
  const { info } = await sharp(await heading.toBuffer()).trim({ threshold: 40 }).toBuffer({ resolveWithObject: true })
  widths[title] = info.width
}
console.log(JSON.stringify(widths))
`

test('a machine without typefaces draws the letters of Chinese, Arabic, Tamil and Thai titles', () => {
  const folder = mkdtempSync(join(tmpdir(), 'apogee-no-fonts-'))
  try {
    const fonts = join(folder, 'fonts.conf')
    writeFileSync(
      fonts,
      `<?xml version="1.0"?><fontconfig><cachedir>${join(folder, 'cache')}</cachedir></fontconfig>`,
    )
    const drawn = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: import.meta.dirname,
      env: { ...process.env, FONTCONFIG_FILE: fonts },
      encoding: 'utf8',
    })
    const widths = JSON.parse(drawn) as Record<string, number>
    // These letters are narrow. A letter that no typeface has is drawn as a box with its code, which is more than 40 pixels wide.
    expect(Object.entries(widths).filter(([, width]) => width > 30)).toEqual([])
    expect(Object.keys(widths)).toHaveLength(4)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
