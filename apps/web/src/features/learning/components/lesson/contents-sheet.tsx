import type { CourseDetail } from '@apogee/contracts/catalogue/catalogue.ts'
import { Dialog } from '@apogee/ui/feedback/dialog.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { learningMessages } from '../../messages/learning.en.ts'
import { CourseContents } from '../course-contents.tsx'
import { CourseSearch } from '../course-search.tsx'
import './lesson.css'

/** Shows the contents of the course over a lesson on a phone. */
export function ContentsSheet({
  open,
  course,
  resourceId,
  onClose,
}: {
  open: boolean
  course: CourseDetail
  resourceId: number
  onClose: () => void
}) {
  const text = useText(learningMessages)
  const { close } = useText(platformMessages)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={text.courseContent}
      closeLabel={close}
      className="lesson-contents-sheet"
    >
      <CourseSearch courseId={course.id} contents={course.contents}>
        <CourseContents contents={course.contents} canOpen currentId={resourceId} />
      </CourseSearch>
    </Dialog>
  )
}
