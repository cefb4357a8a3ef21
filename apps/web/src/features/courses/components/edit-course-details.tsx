import type { Course } from '@apogee/contracts/courses/courses.ts'
import { pencilIcon } from '@apogee/ui/icons/more-icons.ts'
import { Button } from '@apogee/ui/button.tsx'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { useState } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { useSession } from '#web/platform/session/session.tsx'
import { CourseDialog } from './lazy-dialogs.ts'
import { administrationMessages } from '../messages/selling/administration.en.ts'

export function EditCourseDetails({ course }: { course: Course }) {
  const text = useText(administrationMessages)
  const [isEditing, setIsEditing] = useState(false)
  return (
    <>
      <Button size="sm" icon={pencilIcon} onClick={() => setIsEditing(true)}>
        {text.editDetails}
      </Button>
      {isEditing ? <DetailsDialog course={course} onClose={() => setIsEditing(false)} /> : null}
    </>
  )
}

export function DetailsDialog({ course, onClose }: { course: Course; onClose: () => void }) {
  const text = useText(administrationMessages)
  const notify = useNotify()
  const { user } = useSession()
  if (!user) return null
  return (
    <CourseDialog
      user={user}
      course={course}
      onClose={onClose}
      onSaved={() => {
        onClose()
        notify({ text: text.saved })
      }}
    />
  )
}
