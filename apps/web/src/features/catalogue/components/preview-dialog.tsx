import { languageNames } from '@apogee/domain/languages.ts'
import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Dialog } from '@apogee/ui/dialog.tsx'
import { LinkButton } from '@apogee/ui/link-button.tsx'
import { MediaFrame, Player } from '@apogee/ui/player.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { CoursePrice } from '#web/platform/course-price.tsx'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useText } from '#web/platform/messages.ts'
import { previewMessages } from '../messages/preview.en.ts'
import { OfferActions, type Offer } from './purchase-panel.tsx'

type Preview = CourseResource & { filePath: string }

/** A free preview, with the course's price and a link to the rest below it. */
export function PreviewDialog({
  offer,
  resourceId,
  onClose,
}: {
  offer: Offer
  resourceId: number
  onClose: () => void
}) {
  const text = useText(previewMessages)
  const common = useText(platformMessages)
  const { course, outline } = offer.sales
  const resource = outline.flatMap(({ resources }) => resources).find(({ id }) => id === resourceId)
  if (!resource?.filePath) return null
  return (
    <Dialog
      open
      onClose={onClose}
      title={resource.title}
      text={text.freePreview(course.title)}
      closeLabel={common.close}
      width="lg"
      footer={
        <div className="sales-preview-offer">
          <CoursePrice course={course} freeLabel={common.free} />
          <OfferActions {...offer} />
        </div>
      }
    >
      <PreviewMedia key={resource.id} resource={{ ...resource, filePath: resource.filePath }} />
    </Dialog>
  )
}

function PreviewMedia({ resource }: { resource: Preview }) {
  const text = useText(previewMessages)
  // A signed address changes each hour; a running video keeps its first one.
  const [address] = useState(resource.filePath)
  if (resource.fileType === 'video') return <PreviewVideo resource={resource} />
  const newTab = (
    <LinkButton href={address} target="_blank" rel="noopener" icon="external">
      {text.openInNewTab}
    </LinkButton>
  )
  if (!navigator.pdfViewerEnabled) return <FrameMessage sentence={text.notShown}>{newTab}</FrameMessage>
  return (
    <>
      <MediaFrame>
        <iframe src={address} title={resource.title} />
      </MediaFrame>
      <p className="mt-3">{newTab}</p>
    </>
  )
}

/** The address may have expired on a page left open: a retry loads a new one. */
function PreviewVideo({ resource }: { resource: Preview }) {
  const queries = useQueryClient()
  const [attempt, setAttempt] = useState(0)
  const again = async () => {
    await queries.invalidateQueries({ queryKey: ['sales', resource.courseId] })
    setAttempt(attempt + 1)
  }
  return <PreviewAttempt key={attempt} resource={resource} onAgain={() => void again()} />
}

function PreviewAttempt({ resource, onAgain }: { resource: Preview; onAgain: () => void }) {
  const text = useText(previewMessages)
  const [source] = useState(resource.filePath)
  const [hasFailed, setHasFailed] = useState(false)
  if (hasFailed) {
    return (
      <FrameMessage sentence={text.videoFailed}>
        <Button icon="undo" onClick={onAgain}>
          {text.reload}
        </Button>
      </FrameMessage>
    )
  }
  return (
    <Player
      src={source}
      captions={(resource.captions ?? []).map(({ language, url }) => ({
        src: url,
        language,
        label: languageNames[language],
      }))}
      onError={() => setHasFailed(true)}
      labels={{
        player: text.player,
        play: text.play,
        pause: text.pause,
        mute: text.mute,
        unmute: text.unmute,
        volume: text.volume,
        seek: text.seek,
        captionsOn: text.captionsOn,
        captionsOff: text.captionsOff,
        speed: text.speed,
        fullScreen: text.fullScreen,
        exitFullScreen: text.exitFullScreen,
        position: text.position,
      }}
    />
  )
}

function FrameMessage({ sentence, children }: { sentence: string; children: ReactNode }) {
  return (
    <MediaFrame>
      <div className="sales-preview-message" data-theme="space">
        <p>{sentence}</p>
        {children}
      </div>
    </MediaFrame>
  )
}
