/** Copies of uploaded pictures: which widths there are, and where. */

/** In pixels; the server makes no others. */
export const pictureWidths = [96, 192, 320, 640, 960, 1280] as const
export type PictureWidth = (typeof pictureWidths)[number]

const uploaded = /^(\/media\/[A-Za-z0-9_-]{22})(\?[^#]*)?$/

/**
 * The address of an uploaded picture's copy of this width, in the best format that the browser takes; null for
 * pictures that are not uploads. A signed address stays signed.
 */
export function pictureCopy(picture: string, width: PictureWidth): string | null {
  const [, path, query = ''] = uploaded.exec(picture) ?? []
  return path === undefined ? null : `${path}/w${width}${query}`
}
