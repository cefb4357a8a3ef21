/** A picture has copies of these widths in pixels. */
export const pictureWidths = [96, 192, 320, 640, 960, 1280] as const
export type PictureWidth = (typeof pictureWidths)[number]
