import { ConfirmStep } from '#web/platform/form-dialog.tsx'
import { useText } from '#web/platform/messages.ts'
import { authoringMessages } from '../messages/authoring.en.ts'
import { useContentWrite } from '../api/authoring.ts'

/** Asks before a module or an item is deleted, with its name. */
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
  return (
    <ConfirmStep
      {...{ title, onClose }}
      step={useContentWrite(courseId, remove)}
      text={question}
      action={text.deleteIt}
      busyLabel={text.deleting}
      failed={text.deleteFailed}
      onDone={onDeleted}
    />
  )
}
