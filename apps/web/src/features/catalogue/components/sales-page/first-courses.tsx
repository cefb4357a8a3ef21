/** Shows the prerequisites on the sales page. The module loads for courses with prerequisites only. */
import type { SalesInfo } from '@apogee/contracts/catalogue/catalogue.ts'
import { isFree } from '@apogee/domain/money/money.ts'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { unmetPrerequisitesOf } from '#web/shared/buying/unmet-prerequisites.ts'
import { startLabels } from '#web/shared/buying/start-labels.ts'
import { prerequisiteNoticeMessages } from '#web/shared/buying/prerequisite-notice.en.ts'
import { PrerequisiteNotice } from '#web/shared/buying/prerequisite-notice.tsx'
import { PrerequisiteList } from '#web/shared/buying/prerequisite-list.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useStore } from '#web/platform/session/store.ts'
import type { Standing } from './purchase-panel.tsx'

interface FirstProps {
  course: SalesInfo['course']
  standing: Standing
}

/** Maps what the viewer can do to the text that says how to continue before the prerequisites are completed. */
const sentences: Partial<Record<Standing, 'buyNow' | 'enrollNow' | 'openThen'>> = {
  enrolled: 'openThen',
  invited: 'enrollNow',
  free: 'enrollNow',
  paid: 'buyNow',
  preview: 'buyNow',
}

/** Names the prerequisites in one sentence. It renders nothing for a course without prerequisites. */
export function FirstSentence({ course, standing }: FirstProps) {
  const then = sentences[standing === 'preview' && isFree(course) ? 'free' : standing]
  const start = useStore(startLabels).get(course.id)
  const period = course.access && (course.hasCohorts && start ? 'start' : 'now')
  return <PrerequisiteNotice first={unmetPrerequisitesOf(course)} then={then} period={period} />
}

/** Lists each prerequisite with the viewer's state, in the panel above the buttons. */
export function FirstCourses({ course, standing }: FirstProps) {
  return (
    <div className="grid gap-4" data-first="">
      {unmetPrerequisitesOf(course).length > 0 ? (
        <Notice tone="info" quiet>
          <FirstSentence course={course} standing={standing} />
        </Notice>
      ) : null}
      <PrerequisiteList prerequisites={course.prerequisites ?? []} />
    </div>
  )
}

/** Appears in the phone's bar, before the chosen start or the access length. */
export function FirstNote({
  last,
  ...course
}: Pick<SalesInfo['course'], 'prerequisites'> & { last: string | null }) {
  const text = useText(prerequisiteNoticeMessages)
  const first = unmetPrerequisitesOf(course).length
  return first > 0 ? [text.completeSome(first), ...(last === null ? [] : [last])].join(' · ') : last
}
