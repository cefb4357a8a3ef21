import { createContext, use } from 'react'

/** Returns the address of a picture's copy of this width in pixels, or null when there is none. */
export type CopyOf = (picture: string, width: number) => string | null

/** The app provides the function, because only the app knows the addresses of pictures. Without it, pictures have no copies. */
export const PictureCopies = createContext<CopyOf>(() => null)

/** Returns `src` and `srcset` for the picture's copies of these widths. Browsers without srcset get the middle one. */
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
