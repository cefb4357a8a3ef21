import type { QuestionPicture as Picture } from '@apogee/contracts/assessments/assessments.ts'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { usePictureSources } from '@apogee/ui/art/picture-copies.ts'
import { useImageFallback } from '@apogee/ui/art/use-image-fallback.ts'
import { useState } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { questionPicturesMessages } from '../messages/question-pictures.en.ts'
import './question-picture.css'

const PictureZoom = lazyOnPress(async () => (await import('./picture-zoom.tsx')).PictureZoom)

/** A picture is at most this high, in pixels. */
const highest = 384

/** Returns the reserved size before the picture loads: the maximum height in its own aspect ratio. */
function sizeIn({ width, height }: Picture): { width: number; height: number } {
  const share = Math.min(1, highest / height)
  return { width: Math.round(width * share), height: Math.round(height * share) }
}

/** A press enlarges the picture. The alternative text replaces a picture that fails to load, for example offline. */
export function QuestionPicture({ picture }: { picture: Picture }) {
  const text = useText(questionPicturesMessages)
  const [isOpen, setIsOpen] = useState(false)
  const { url, alt } = picture
  const sources = usePictureSources(url, [320, 640, 960])
  const { shown, watch } = useImageFallback(url)
  if (!shown) return <p className="question-picture-words">{alt}</p>
  return (
    <>
      <button
        type="button"
        className="question-picture"
        aria-label={text.enlarge(alt)}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <img
          {...sources}
          {...watch}
          {...sizeIn(picture)}
          alt={alt}
          sizes="(width >= 48rem) 40rem, 90vw"
          decoding="async"
        />
      </button>
      {isOpen ? <PictureZoom picture={picture} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}
