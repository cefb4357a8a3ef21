import { useText } from '#web/platform/language/messages.ts'
import { useRestoreItems, type NamedItems } from '../../api/outline.ts'
import { outlineMessages } from '../../messages/outline.en.ts'

export function UndoRemoval({ courseId, items }: { courseId: number; items: NamedItems }) {
  const text = useText(outlineMessages)
  const restore = useRestoreItems(courseId)
  if (restore.isSuccess) return <b>{text.restored}</b>
  return (
    <button
      type="button"
      className="ap-link"
      aria-disabled={restore.isPending}
      onClick={() => {
        if (!restore.isPending) restore.mutate(items)
      }}
    >
      {text.undo}
    </button>
  )
}
