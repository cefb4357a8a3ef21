import { cutText } from '@apogee/domain/text/cut-text.ts'
import type { Course } from '@apogee/contracts/courses/courses.ts'
import { titleMaxLength } from '@apogee/contracts/limits.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { downloadIcon, moreIcon, pencilIcon } from '@apogee/ui/icons/more-icons.ts'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { Menu, MenuItem } from '@apogee/ui/navigation/menu.tsx'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link, useNavigate } from '#web/platform/router/router.tsx'
import { call } from '#web/platform/transfer/client.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useRestore, useStateChange } from '../../api/course-state.ts'
import { useCourseRefresh } from '../../api/managed-courses.ts'
import { authoringMessages } from '../../messages/authoring.en.ts'
import { administrationMessages } from '../../messages/selling/administration.en.ts'
import { courseAccessMessages } from '../../messages/selling/access.en.ts'
import { courseExportMessages } from '../../messages/course-export.en.ts'
import { statesMessages } from '../../messages/selling/states.en.ts'
import { DetailsDialog } from '../edit-course-details.tsx'
import { useCopySalesLink } from '../sale/sales-link.tsx'

const DeleteCourseDialog = lazyOnPress(
  async () => (await import('../delete-course-dialog.tsx')).DeleteCourseDialog,
)

// The dialog's fields load the form rules, which a page for reading does not need.
const ExportDialog = lazyOnPress(async () => (await import('../export-dialog.tsx')).ExportDialog)
const AccessDialog = lazyOnPress(async () => (await import('./access-dialog.tsx')).AccessDialog)
const PrerequisitesDialog = lazyOnPress(
  async () => (await import('./prerequisites-dialog.tsx')).PrerequisitesDialog,
)
const PublishDialog = lazyOnPress(async () => (await import('../outline/publish-dialog.tsx')).PublishDialog)

/**
 * Offers to publish, restore, edit, duplicate, archive and delete the course in the header of its workspace. `certificateDialog` is
 * another feature's dialog in the same menu.
 */
export function CourseStateActions({
  course,
  certificateDialog,
}: {
  course: Course
  certificateDialog: (onClose: () => void) => ReactNode
}) {
  const text = useText(statesMessages)
  const navigate = useNavigate()
  const [open, setOpen] = useState<'publish' | MenuDialog | null>(null)
  const restore = useRestore(course)
  return (
    <>
      {course.state === 'draft' ? (
        <Button size="sm" variant="primary" onClick={() => setOpen('publish')}>
          {text.publish}
        </Button>
      ) : null}
      {course.state === 'archived' ? (
        <Button
          size="sm"
          variant="primary"
          busy={restore.isPending}
          busyLabel={text.restoring}
          onClick={() => restore.mutate()}
        >
          {text.restore}
        </Button>
      ) : null}
      <MoreActions course={course} onOpen={setOpen} />
      {open === 'publish' ? <PublishDialog course={course} onClose={() => setOpen(null)} /> : null}
      {open === 'details' ? <DetailsDialog course={course} onClose={() => setOpen(null)} /> : null}
      {open === 'export' ? <ExportDialog course={course} onClose={() => setOpen(null)} /> : null}
      {open === 'access' ? <AccessDialog course={course} onClose={() => setOpen(null)} /> : null}
      {open === 'prerequisites' ? (
        <PrerequisitesDialog course={course} onClose={() => setOpen(null)} />
      ) : null}
      {open === 'certificate' ? certificateDialog(() => setOpen(null)) : null}
      {open === 'delete' ? (
        <DeleteCourseDialog
          course={course}
          onClose={() => setOpen(null)}
          onDeleted={() => navigate('/admin?tab=courses')}
        />
      ) : null}
    </>
  )
}

type MenuDialog = 'details' | 'export' | 'access' | 'prerequisites' | 'certificate' | 'delete'

function MoreActions({ course, onOpen }: { course: Course; onOpen: (dialog: MenuDialog) => void }) {
  const text = useText(statesMessages)
  const change = useStateChange(course)
  const duplicate = useDuplicate(course)
  const archives = useText(courseExportMessages)
  const access = useText(courseAccessMessages)
  const administration = useText(administrationMessages)
  const authoring = useText(authoringMessages)
  const copyLink = useCopySalesLink(course.id)
  return (
    <Menu label={text.moreOf(course.title)} trigger={<Icon name={moreIcon} />}>
      <MenuItem as={Link} icon="arrow-right" to={`/sp/${course.id}/`}>
        {authoring.viewSalesPage}
      </MenuItem>
      {course.state === undefined ? (
        <MenuItem icon="link" onClick={() => void copyLink()}>
          {administration.copySalesLink}
        </MenuItem>
      ) : null}
      <MenuItem icon={pencilIcon} onClick={() => onOpen('details')}>
        {administration.editDetails}
      </MenuItem>
      <MenuItem icon="plus" onClick={() => duplicate.mutate()}>
        {text.duplicate}
      </MenuItem>
      <MenuItem icon={downloadIcon} onClick={() => onOpen('export')}>
        {archives.export}
      </MenuItem>
      <MenuItem icon="certificate" onClick={() => onOpen('certificate')}>
        {text.certificate}
      </MenuItem>
      <MenuItem icon="clock" onClick={() => onOpen('access')}>
        {access.open}
      </MenuItem>
      <MenuItem icon="lock" onClick={() => onOpen('prerequisites')}>
        {text.prerequisites}
      </MenuItem>
      {course.state === undefined ? (
        <MenuItem icon={pencilIcon} onClick={() => change.mutate({ state: 'draft' })}>
          {text.unpublish}
        </MenuItem>
      ) : null}
      {course.state === 'archived' ? null : (
        <MenuItem icon="undo" onClick={() => change.mutate({ state: 'archived' })}>
          {text.archive}
        </MenuItem>
      )}
      <MenuItem icon="trash" tone="danger" onClick={() => onOpen('delete')}>
        {text.delete}
      </MenuItem>
    </Menu>
  )
}

/** Copies the course and opens the copy. */
function useDuplicate(course: Course) {
  const text = useText(statesMessages)
  const notify = useNotify()
  const failureText = useFailureText()
  const refresh = useCourseRefresh()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () =>
      call('duplicateCourse', {
        params: { id: course.id },
        body: { title: text.copyOf(cutText(course.title, titleMaxLength - text.copyOf('').length)) },
      }),
    onSuccess: async ({ data }) => {
      notify({ text: text.duplicated(data.title) })
      await refresh()
      navigate(`/course/${data.id}/manage`)
    },
    onError: (error) => notify({ tone: 'danger', text: failureText(error, text.changeFailed) }),
  })
}
