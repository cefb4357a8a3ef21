import { useCallback, useState } from 'react'

type ImageWithFallback = {
  /** The value is the picture's address while the picture can be shown. Undefined means that the fallback is used. */
  shown: string | undefined
  /** The props belong to the `<img>`. */
  watch: { onError: () => void; ref: (picture: HTMLImageElement | null) => void }
}

/** Returns the uploaded picture until loading it fails. */
export function useImageFallback(image: string | null | undefined): ImageWithFallback {
  const [broken, setBroken] = useState<string>()
  const shown = image && image !== broken ? image : undefined
  const ref = useCallback(
    (picture: HTMLImageElement | null) => {
      // A server-rendered picture may have failed before hydration; loading it again reveals the failure.
      if (picture?.complete && picture.naturalWidth === 0 && shown) {
        picture.src = picture.getAttribute('src') ?? shown
      }
    },
    [shown],
  )
  return { shown, watch: { onError: () => setBroken(shown), ref } }
}
