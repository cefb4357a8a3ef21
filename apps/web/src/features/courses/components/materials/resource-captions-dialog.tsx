import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { CaptionsDialog } from '#web/shared/lesson/captions-editor/captions-dialog.tsx'
import { captionsEditorMessages } from '#web/shared/lesson/captions-editor/captions-messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useCaptionWrite } from '../../api/resource-captions.ts'

export function ResourceCaptionsDialog({
  resource,
  onClose,
}: {
  resource: CourseResource
  onClose: () => void
}) {
  const text = useText(captionsEditorMessages)
  const { id, title, seconds, captions = [], version } = resource
  return (
    <CaptionsDialog
      video={{ key: String(id), title, seconds, captions, version }}
      lead={text.lead}
      write={useCaptionWrite(resource)}
      onClose={onClose}
    />
  )
}
