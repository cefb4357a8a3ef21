import { useCallback, useState } from 'react'

type ImageWithFallback = {
  /** Holds the address of the picture. Undefined means that the picture cannot be shown and the fallback is needed. */
  shown: string | undefined
  /** These props of the `<img>` notice a failure to load the picture. */
  watch: { onError: () => void; ref: (picture: HTMLImageElement | null) => void }
}

/** Returns the uploaded picture until loading it has failed. */
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
