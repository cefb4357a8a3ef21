import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { captionsEditorMessages } from '#web/shared/lesson/captions-editor/captions-messages.en.ts'
import { saveTrack, type TrackChange } from '#web/shared/lesson/captions-editor/tracks.ts'
import { call } from '#web/platform/transfer/client.ts'
import { isTextToRead } from '#web/shared/lesson-text/text-to-read.ts'
import { useText } from '#web/platform/language/messages.ts'
import type { Viewer } from '#web/platform/session/session.tsx'

export interface VideoInText {
  resourceId: number
  /** `file` is the name of the video's file in the document. */
  file: string
}

export const videoCaptionsQuery = ({ resourceId, file }: VideoInText, viewer: Viewer) =>
  queryOptions({
    queryKey: ['text-video-captions', resourceId, file, viewer],
    queryFn: ({ signal }) => call('readTextVideoCaptions', { params: { id: resourceId, file }, signal }),
  })

/** Changes the captions in one language. Captions are saved immediately, apart from the text. */
export function useVideoCaptionWrite({ resourceId, file }: VideoInText) {
  const text = useText(captionsEditorMessages)
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: TrackChange) =>
      saveTrack(change, text.field, (body) =>
        call('saveTextVideoCaptions', { params: { id: resourceId, file }, body }),
      ),
    onSettled: async () => {
      void queries.invalidateQueries({ predicate: isTextToRead })
      await queries.invalidateQueries({ queryKey: ['text-video-captions', resourceId, file] })
    },
  })
}
