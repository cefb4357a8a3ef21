import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { useText } from '#web/platform/language/messages.ts'
import { notesMessages } from './messages/notes.en.ts'
import type { NoteActions, ShownNote } from './use-notes.ts'

/** Deletes immediately; a notice offers to restore the note under the same id. */
export function useDeleteNote({ remove, restore }: NoteActions) {
  const text = useText(notesMessages)
  const failureText = useFailureText()
  const notify = useNotify()
  /** `canUndo` means that the lesson still accepts notes. */
  return async (note: ShownNote, canUndo = true): Promise<void> => {
    try {
      await remove(note)
    } catch (error) {
      notify({ tone: 'danger', text: failureText(error, text.deleteFailed) })
      return
    }
    const undo = (
      <button type="button" className="ap-link" onClick={() => restore(note)}>
        {text.undo}
      </button>
    )
    notify({ text: text.deleted, ...(canUndo && { link: undo }) })
  }
}
