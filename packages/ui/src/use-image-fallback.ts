import { useCallback, useState } from 'react'

type ImageWithFallback = {
  /** The picture's address while it can be shown; otherwise the fallback is used. */
  shown: string | undefined
  /** For the `<img>`. */
  watch: { onError: () => void; ref: (picture: HTMLImageElement | null) => void }
}

/** An uploaded picture, until loading it fails. */
export function useImageFallback(image: string | null | undefined): ImageWithFallback {
  const [broken, setBroken] = useState<string>()
  const shown = image && image !== broken ? image : undefined
  const ref = useCallback(
    (picture: HTMLImageElement | null) => {
      // a server-rendered picture may have failed before hydration: loading it again shows that
      if (picture?.complete && picture.naturalWidth === 0 && shown) {
        picture.src = picture.getAttribute('src') ?? shown
      }
    },
    [shown],
  )
  return { shown, watch: { onError: () => setBroken(shown), ref } }
}
