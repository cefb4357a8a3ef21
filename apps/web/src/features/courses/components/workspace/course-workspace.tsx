import type { CourseDetail } from '@apogee/contracts/catalogue/catalogue.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { IconLink } from '@apogee/ui/navigation/link-button.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { figure, type Count } from '#web/platform/language/numbers.ts'
import { Link } from '#web/platform/router/router.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import { ApiError } from '#web/platform/transfer/client.ts'
import { CoursePrice } from '#web/shared/buying/course-price.tsx'
import { managedCourseQuery } from '../../api/authoring.ts'
import { authoringMessages } from '../../messages/authoring.en.ts'
import { workspaceMessages } from '../../messages/workspace.en.ts'
import { CourseStateActions } from '../people/course-state-actions.tsx'
import { PreviewMenu } from '../sale/preview-menu.tsx'
import { ShareButton } from '../sale/share-button.tsx'
import { tabAddress, workspaceTabs, type WorkspaceTab } from './workspace-places.ts'
import './workspace.css'

/** The counts of what waits are read by other features. They are shown only to people who may manage the course. */
export type TabCounts = Partial<Record<WorkspaceTab, ReactNode>>
type CertificateDialog = (course: CourseDetail, onClose: () => void) => ReactNode

/**
 * Stands around every page of one course: a header with the course and its actions, and links to the parts. People who may not manage
 * the course see the page alone.
 */
export function CourseWorkspace({
  courseId,
  tab,
  isHeading = false,
  certificateDialog,
  counts,
  children,
}: {
  courseId: number
  tab: WorkspaceTab
  /** True means that the page below has no heading of its own, so that the course's title is the heading. */
  isHeading?: boolean
  /** `certificateDialog` is another feature's dialog in the menu. */
  certificateDialog: CertificateDialog
  counts: TabCounts
  children: ReactNode
}) {
  const { data, error } = useQuery(managedCourseQuery(courseId, useViewer()))
  const course = data?.data
  const isMissing =
    courseId === 0 ||
    (error instanceof ApiError && error.status === 404) ||
    course?.permissions.manage === false
  return (
    <div className="workspace">
      {isMissing ? null : (
        <>
          <WorkspaceHead course={course} isHeading={isHeading} certificateDialog={certificateDialog} />
          <WorkspaceTabs courseId={courseId} course={course} counts={counts} tab={tab} />
        </>
      )}
      {children}
    </div>
  )
}

function WorkspaceHead({
  course,
  isHeading,
  certificateDialog,
}: {
  course: CourseDetail | undefined
  isHeading: boolean
  certificateDialog: CertificateDialog
}) {
  const text = useText(authoringMessages)
  return (
    <header className="ap-wrap workspace-head">
      <IconLink as={Link} to="/admin?tab=courses" icon="arrow-left" label={text.backToCourses} />
      {course ? (
        <>
          <div className="workspace-name">
            {isHeading ? (
              <h1 className="ap-h4" title={course.title}>
                {course.title}
              </h1>
            ) : (
              <Link className="ap-h4" to={tabAddress(course.id, 'content')} title={course.title}>
                {course.title}
              </Link>
            )}
            <Facts course={course} />
          </div>
          <div className="workspace-actions">
            <PreviewMenu courseId={course.id} />
            <ShareButton course={course} />
            <CourseStateActions
              course={course}
              certificateDialog={(onClose) => certificateDialog(course, onClose)}
            />
          </div>
        </>
      ) : (
        <Skeleton shape="title" width={40} />
      )}
    </header>
  )
}

function Facts({ course }: { course: CourseDetail }) {
  const text = useText(authoringMessages)
  const { free } = useText(platformMessages)
  return (
    <span className="workspace-facts">
      <CoursePrice course={course} freeLabel={free} />
      {course.state ? (
        <Badge tone={course.state === 'draft' ? 'info' : 'neutral'}>
          {course.state === 'draft' ? text.draft : text.archived}
        </Badge>
      ) : (
        <Badge icon={course.isPrivate ? 'lock' : 'globe'}>
          {course.isPrivate ? text.private : text.public}
        </Badge>
      )}
    </span>
  )
}

/** Scrolls the row sideways so that the link stands in its middle. The page itself does not move. */
function centre(link: HTMLAnchorElement | null): void {
  const row = link?.closest('ul')
  if (link && row) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2
}

/** Shows a number beside the name of a tab, and reads it in words. */
export const TabCount = ({ count, inWords }: { count: Count; inWords: string }) => (
  <>
    {' '}
    <span className="workspace-count" aria-hidden="true">
      {figure(count)}
    </span>
    <span className="vh">{inWords}</span>
  </>
)

function WorkspaceTabs({
  courseId,
  course,
  counts,
  tab,
}: {
  courseId: number
  course: CourseDetail | undefined
  counts: TabCounts
  tab: WorkspaceTab
}) {
  const text = useText(authoringMessages)
  const names = useText(workspaceMessages)
  const learners = course?.studentCount
  const shown: TabCounts = course
    ? {
        ...counts,
        learners: learners ? <TabCount count={learners} inWords={text.students(learners)} /> : null,
      }
    : {}
  return (
    <nav className="workspace-tabs" aria-label={text.parts}>
      <ul className="ap-wrap">
        {workspaceTabs.map((one) => (
          <li key={one}>
            <Link
              to={tabAddress(courseId, one)}
              aria-current={one === tab ? 'page' : undefined}
              ref={one === tab ? centre : undefined}
            >
              {names[one]}
              {shown[one]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
