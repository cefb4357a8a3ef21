import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { externalIcon } from '@apogee/ui/more-icons.ts'
import { LinkButton } from '@apogee/ui/link-button.tsx'
import { useState } from 'react'
import { useText } from '#web/platform/messages.ts'
import { DocumentFrame, MediaMessage, VideoFailure, VideoPlayer } from '#web/platform/resource-media.tsx'
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
  const [address] = useState(resource.filePath)
  if (resource.fileType === 'video') return <LessonVideo {...props} />
  if (resource.fileType === 'pdf')
    return <DocumentFrame bleed address={address} title={resource.title} notShown={text.pdfNotShown} />
  return (
    <MediaMessage bleed sentence={text.fileNotShown}>
      <LinkButton href={resource.filePath} target="_blank" rel="noopener" icon={externalIcon}>
        {text.openFile}
      </LinkButton>
    </MediaMessage>
  )
}

function LessonVideo({ resource, isLearner, onReload }: LessonMediaProps) {
  // Signed addresses change every hour, and progress is saved while playing: neither may restart the video.
  const [source, setSource] = useState(() => ({
    src: resource.filePath,
    captions: resource.captions,
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
  if (failed) return <VideoFailure bleed onReload={reload} />
  return (
    <VideoPlayer
      bleed
      {...source}
      onTime={watch.onTime}
      onPlayingChange={watch.onPlayingChange}
      onEnded={watch.onEnded}
      onError={() => setFailed(true)}
    />
  )
}
