import { createContext, use } from 'react'

/** The address of a picture's copy of this width; null when there is none. */
export type CopyOf = (picture: string, width: number) => string | null

/** Set by the app, which knows the addresses of pictures; without it a picture has no copies. */
export const PictureCopies = createContext<CopyOf>(() => null)

/** `src` and `srcset` of a picture: its copies of these widths, the middle one for browsers without srcset. */
export function usePictureSources(
  picture: string | undefined,
  widths: readonly number[],
): { src?: string; srcSet?: string } {
  const copyOf = use(PictureCopies)
  if (picture === undefined) return {}
  const copies = widths.flatMap((width) => {
    const address = copyOf(picture, width)
    return address === null ? [] : [{ address, width }]
  })
  const middle = copies[Math.floor((copies.length - 1) / 2)]
  if (!middle) return { src: picture }
  return {
    src: middle.address,
    srcSet: copies.map(({ address, width }) => `${address} ${width}w`).join(', '),
  }
}
