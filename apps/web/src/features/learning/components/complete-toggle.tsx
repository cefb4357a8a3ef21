import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { Button } from '@apogee/ui/button.tsx'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { useText } from '#web/platform/language/messages.ts'
import { SavedHere, useOutbox } from '#web/platform/outbox/saved-here.tsx'
import { completion } from '../late-progress.ts'
import { learningMessages } from '../messages/learning.en.ts'
import { useToggleCompleted } from '../save-progress.ts'

/** Watching a video and taking a quiz complete them, so marking them by hand is not the view's main action. */
const isCompletedByItself = ({ fileType }: CourseResource): boolean =>
  fileType === 'video' || fileType === 'quiz'

/**
 * Shows 'Mark as Complete' as the view's main action, unless `minor` is set or the item is completed otherwise. The button that marks
 * an item as incomplete is quiet. The state includes changes that wait for the connection.
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
        variant={isCompleted ? 'quiet' : minor || isCompletedByItself(resource) ? 'secondary' : 'primary'}
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
