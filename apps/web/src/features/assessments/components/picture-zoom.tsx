import type { QuestionPicture } from '@apogee/contracts/assessments/assessments.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Dialog } from '@apogee/ui/feedback/dialog.tsx'
import { useLayoutEffect, useRef, useState } from 'react'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { questionPicturesMessages } from '../messages/question-pictures.en.ts'
import './question-picture.css'

/** The coordinates are shares, 0 to 1, of the picture's width and height. */
interface Place {
  x: number
  y: number
}

/** Shows the whole picture; a press enlarges the pressed spot, and the next one shows the whole again. */
export function PictureZoom({ picture, onClose }: { picture: QuestionPicture; onClose: () => void }) {
  const text = useText(questionPicturesMessages)
  const { close } = useText(platformMessages)
  const area = useRef<HTMLDivElement>(null)
  const [large, setLarge] = useState<Place | null>(null)
  useLayoutEffect(() => {
    const shown = area.current
    if (!shown || !large) return
    shown.scrollLeft = large.x * shown.scrollWidth - shown.clientWidth / 2
    shown.scrollTop = large.y * shown.scrollHeight - shown.clientHeight / 2
  }, [large])
  const toggle = (place: Place) => setLarge(large ? null : place)
  const { url, alt, width, height } = picture
  const shown = { 'data-large': large ? '' : undefined }
  return (
    <Dialog
      open
      className="question-zoom-dialog"
      width="lg"
      title={text.title}
      text={alt}
      closeLabel={close}
      onClose={onClose}
      footer={<Button onClick={() => toggle({ x: 0.5, y: 0.5 })}>{large ? text.whole : text.larger}</Button>}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrows scroll it */}
      <div ref={area} className="question-zoom" {...shown} role="region" aria-label={text.area} tabIndex={0}>
        <button
          type="button"
          tabIndex={-1}
          aria-label={large ? text.whole : text.larger}
          onClick={({ clientX, clientY, currentTarget }) => {
            const box = currentTarget.getBoundingClientRect()
            toggle({ x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height })
          }}
        >
          <img src={url} alt={alt} width={width} height={height} />
        </button>
      </div>
    </Dialog>
  )
}
