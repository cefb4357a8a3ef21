import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { captionsEditorMessages } from '#web/shared/lesson/captions-editor/captions-messages.en.ts'
import { saveTrack, type TrackChange } from '#web/shared/lesson/captions-editor/tracks.ts'
import { call } from '#web/platform/transfer/client.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useContentWrite } from './authoring.ts'

export function useCaptionWrite({ id, courseId }: CourseResource) {
  const text = useText(captionsEditorMessages)
  return useContentWrite(courseId, (change: TrackChange) =>
    saveTrack(change, text.field, (body) => call('updateResource', { params: { id }, body })),
  )
}
