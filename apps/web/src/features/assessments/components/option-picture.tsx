import type { OptionPicture as Picture } from '@apogee/contracts/assessments/assessments.ts'
import { usePictureSources } from '@apogee/ui/art/picture-copies.ts'
import { useImageFallback } from '@apogee/ui/art/use-image-fallback.ts'
import './question-picture.css'

/** A picture is at most this high, in pixels. */
const highest = 224

/** A press on the picture chooses its option. The alternative text replaces a picture that fails to load. */
export function OptionPicture({ picture: { url, alt, width, height } }: { picture: Picture }) {
  const sources = usePictureSources(url, [320, 640])
  const { shown, watch } = useImageFallback(url)
  if (!shown) return <span className="option-picture-words">{alt}</span>
  const share = Math.min(1, highest / height)
  return (
    <img
      className="option-picture"
      {...sources}
      {...watch}
      width={Math.round(width * share)}
      height={Math.round(height * share)}
      alt={alt}
      sizes="(width >= 48rem) 24rem, 80vw"
      decoding="async"
    />
  )
}
