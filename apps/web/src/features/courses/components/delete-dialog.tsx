import { ConfirmDialog } from '@apogee/ui/dialog.tsx'
import { useFailureText } from '#web/platform/failure-text.ts'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useText } from '#web/platform/messages.ts'
import { authoringMessages } from '../messages/authoring.en.ts'
import { useContentWrite } from '../api/authoring.ts'

/** Asks before a module or an item goes, naming it. */
export function DeleteDialog({
  courseId,
  title,
  question,
  remove,
  onClose,
  onDeleted,
}: {
  courseId: number
  title: string
  question: string
  remove: () => Promise<unknown>
  onClose: () => void
  onDeleted: () => void
}) {
  const text = useText(authoringMessages)
  const common = useText(platformMessages)
  const failureText = useFailureText()
  const removal = useContentWrite(courseId, remove)
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => removal.mutate(undefined, { onSuccess: onDeleted })}
      title={title}
      text={question}
      confirmLabel={text.deleteIt}
      cancelLabel={common.cancel}
      closeLabel={common.close}
      busy={removal.isPending}
      busyLabel={text.deleting}
      error={removal.isError ? failureText(removal.error, text.deleteFailed) : undefined}
    />
  )
}
