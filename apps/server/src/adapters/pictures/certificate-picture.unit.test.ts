import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawCertificatePicture } from './certificate-picture.ts'
import type { CertificatePicture } from './port.ts'

const certificate = (given: Partial<CertificatePicture> = {}): CertificatePicture => ({
  heading: 'Certificate of completion',
  name: 'Aisyah Rahman',
  afterName: 'has completed the course',
  course: 'Git Without Fear',
  offeredBy: 'offered by Orbit Academy',
  modules: '2 modules: Commits · Branches',
  stations: 2,
  facts: ['19 November 2026', '3h 15m of video', 'Certificate ID AbCdEfGhIjKlMnOpQrStUv'],
  ...given,
})

/** Returns the light pixels around the heading, to which no text may grow. */
const lightPixels = (png: Buffer) =>
  sharp(png).extract({ left: 0, top: 0, width: 520, height: 150 }).greyscale().threshold(110).raw().toBuffer()

/** Each picture has colours of its own, so that single pixels differ. */
async function differing(one: Buffer, other: Buffer): Promise<number> {
  const [first, second] = await Promise.all([lightPixels(one), lightPixels(other)])
  return first.reduce((sum, pixel, place) => sum + (pixel === second[place] ? 0 : 1), 0)
}

const long = 'Wan Nur Aisyah binti Wan Ahmad Zainal Abidin '.repeat(4)

test.each<[string, Partial<CertificatePicture>]>([
  ['texts in Tamil', { name: 'தமிழ்ச்செல்வி கார்த்திக்', course: 'பயமில்லாத கிட் '.repeat(8), modules: 'அறிமுகம்' }],
  ['texts in Arabic', { name: 'محمد بن عبدالله كوالا لمڤور', course: 'مقدمة في البرمجة' }],
  ['texts in Chinese', { name: '李小龙', course: '不再害怕版本控制 '.repeat(10) }],
  ['very long texts', { name: long, course: long, offeredBy: long, modules: long.slice(0, 91) }],
  ['one word without an end', { name: 'x'.repeat(120), course: 'x'.repeat(120) }],
  ['40 modules', { stations: 40 }],
  ['no recorded modules', { stations: 0, modules: '' }],
])('a certificate with %s fits a picture of 1200 × 630', async (_, given) => {
  const drawn = await drawCertificatePicture(certificate(given))
  const { width, height, format } = await sharp(drawn).metadata()
  expect([width, height, format]).toEqual([1200, 630, 'png'])
  expect(drawn.length).toBeLessThan(150_000)
  expect(await differing(drawn, await drawCertificatePicture(certificate()))).toBeLessThan(200)
})

test('the preview of a link has no name in the place of the name', async () => {
  const { name: _, ...nameless } = certificate()
  expect((await drawCertificatePicture(nameless)).equals(await drawCertificatePicture(certificate()))).toBe(
    false,
  )
})
