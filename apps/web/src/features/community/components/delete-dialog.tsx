import { ConfirmDialog } from '@apogee/ui/dialog.tsx'
import { useFailureText } from '#web/platform/failure-text.ts'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useText } from '#web/platform/messages.ts'
import { useMutation } from '@tanstack/react-query'
import { communityMessages } from '../messages/community.en.ts'

/** Asks before something goes for everybody. `onDeleted` may lead elsewhere before the lists are asked again. */
export function DeleteDialog({
  title,
  question,
  remove,
  onClose,
  onDeleted,
}: {
  title: string
  question: string
  remove: () => Promise<unknown>
  onClose: () => void
  onDeleted: () => void
}) {
  const text = useText(communityMessages)
  const common = useText(platformMessages)
  const failureText = useFailureText()
  const removal = useMutation({ mutationFn: remove, onSuccess: onDeleted })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => removal.mutate()}
      title={title}
      text={question}
      confirmLabel={text.delete}
      cancelLabel={common.cancel}
      closeLabel={common.close}
      busy={removal.isPending}
      busyLabel={text.deleting}
      error={removal.isError ? failureText(removal.error, text.deleteFailed) : undefined}
    />
  )
}
