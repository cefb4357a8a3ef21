import { Breadcrumb } from '@apogee/ui/navigation/breadcrumb.tsx'
import type { CourseDetail } from '@apogee/contracts/catalogue/catalogue.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { SegmentedControl } from '@apogee/ui/fields/chip.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { Loading, Skeleton, SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { ErrorState } from '@apogee/ui/feedback/state.tsx'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, type ReactNode } from 'react'
import { Link, useSearchParams } from '#web/platform/router/router.tsx'
import { ApiError } from '#web/platform/transfer/client.ts'
import { CoursePrice } from '#web/shared/buying/course-price.tsx'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { Head } from '#web/platform/page/head.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import './authoring.css'
import { CoursePeople } from './people/course-people.tsx'
import { authoringMessages } from '../messages/authoring.en.ts'
import { FileDropZone } from './materials/file-drop-zone.tsx'
import { ModuleList } from './outline/module-list.tsx'
import { OutlineProvider, useIsSelecting } from './outline/outline-context.tsx'
import { RecallDialogs, type RecallDialog } from './outline/recall-button.tsx'
import { SelectionBar } from './outline/selection-bar.tsx'
import { ModulePanel } from './outline/module-panel.tsx'
import { ShareButton } from './sale/share-button.tsx'
import { PreviewMenu } from './sale/preview-menu.tsx'
import { statesMessages } from '../messages/selling/states.en.ts'
import { useStateChange } from '../api/course-state.ts'
import { managedCourseQuery } from '../api/authoring.ts'
import { hasSomethingToStudy, ShareChecklist } from './sale/share-checklist.tsx'

/**
 * Implements docs/specification.md#course-content-management-coursecourseidmanage-instructoradmin. `actions` are other features'
 * actions in the header, and `notices` what they say about its lessons; `salesPage` is the editor of the course's sales page,
 * `cohorts` that of its cohorts, `recallDialog` that of the question after a video.
 */
export function CourseManager({
  courseId,
  actions,
  notices,
  salesPage,
  cohorts,
  recallDialog,
}: {
  /** `courseId` is 0 for an address without a valid course id. */
  courseId: number
  actions: (course: CourseDetail) => ReactNode
  notices: (course: CourseDetail) => ReactNode
  salesPage: (course: CourseDetail) => ReactNode
  cohorts: (course: CourseDetail) => ReactNode
  recallDialog: RecallDialog
}) {
  const text = useText(authoringMessages)
  const common = useText(platformMessages)
  const failureText = useFailureText()
  const { data, error, isPending, refetch } = useQuery(managedCourseQuery(courseId, useViewer()))
  const course = data?.data
  const isMissing =
    courseId === 0 ||
    (error instanceof ApiError && error.status === 404) ||
    course?.permissions.manage === false
  if (isMissing) {
    return (
      <ManagePage title={text.courseNotFound}>
        <ErrorState
          page
          titleAs="h1"
          title={text.courseNotFound}
          text={text.courseNotFoundHint}
          action={
            <LinkButton as={Link} to="/admin">
              {text.backToCourses}
            </LinkButton>
          }
        />
      </ManagePage>
    )
  }
  if (isPending) {
    return (
      <ManagePage title={text.manage}>
        <Loading label={common.loading} className="authoring-loading">
          <Skeleton shape="title" width={40} />
          <div className="authoring-columns">
            <SkeletonRows count={4} />
            <Skeleton shape="block" />
          </div>
        </Loading>
      </ManagePage>
    )
  }
  if (!course) {
    return (
      <ManagePage title={text.manage}>
        <ErrorState
          page
          titleAs="h1"
          title={text.loadFailed}
          text={failureText(error, text.fetchFailed)}
          action={<Button onClick={() => void refetch()}>{common.tryAgain}</Button>}
        />
      </ManagePage>
    )
  }
  return (
    <ManagePage title={text.manageTitle(course.title)}>
      <RecallDialogs value={recallDialog}>
        <ManagedCourse
          course={course}
          actions={actions(course)}
          notices={notices(course)}
          parts={{ sales: salesPage, cohorts }}
        />
      </RecallDialogs>
    </ManagePage>
  )
}

function ManagePage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="ap-wrap authoring">
      <Head title={title} />
      {children}
    </div>
  )
}

type Part = 'content' | 'sales' | 'cohorts'

function ManagedCourse({
  course,
  actions,
  notices,
  parts,
}: {
  course: CourseDetail
  actions: ReactNode
  notices: ReactNode
  parts: Record<Exclude<Part, 'content'>, (course: CourseDetail) => ReactNode>
}) {
  const text = useText(authoringMessages)
  const common = useText(platformMessages)
  const [search, setSearch] = useSearchParams()
  const asked = search.get('part')
  const part: Part = asked === 'sales' || asked === 'cohorts' ? asked : 'content'
  return (
    <>
      <ManagedHead course={course} actions={actions} />
      <SegmentedControl<Part>
        className="authoring-parts"
        label={text.parts}
        value={part}
        onChange={(next) => setSearch(next === 'content' ? {} : { part: next })}
        options={[
          { value: 'content', label: text.content },
          { value: 'sales', label: text.salesPage },
          { value: 'cohorts', label: text.cohorts },
        ]}
      />
      {part !== 'content' ? (
        <Suspense
          fallback={
            <Loading label={common.loading}>
              <SkeletonRows count={4} />
            </Loading>
          }
        >
          {parts[part](course)}
        </Suspense>
      ) : (
        <>
          {hasSomethingToStudy(course) ? null : <NothingPublished course={course} />}
          {notices}
          <ShareChecklist course={course} />
          <Contents course={course} />
        </>
      )}
    </>
  )
}

