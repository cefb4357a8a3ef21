import type { CourseDetail } from '@apogee/contracts/catalogue/catalogue.ts'
import { Button } from '@apogee/ui/button.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { Loading, Skeleton, SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { ErrorState } from '@apogee/ui/feedback/state.tsx'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, type ReactNode } from 'react'
import { Link, useSearchParams } from '#web/platform/router/router.tsx'
import { ApiError } from '#web/platform/transfer/client.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { Head } from '#web/platform/page/head.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import './authoring.css'
import { authoringMessages } from '../messages/authoring.en.ts'
import { FileDropZone } from './materials/file-drop-zone.tsx'
import { ModuleList } from './outline/module-list.tsx'
import { OutlineProvider, useIsSelecting } from './outline/outline-context.tsx'
import { RecallDialogs, type RecallDialog } from './outline/recall-dialogs.ts'
import { SelectionBar } from './outline/selection-bar.tsx'
import { ModulePanel } from './outline/module-panel.tsx'
import { statesMessages } from '../messages/selling/states.en.ts'
import { useStateChange } from '../api/course-state.ts'
import { managedCourseQuery } from '../api/authoring.ts'
import { rememberedModule, rememberModule } from '../remembered-modules.ts'
import { hasSomethingToStudy } from './sale/share-checklist.tsx'
import type { ManagedPart } from './workspace/workspace-places.ts'

/**
 * Implements docs/specification.md#course-content-management-coursecourseidmanage-instructoradmin below the header of the workspace.
 * `notices` are what other features say about the lessons; `parts` are the other parts of the page, `recallDialog` the editor of the
 * question after a video.
 */
export function CourseManager({
  courseId,
  part,
  notices,
  parts,
  recallDialog,
}: {
  /** `courseId` is 0 for an address without a valid course id. */
  courseId: number
  part: ManagedPart
  notices: (course: CourseDetail) => ReactNode
  parts: OtherParts
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
        <ManagedCourse course={course} part={part} notices={notices(course)} parts={parts} />
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

type OtherParts = Record<Exclude<ManagedPart, 'content'>, (course: CourseDetail) => ReactNode>

function ManagedCourse({
  course,
  part,
  notices,
  parts,
}: {
  course: CourseDetail
  part: ManagedPart
  notices: ReactNode
  parts: OtherParts
}) {
  const common = useText(platformMessages)
  if (part !== 'content')
    return (
      <Suspense
        fallback={
          <Loading label={common.loading}>
            <SkeletonRows count={4} />
          </Loading>
        }
      >
        {parts[part](course)}
      </Suspense>
    )
  return (
    <>
      {hasSomethingToStudy(course) ? null : <NothingPublished course={course} />}
      {notices}
      <Contents course={course} />
    </>
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

/**
 * Shows the list of modules and the panel of the chosen one. The address names the module, or one of its resources; without either,
 * the module stands there that this person has opened last.
 */
function Contents({ course }: { course: CourseDetail }) {
  const panel = useRef<HTMLDivElement>(null)
  const [search, setSearch] = useSearchParams()
  const viewer = useViewer()
  const shownResource = Number(search.get('resource') ?? 0)
  const named = search.get('module') ?? String(rememberedModule(viewer, course.id))
  const module =
    course.contents.find(({ resources }) => resources.some(({ id }) => id === shownResource)) ??
    course.contents.find(({ id }) => String(id) === named) ??
    null
  const moduleId = module?.id ?? null
  useEffect(() => {
    if (moduleId !== null) rememberModule(viewer, course.id, moduleId)
  }, [viewer, course.id, moduleId])
  useEffect(() => {
    if (shownResource > 0) panel.current?.scrollIntoView({ block: 'nearest' })
  }, [shownResource])
  const select = (next: number | null) => {
    if (next === null) rememberModule(viewer, course.id, null)
    setSearch(next === null ? {} : { module: String(next) }, { replace: true })
    // On a phone the panel is below the list.
    if (next !== null) panel.current?.scrollIntoView({ block: 'nearest' })
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
