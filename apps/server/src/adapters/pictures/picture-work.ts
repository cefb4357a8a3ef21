/** Handles one request of the picture process. Runs in that process only. */
import sharp from 'sharp'
import { mostPixels, PictureRefused, type PictureCopy, type SharePicture } from './port.ts'
import { drawShare } from './share-picture.ts'

export type PictureRequest =
  | { kind: 'rewrite'; path: string; longestSide: number }
  | { kind: 'copy'; path: string; copy: PictureCopy }
  | { kind: 'share'; share: SharePicture }

// One core, and no cache between pictures.
sharp.concurrency(1)
sharp.cache(false)

export async function doPictureWork(request: PictureRequest): Promise<Buffer> {
  switch (request.kind) {
    case 'rewrite':
      return rewrite(request.path, request.longestSide)
    case 'copy':
      return copy(request.path, request.copy)
    case 'share':
      return orUnreadable(() => drawShare(request.share))
  }
}

async function rewrite(path: string, longestSide: number): Promise<Buffer> {
  await refuseTooManyPixels(path)
  return orUnreadable(() =>
    sharp(path, { limitInputPixels: mostPixels, failOn: 'error' })
      .rotate()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .toBuffer(),
  )
}

async function copy(path: string, { width, format }: PictureCopy): Promise<Buffer> {
  await refuseTooManyPixels(path)
  return orUnreadable(() => {
    const smaller = sharp(path, { limitInputPixels: mostPixels }).resize({ width, withoutEnlargement: true })
    return (
      format === 'avif' ? smaller.avif({ quality: 55, effort: 3 }) : smaller.webp({ quality: 78, effort: 4 })
    ).toBuffer()
  })
}

/** Reads the header only. */
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
