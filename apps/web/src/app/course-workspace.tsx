import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { handInsQuery } from '#web/features/assessments/grading/hand-ins-api.ts'
import { discussionsQuery } from '#web/features/community/api/community.ts'
import {
  CourseWorkspace as Workspace,
  TabCount,
} from '#web/features/courses/components/workspace/course-workspace.tsx'
import { workspaceMessages } from '#web/features/courses/messages/workspace.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { totalOf } from '#web/platform/language/numbers.ts'
import { useViewer } from '#web/platform/session/session.tsx'

export const CertificateRuleDialog = lazyOnPress(
  async () =>
    (await import('#web/features/achievements/components/certificate-rule-dialog.tsx')).CertificateRuleDialog,
)

/** Joins the workspace of a course with dialogs and counts of other features. */
export function CourseWorkspace(
  props: Omit<ComponentProps<typeof Workspace>, 'certificateDialog' | 'counts'>,
) {
  const { courseId } = props
  return (
    <Workspace
      {...props}
      counts={{ questions: <Unanswered courseId={courseId} />, grades: <ToGrade courseId={courseId} /> }}
      certificateDialog={(course, onClose) => (
        <CertificateRuleDialog courseId={course.id} courseTitle={course.title} onClose={onClose} />
      )}
    />
  )
}

function Unanswered({ courseId }: { courseId: number }) {
  const text = useText(workspaceMessages)
  const filter = { place: { courseId }, search: '', only: 'unanswered' } as const
  const meta = useInfiniteQuery(discussionsQuery(filter, useViewer())).data?.pages[0]?.meta
  const count = meta ? totalOf(meta) : 0
  return count === 0 ? null : <TabCount count={count} inWords={text.unanswered(count)} />
}

function ToGrade({ courseId }: { courseId: number }) {
  const text = useText(workspaceMessages)
  const count = useQuery(handInsQuery(courseId, 'waiting', useViewer())).data?.data.waiting ?? 0
  return count === 0 ? null : <TabCount count={count} inWords={text.toGrade(count)} />
}
