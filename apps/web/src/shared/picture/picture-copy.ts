import { pictureWidths } from '@apogee/contracts/picture-widths.ts'

const uploaded = /^(\/media\/[\w-]{22})(\?[^#]*)?$/

/**
 * Returns the URL of an uploaded picture's copy of this width, in the best format that the browser accepts; null for other pictures
 * and widths. A signed URL stays signed.
 */
export function pictureCopy(picture: string, width: number): string | null {
  const [, path, query = ''] = uploaded.exec(picture) ?? []
  const isMade = pictureWidths.some((made) => made === width)
  return path !== undefined && isMade ? `${path}/w${width}${query}` : null
}
