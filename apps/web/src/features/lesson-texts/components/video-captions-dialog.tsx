import type { CaptionTrack } from '@apogee/contracts/courses/captions.ts'
import { Dialog } from '@apogee/ui/feedback/dialog.tsx'
import { Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { CaptionsDialog } from '#web/shared/lesson/captions-editor/captions-dialog.tsx'
import { captionsEditorMessages } from '#web/shared/lesson/captions-editor/captions-messages.en.ts'
import { LoadStates } from '#web/platform/failures/load-states.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import { useVideoCaptionWrite, videoCaptionsQuery, type VideoInText } from '../api/video-captions.ts'

/** Edits the captions of a video in the text; each language is a file or typed lines. */
export function VideoCaptionsDialog({
  video,
  title,
  seconds,
  onRead,
  onClose,
}: {
  video: VideoInText
  title: string
  seconds: number | null
  /** Runs after loading and after each change. */
  onRead: (captions: CaptionTrack[]) => void
  onClose: () => void
}) {
  const text = useText(captionsEditorMessages)
  const { close } = useText(platformMessages)
  const query = useQuery(videoCaptionsQuery(video, useViewer()))
  const write = useVideoCaptionWrite(video)
  const read = query.data?.data
  const tell = useEffectEvent(onRead)
  useEffect(() => {
    if (read) tell(read.captions)
  }, [read])
  if (read) {
    return (
      <CaptionsDialog
        video={{ key: `text ${video.file}`, title, seconds, captions: read.captions, version: read.version }}
        lead={text.leadInText}
        write={write}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog open title={text.title(title)} closeLabel={close} onClose={onClose}>
      <LoadStates query={query} skeleton={<Skeleton shape="block" />} failed={text.loadFailed}>
        {() => null}
      </LoadStates>
    </Dialog>
  )
}
