import { languageNames } from '@apogee/domain/languages.ts'
import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { Button } from '@apogee/ui/button.tsx'
import { LinkButton } from '@apogee/ui/link-button.tsx'
import { MediaFrame, Player } from '@apogee/ui/player.tsx'
import { useState, type ReactNode } from 'react'
import { useText } from '#web/platform/messages.ts'
import { learningMessages } from '../messages/learning.en.ts'
import { useWatchProgress } from '../use-watch-progress.ts'

export interface LessonMediaProps {
  resource: CourseResource & { filePath: string }
  isLearner: boolean
  /** Loads the lesson again: its signed address may have expired. */
  onReload: () => void
}

/** The lesson's content. Use the resource's id as key: its address stays the same while it plays. */
export function LessonMedia(props: LessonMediaProps) {
  const text = useText(learningMessages)
  const { resource } = props
  if (resource.fileType === 'video') return <LessonVideo {...props} />
  if (resource.fileType === 'pdf') return <LessonPdf resource={resource} />
  return (
    <FrameMessage sentence={text.fileNotShown}>
      <LinkButton href={resource.filePath} target="_blank" rel="noopener" icon="external">
        {text.openFile}
      </LinkButton>
    </FrameMessage>
  )
}

function LessonVideo({ resource, isLearner, onReload }: LessonMediaProps) {
  const text = useText(learningMessages)
  // Signed addresses change every hour, and progress is saved while playing: neither may restart the video.
  const [source, setSource] = useState(() => ({
    src: resource.filePath,
    captions: (resource.captions ?? []).map(({ language, url }) => ({
      src: url,
      language,
      label: languageNames[language],
    })),
    startAt: resource.progress?.completed ? 0 : (resource.progress?.position ?? 0),
  }))
  const [failed, setFailed] = useState(false)
  const watch = useWatchProgress(resource, isLearner)
  const reload = () => {
    setFailed(false)
    setSource((before) => ({
      ...before,
      src: resource.filePath,
      startAt: resource.progress?.position ?? before.startAt,
    }))
    onReload()
  }
  if (failed) {
    return (
      <FrameMessage sentence={text.videoFailed}>
        <Button icon="undo" onClick={reload}>
          {text.reload}
        </Button>
      </FrameMessage>
    )
  }
  return (
    <Player
      bleed
      src={source.src}
      captions={source.captions}
      startAt={source.startAt}
      onTime={watch.onTime}
      onPlayingChange={watch.onPlayingChange}
      onEnded={watch.onEnded}
      onError={() => setFailed(true)}
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

/** No `sandbox` on the frame: it would block the browser's own viewer. */
function LessonPdf({ resource }: Pick<LessonMediaProps, 'resource'>) {
  const text = useText(learningMessages)
  const [address] = useState(resource.filePath)
  const newTab = (
    <LinkButton href={address} target="_blank" rel="noopener" icon="external">
      {text.openInNewTab}
    </LinkButton>
  )
  if (!navigator.pdfViewerEnabled) return <FrameMessage sentence={text.pdfNotShown}>{newTab}</FrameMessage>
  return (
    <>
      <MediaFrame bleed>
        <iframe src={address} title={resource.title} />
      </MediaFrame>
      <p className="mt-3">{newTab}</p>
    </>
  )
}

function FrameMessage({ sentence, children }: { sentence: string; children: ReactNode }) {
  return (
    <MediaFrame bleed>
      <div className="learn-frame-message" data-theme="space">
        <p>{sentence}</p>
        {children}
      </div>
    </MediaFrame>
  )
}
