import { useMutation } from '@tanstack/react-query'
import { ConfirmStep } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { communityMessages } from '../messages/community.en.ts'

/** Asks for confirmation before a shared text is deleted. `onDeleted` may navigate before the lists are refetched. */
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
  return (
    <ConfirmStep
      title={title}
      onClose={onClose}
      step={useMutation({ mutationFn: remove })}
      text={question}
      action={text.delete}
      busyLabel={text.deleting}
      failed={text.deleteFailed}
      onDone={onDeleted}
    />
  )
}
