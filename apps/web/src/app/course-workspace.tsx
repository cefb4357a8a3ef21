import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import type { ComponentProps } from 'react'
import { CourseWorkspace as Workspace } from '#web/features/courses/components/workspace/course-workspace.tsx'

export const CertificateRuleDialog = lazyOnPress(
  async () =>
    (await import('#web/features/achievements/components/certificate-rule-dialog.tsx')).CertificateRuleDialog,
)

/** Joins the workspace of a course with the dialogs of other features in its menu. */
export function CourseWorkspace(props: Omit<ComponentProps<typeof Workspace>, 'certificateDialog'>) {
  return (
    <Workspace
      {...props}
      certificateDialog={(course, onClose) => (
        <CertificateRuleDialog courseId={course.id} courseTitle={course.title} onClose={onClose} />
      )}
    />
  )
}
