import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { Button } from '@apogee/ui/button.tsx'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { useText } from '#web/platform/language/messages.ts'
import { SavedHere, useOutbox } from '#web/platform/outbox/saved-here.tsx'
import { completion } from '../late-progress.ts'
import { learningMessages } from '../messages/learning.en.ts'
import { useToggleCompleted } from '../save-progress.ts'

/**
 * Shows 'Mark as Complete' as the view's main action, unless `minor` is set or the item is a quiz. Marking as incomplete is a quiet
 * button. The state includes changes that wait for the connection.
 */
export function CompleteToggle({ resource, minor }: { resource: CourseResource; minor: boolean }) {
  const text = useText(learningMessages)
  const failureText = useFailureText()
  const notify = useNotify()
  const { mutate } = useToggleCompleted(resource)
  const unsent = useOutbox().find(
    ({ kind, key, state }) => kind === completion.name && key === String(resource.id) && state !== 'refused',
  )
  const isCompleted =
    unsent && completion.isPayload(unsent.payload)
      ? unsent.payload.completed
      : (resource.progress?.completed ?? false)
  return (
    <>
      {unsent?.state === 'waits' ? <SavedHere /> : null}
      <Button
        variant={isCompleted ? 'quiet' : minor || resource.fileType === 'quiz' ? 'secondary' : 'primary'}
        icon={isCompleted ? 'undo' : 'check'}
        onClick={() =>
          mutate(!isCompleted, {
            onError: (error) => notify({ tone: 'danger', text: failureText(error, text.notSaved) }),
          })
        }
      >
        {isCompleted ? text.markIncomplete : text.markComplete}
      </Button>
    </>
  )
}
