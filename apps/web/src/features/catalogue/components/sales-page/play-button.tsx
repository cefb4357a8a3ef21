import type { SalesInfo } from '@apogee/contracts/catalogue/catalogue.ts'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { previewMessages } from '../../messages/preview.en.ts'
import './play-button.css'

/** Covers the course's picture when the course has a public video, and plays the first one. */
export function PlayButton({
  sales,
  onPlay,
}: {
  sales: SalesInfo
  /** Receives the id of the resource. */
  onPlay: (resourceId: number) => void
}) {
  const text = useText(previewMessages)
  const preview = sales.outline
    .flatMap(({ resources }) => resources)
    .find(({ fileType, filePath }) => fileType === 'video' && filePath)
  if (!preview) return null
  return (
    <button type="button" className="sales-play" aria-haspopup="dialog" onClick={() => onPlay(preview.id)}>
      <span className="sales-play-mark">
        <Icon name="play" />
      </span>
      <span className="sales-play-word">
        {text.watchPreview}
        <span className="vh">: {preview.title}</span>
      </span>
    </button>
  )
}
