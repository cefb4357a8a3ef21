import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { useParams } from '#web/platform/router/router.tsx'
import { CourseStateActions } from '#web/features/courses/components/people/course-state-actions.tsx'
import { EditCourseDetails } from '#web/features/courses/components/edit-course-details.tsx'
import { CopySalesLink } from '#web/features/courses/components/sale/sales-link.tsx'
import { CourseManager } from '#web/features/courses/components/course-manager.tsx'
import { PackageTroubles } from '#web/features/scorm/components/package-troubles.tsx'

const SalesContentEditor = lazyWithRetry(
  async () =>
    (await import('#web/features/courses/components/sale/sales-content-editor.tsx')).SalesContentEditor,
)

const CohortsEditor = lazyWithRetry(
  async () => (await import('#web/features/enrolments/components/cohorts-editor.tsx')).CohortsEditor,
)

const CertificateRuleDialog = lazyOnPress(
  async () =>
    (await import('#web/features/achievements/components/certificate-rule-dialog.tsx')).CertificateRuleDialog,
)

const RecallDialog = lazyOnPress(
  async () => (await import('#web/features/assessments/recall/recall-dialog.tsx')).RecallDialog,
)

export function Component() {
  const { courseId = '' } = useParams()
  return (
    <CourseManager
      courseId={/^\d{1,15}$/.test(courseId) ? Number(courseId) : 0}
      actions={(course) => (
        <>
          {course.state === undefined ? <CopySalesLink courseId={course.id} /> : null}
          <EditCourseDetails course={course} />
          <CourseStateActions
            course={course}
            certificateDialog={(onClose) => (
              <CertificateRuleDialog courseId={course.id} courseTitle={course.title} onClose={onClose} />
            )}
          />
        </>
      )}
      notices={({ id, contents }) =>
        contents.some(({ resources }) => resources.some(({ isPackage }) => isPackage)) ? (
          <PackageTroubles courseId={id} />
        ) : null
      }
      salesPage={(course) => <SalesContentEditor courseId={course.id} />}
      cohorts={(course) => <CohortsEditor courseId={course.id} />}
      recallDialog={(props) => <RecallDialog {...props} />}
    />
  )
}
