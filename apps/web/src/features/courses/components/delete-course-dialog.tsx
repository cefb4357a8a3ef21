import type { Course, CourseStateInfo } from '@apogee/contracts/courses/courses.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Dialog } from '@apogee/ui/feedback/dialog.tsx'
import { Notice, useNotify } from '@apogee/ui/feedback/notice.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { courseStateQuery, useStateChange } from '../api/course-state.ts'
import { administrationMessages } from '../messages/selling/administration.en.ts'
import { useCourseRefresh } from '../api/managed-courses.ts'
import { statesMessages } from '../messages/selling/states.en.ts'
import '#web/platform/page/admin.css'

/** Deletes the course, or archives it when it has learners; `onGone` follows either. */
function useCourseRemoval(course: Course, onGone: () => void) {
  const text = useText(administrationMessages)
  const notify = useNotify()
  const refresh = useCourseRefresh()
  const archive = useStateChange(course)
  const removal = useMutation({
    mutationFn: () => call('deleteCourse', { params: { id: course.id } }),
    onSuccess: async ({ data }) => {
      onGone()
      notify({ text: data.outcome === 'deleted' ? text.deleted(course.title) : text.archived(course.title) })
      await refresh(course.id)
    },
  })
  const archiveInstead = () => archive.mutate({ state: 'archived' }, { onSuccess: onGone })
  return { removal, archive, archiveInstead }
}

/**
 * Asks for confirmation before a course is deleted (docs/specification.md#6-roles-and-permissions), and states the consequences. A
 * course with learners is archived instead.
 */
export function DeleteCourseDialog({
  course,
  onClose,
  onDeleted,
}: {
  course: Course
  onClose: () => void
  onDeleted: () => void
}) {
  const text = useText(administrationMessages)
  const states = useText(statesMessages)
  const common = useText(platformMessages)
  const failureText = useFailureText()
  const courseState = useQuery(courseStateQuery(course.id))
  const { removal, archive, archiveInstead } = useCourseRemoval(course, () => {
    onDeleted()
    onClose()
  })
  const archives = courseState.data?.deletion === 'archived'
  const isArchived = course.state === 'archived'
  const isBusy = removal.isPending || archive.isPending
  return (
    <Dialog
      open
      onClose={onClose}
      role="alertdialog"
      width="sm"
      title={text.deleteCourse(course.title)}
      text={text.deleteQuestion}
      closeLabel={common.close}
      busy={isBusy}
      footer={
        <>
          <Button variant="quiet" size="sm" onClick={onClose} disabled={isBusy}>
            {common.cancel}
          </Button>
          {courseState.data && !archives && !isArchived ? (
            <Button size="sm" onClick={archiveInstead} busy={archive.isPending} busyLabel={states.archiving}>
              {states.archive}
            </Button>
          ) : null}
          {archives && isArchived ? null : (
            <Button
              variant={archives ? 'primary' : 'danger'}
              size="sm"
              onClick={() => removal.mutate()}
              disabled={courseState.isPending}
              busy={removal.isPending}
              busyLabel={archives ? states.archiving : text.deleting}
            >
              {archives ? states.archive : text.deleteIt}
            </Button>
          )}
        </>
      }
    >
      <Consequences
        courseState={courseState.data}
        isPending={courseState.isPending}
        isArchived={isArchived}
      />
      {removal.isError ? (
        <Notice tone="danger">{failureText(removal.error, text.deleteFailed)}</Notice>
      ) : null}
    </Dialog>
  )
}

function Consequences({
  courseState,
  isPending,
  isArchived,
}: {
  courseState: CourseStateInfo | undefined
  isPending: boolean
  isArchived: boolean
}) {
  const text = useText(statesMessages)
  if (isPending) return <p role="status">{text.checking}</p>
  if (!courseState) return <p>{text.checkFailed}</p>
  if (courseState.deletion === 'deleted')
    return (
      <p>
        {text.nobodyHasIt}{' '}
        {courseState.people.waiting > 0 ? `${text.invitationsEnd(courseState.people.waiting)} ` : null}
        {isArchived ? null : text.archiveInstead}
      </p>
    )
  const { people, openPurchases, openInvoices, unusedSeats } = courseState
  const reasons = [
    people.enrolled > 0 && text.keepsIt(people.enrolled),
    people.waiting > 0 && text.invitationsEnd(people.waiting),
    openPurchases > 0 && text.unpaidPurchases(openPurchases),
    openInvoices > 0 && text.isInvoiced(openInvoices),
    unusedSeats > 0 && text.hasUnusedSeats(unusedSeats),
  ].filter((reason) => reason !== false)
  return (
    <div className="admin-consequences">
      <p>{isArchived ? text.staysArchived : text.cannotBeDeleted}</p>
      <ul>
        {(reasons.length > 0 ? reasons : [text.wasSold]).map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      {isArchived ? null : <p>{text.restorable}</p>}
    </div>
  )
}
