import { textPictureLimits } from '@apogee/contracts/limits.ts'
import type { ShownPicture } from '@apogee/contracts/courses/lesson-texts.ts'
import { preparePicture, UnusablePicture } from '../picture/prepare-picture.ts'
import { uploadFile } from '../../platform/transfer/upload.ts'

/**
 * `onProgress` receives the sent share, from 0 to 1.
 *
 * @throws {UnusablePicture}, or the server's refusal.
 */
export async function uploadTextPicture(
  file: File,
  onProgress: (share: number) => void,
): Promise<ShownPicture> {
  const prepared = await preparePicture(file, textPictureLimits)
  const bitmap = await createImageBitmap(prepared).catch(() => {
    throw new UnusablePicture('notPicture')
  })
  const { width, height } = bitmap
  bitmap.close()
  const url = await uploadFile(prepared, { purpose: 'text-picture', onProgress })
  const id = /\/media\/([^/?]+)/.exec(url)?.[1]
  if (id === undefined) throw new Error(`${url} is no address of an upload`)
  return { file: id, url, width, height }
}
