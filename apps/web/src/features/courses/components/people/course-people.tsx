import { Button } from '@apogee/ui/button.tsx'
import { usersIcon } from '@apogee/ui/icons/more-icons.ts'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState, type ComponentType } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import { managedCourseQuery } from '../../api/authoring.ts'
import { authoringMessages } from '../../messages/authoring.en.ts'
import type { PeopleDialogProps } from './people-dialog.tsx'

/** Offers to add learners to a course that takes them, on pages of other features. */
export function AddLearners({ courseId }: { courseId: number }) {
  const course = useQuery({ ...managedCourseQuery(courseId, useViewer()), enabled: courseId > 0 }).data?.data
  if (!course || course.state || !course.permissions.manage) return null
  return <CoursePeople courseId={courseId} isPrivate={course.isPrivate} />
}

/** Shows the number of learners, and controls to add more (docs/api.md#private-courses). The dialog's code loads on demand. */
export function CoursePeople({ courseId, isPrivate }: Omit<PeopleDialogProps, 'onClose'>) {
  const text = useText(authoringMessages)
  const notify = useNotify()
  const [isOpening, setIsOpening] = useState(false)
  const [Dialog, setDialog] = useState<ComponentType<PeopleDialogProps> | null>(null)
  const open = async () => {
    setIsOpening(true)
    try {
      const { PeopleDialog } = await import('./people-dialog.tsx')
      setDialog(() => PeopleDialog)
    } catch {
      // The missing connection is reported, and the person may press again.
      notify({ tone: 'danger', text: text.peopleFailed })
    }
    setIsOpening(false)
  }
  return (
    <>
      <Button
        size="sm"
        icon={usersIcon}
        busy={isOpening}
        busyLabel={text.addLearners}
        onClick={() => void open()}
      >
        {text.addLearners}
      </Button>
      {Dialog ? <Dialog courseId={courseId} isPrivate={isPrivate} onClose={() => setDialog(null)} /> : null}
    </>
  )
}
