import type { CourseDetail } from '@apogee/contracts/catalogue/catalogue.ts'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { Suspense } from 'react'
import { useParams, useSearchParams } from '#web/platform/router/router.tsx'
import { CourseManager } from '#web/features/courses/components/course-manager.tsx'
import { managedPartOf, tabOfPart } from '#web/features/courses/components/workspace/workspace-places.ts'
import { CertificateRuleDialog, CourseWorkspace } from '../../course-workspace.tsx'

// Few courses have packages.
const PackageTroubles = lazyWithRetry(
  async () => (await import('#web/features/scorm/components/package-troubles.tsx')).PackageTroubles,
)

// The code of each part loads when the part is opened.
const OverviewPart = lazyWithRetry(
  async () => (await import('#web/features/courses/components/workspace/overview-part.tsx')).OverviewPart,
)
const PricingPart = lazyWithRetry(
  async () => (await import('#web/features/courses/components/workspace/pricing-part.tsx')).PricingPart,
)
const SettingsPart = lazyWithRetry(
  async () => (await import('#web/features/courses/components/workspace/settings-part.tsx')).SettingsPart,
)
const SalesContentEditor = lazyWithRetry(
  async () =>
    (await import('#web/features/courses/components/sale/sales-content-editor.tsx')).SalesContentEditor,
)
const CohortsEditor = lazyWithRetry(
  async () => (await import('#web/features/enrolments/components/cohorts-editor.tsx')).CohortsEditor,
)
const LiveSessions = lazyWithRetry(
  async () => (await import('#web/features/live-sessions/components/live-sessions.tsx')).LiveSessions,
)
const CourseAnnouncements = lazyWithRetry(
  async () =>
    (await import('#web/features/announcements/components/course-announcements.tsx')).CourseAnnouncements,
)
const CourseDiscussions = lazyWithRetry(
  async () =>
    (await import('#web/features/community/components/discussions/course-discussions.tsx')).CourseDiscussions,
)

const RecallDialog = lazyOnPress(
  async () => (await import('#web/features/assessments/recall/recall-dialog.tsx')).RecallDialog,
)

const parts = {
  overview: (course: CourseDetail) => (
    <OverviewPart
      course={course}
      news={
        <>
          <LiveSessions courseId={course.id} canManage />
          <CourseAnnouncements courseId={course.id} canManage />
        </>
      }
    />
  ),
  sales: (course: CourseDetail) => <SalesContentEditor courseId={course.id} />,
  pricing: (course: CourseDetail) => <PricingPart course={course} />,
  questions: (course: CourseDetail) => <CourseDiscussions courseId={course.id} canStudy canManage />,
  settings: (course: CourseDetail) => (
    <SettingsPart
      course={course}
      certificateDialog={(onClose) => (
        <CertificateRuleDialog courseId={course.id} courseTitle={course.title} onClose={onClose} />
      )}
    />
  ),
  cohorts: (course: CourseDetail) => <CohortsEditor courseId={course.id} />,
}

export function Component() {
  const { courseId = '' } = useParams()
  const [search] = useSearchParams()
  const id = /^\d{1,15}$/.test(courseId) ? Number(courseId) : 0
  const part = managedPartOf(search.get('part'))
  return (
    <CourseWorkspace courseId={id} tab={tabOfPart(part)} isHeading>
      <CourseManager
        courseId={id}
        part={part}
        notices={(course) =>
          course.contents.some(({ resources }) => resources.some(({ isPackage }) => isPackage)) ? (
            <Suspense>
              <PackageTroubles courseId={course.id} />
            </Suspense>
          ) : null
        }
        parts={parts}
        recallDialog={(props) => <RecallDialog {...props} />}
      />
    </CourseWorkspace>
  )
}
