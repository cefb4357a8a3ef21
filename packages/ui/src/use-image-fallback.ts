import { useCallback, useState } from 'react'

type ImageWithFallback = {
  /** The picture's address as long as it can be shown; without one the drawing stands in. */
  shown: string | undefined
  /** For the `<img>`. */
  watch: { onError: () => void; ref: (picture: HTMLImageElement | null) => void }
}

/** An uploaded picture, until it turns out broken. */
export function useImageFallback(image: string | null | undefined): ImageWithFallback {
  const [broken, setBroken] = useState<string>()
  const shown = image && image !== broken ? image : undefined
  const ref = useCallback(
    (picture: HTMLImageElement | null) => {
      // a server-rendered picture may have failed before anyone listened: asking again tells
      if (picture?.complete && picture.naturalWidth === 0 && shown) {
        picture.src = picture.getAttribute('src') ?? shown
      }
    },
    [shown],
  )
  return { shown, watch: { onError: () => setBroken(shown), ref } }
}