function ManagedHead({ course, actions }: { course: CourseDetail; actions: ReactNode }) {
  const text = useText(authoringMessages)
  const common = useText(platformMessages)
  const items = course.contents.flatMap(({ resources }) => resources)
  const drafts = [...course.contents, ...items].filter(({ isPublished }) => !isPublished).length
  return (
    <header className="authoring-head">
      <Breadcrumb
        as={Link}
        label={text.breadcrumb}
        places={[['/admin?tab=courses', text.yourCourses]]}
        current={text.manage}
      />
      <h1 className="ap-h2">{course.title}</h1>
      <div className="authoring-head-row">
        <div className="authoring-facts">
          <CoursePrice course={course} freeLabel={common.free} />
          {course.state ? (
            <Badge tone={course.state === 'draft' ? 'info' : 'neutral'}>
              {course.state === 'draft' ? text.draft : text.archived}
            </Badge>
          ) : (
            <Badge icon={course.isPrivate ? 'lock' : 'globe'}>
              {course.isPrivate ? text.private : text.public}
            </Badge>
          )}
          <span className="text-sm text-secondary">{text.students(course.studentCount)}</span>
          <span className="text-sm text-secondary">{text.outline(course.contents.length, items.length)}</span>
          {drafts > 0 ? <Badge>{text.drafts(drafts)}</Badge> : null}
        </div>
        <div className="authoring-actions">
          <LinkButton as={Link} to={`/sp/${course.id}/`} size="sm" iconEnd="arrow-right">
            {text.viewSalesPage}
          </LinkButton>
          <ShareButton course={course} />
          <PreviewMenu courseId={course.id} />
          <LinkButton as={Link} to={`/course/${course.id}/people`} size="sm">
            {text.learners}
          </LinkButton>
          {course.state ? null : <CoursePeople courseId={course.id} isPrivate={course.isPrivate} />}
          {actions}
        </div>
      </div>
    </header>
  )
}

function NothingPublished({ course }: { course: CourseDetail }) {
  const text = useText(authoringMessages)
  const states = useText(statesMessages)
  const change = useStateChange(course)
  const forSale = course.price > 0 ? text.soldMeanwhile : text.joinMeanwhile
  // A course with learners cannot become a draft.
  const mayBecomeDraft = course.state === undefined && course.studentCount === 0
  return (
    <Notice
      tone={course.state ? 'info' : 'warning'}
      quiet
      link={
        mayBecomeDraft ? (
          <Button
            size="sm"
            busy={change.isPending}
            busyLabel={states.unpublish}
            onClick={() => change.mutate({ state: 'draft' })}
          >
            {states.unpublish}
          </Button>
        ) : null
      }
    >
      <b>{text.nothingPublished}</b> {text.nothingPublishedHint}{' '}
      {course.state ? null : (
        <>
          {course.isPrivate ? text.enrollMeanwhile : forSale} {mayBecomeDraft ? text.twoWaysOut : null}
        </>
      )}
    </Notice>
  )
}

/** Shows the list of modules and the panel of the chosen one. The address names the module, or one of its resources. */
function Contents({ course }: { course: CourseDetail }) {
  const panel = useRef<HTMLDivElement>(null)
  const [search, setSearch] = useSearchParams()
  const shownResource = Number(search.get('resource') ?? 0)
  const module =
    course.contents.find(({ id }) => String(id) === search.get('module')) ??
    course.contents.find(({ resources }) => resources.some(({ id }) => id === shownResource)) ??
    null
  useEffect(() => {
    if (shownResource > 0) panel.current?.scrollIntoView({ block: 'nearest' })
  }, [shownResource])
  const select = (moduleId: number | null) => {
    setSearch(moduleId === null ? {} : { module: String(moduleId) }, { replace: true })
    // On a phone the panel is below the list.
    if (moduleId !== null) panel.current?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <OutlineProvider courseId={course.id} modules={course.contents}>
      <div className="authoring-columns">
        <ModuleList
          courseId={course.id}
          modules={course.contents}
          selected={module?.id ?? null}
          onSelect={select}
        />
        <div ref={panel} className="authoring-panel">
          <ModulePanel courseId={course.id} module={module} hasScratchpad={course.hasScratchpad ?? true} />
        </div>
      </div>
      <FileDropZone courseId={course.id} modules={course.contents} selected={module} onSelect={select} />
      <SelectionWhileSelecting />
    </OutlineProvider>
  )
}

function SelectionWhileSelecting() {
  return useIsSelecting() ? <SelectionBar /> : null
}
