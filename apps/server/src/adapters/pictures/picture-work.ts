/** Handles one request of the picture process. Runs in that process only. */
import sharp, { type Sharp } from 'sharp'
import { drawCertificatePicture } from './certificate-picture.ts'
import {
  mostPixels,
  PictureRefused,
  type CertificatePicture,
  type MadePicture,
  type PictureCopy,
  type SharePicture,
} from './port.ts'
import { drawShare, shareSize } from './share-picture.ts'

export type PictureRequest =
  | { kind: 'rewrite'; path: string; longestSide: number }
  | { kind: 'copy'; path: string; copy: PictureCopy }
  | { kind: 'share'; share: SharePicture | CertificatePicture }

// Sharp uses one core and keeps no cache between pictures.
sharp.concurrency(1)
sharp.cache(false)

export async function doPictureWork(request: PictureRequest): Promise<MadePicture> {
  switch (request.kind) {
    case 'rewrite':
      return rewrite(request.path, request.longestSide)
    case 'copy':
      return copy(request.path, request.copy)
    case 'share':
      return orUnreadable(async () => ({ bytes: await drawn(request.share), ...shareSize }))
  }
}

const drawn = (share: SharePicture | CertificatePicture): Promise<Buffer> =>
  'cover' in share ? drawShare(share) : drawCertificatePicture(share)

async function rewrite(path: string, longestSide: number): Promise<MadePicture> {
  await refuseTooManyPixels(path)
  return orUnreadable(async () =>
    made(
      await sharp(path, { limitInputPixels: mostPixels, failOn: 'error' })
        .rotate()
        .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
        .toBuffer(whole),
    ),
  )
}

async function copy(path: string, { width, format }: PictureCopy): Promise<MadePicture> {
  await refuseTooManyPixels(path)
  return orUnreadable(async () => {
    const smaller = sharp(path, { limitInputPixels: mostPixels }).resize({ width, withoutEnlargement: true })
    return made(await encodings[format](smaller).toBuffer(whole))
  })
}

const encodings: Record<PictureCopy['format'], (picture: Sharp) => Sharp> = {
  avif: (picture) => picture.avif({ quality: 55, effort: 3 }),
  webp: (picture) => picture.webp({ quality: 78, effort: 4 }),
  // Converting to sRGB makes the PNG have 8 bits per channel.
  png: (picture) => picture.toColourspace('srgb').png({ compressionLevel: 9 }),
}

/** With this option, `toBuffer` also returns the size in pixels. */
const whole = { resolveWithObject: true } as const

const made = ({ data, info }: { data: Buffer; info: { width: number; height: number } }): MadePicture => ({
  bytes: data,
  width: info.width,
  height: info.height,
})

/** Checks the size in the file's header, without decoding the picture. */
async function refuseTooManyPixels(path: string): Promise<void> {
  const { width, height } = await orUnreadable(() => sharp(path, { limitInputPixels: false }).metadata())
  if (width * height > mostPixels) {
    throw new PictureRefused('too many pixels', `${width} × ${height} pixels`)
  }
}

async function orUnreadable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new PictureRefused('unreadable', error instanceof Error ? error.message : String(error))
  }
}
