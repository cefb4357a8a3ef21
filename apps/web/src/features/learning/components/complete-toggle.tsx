import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { Button } from '@apogee/ui/button.tsx'
import { useNotify } from '@apogee/ui/notice.tsx'
import { useFailureText } from '#web/platform/failure-text.ts'
import { useText } from '#web/platform/messages.ts'
import { learningMessages } from '../messages/learning.en.ts'
import { useToggleCompleted } from '../save-progress.ts'
import './learning.css'

/** 'Mark as Complete' is the view's primary action; completed, or beside a quiz, it is secondary. */
export function CompleteToggle({ resource }: { resource: CourseResource }) {
  const text = useText(learningMessages)
  const failureText = useFailureText()
  const notify = useNotify()
  const { mutate } = useToggleCompleted(resource)
  const isCompleted = resource.progress?.completed ?? false
  return (
    <div className="learn-toggle">
      <Button
        variant={isCompleted || resource.fileType === 'quiz' ? 'secondary' : 'primary'}
        icon={isCompleted ? 'undo' : 'check'}
        onClick={() =>
          mutate(!isCompleted, {
            onError: (error) => notify({ tone: 'danger', text: failureText(error, text.notSaved) }),
          })
        }
      >
        {isCompleted ? text.markIncomplete : text.markComplete}
      </Button>
    </div>
  )
}
