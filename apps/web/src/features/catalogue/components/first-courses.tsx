/** What must be completed first, on the sales page. Loaded for courses that come after others. */
import type { SalesInfo } from '@apogee/contracts/catalogue/catalogue.ts'
import { isFree } from '@apogee/domain/money.ts'
import { Notice } from '@apogee/ui/notice.tsx'
import { awaitedOf } from '#web/platform/awaited.ts'
import { shownStarts } from '#web/platform/chosen-starts.ts'
import { completeFirstMessages } from '#web/platform/complete-first.en.ts'
import { CompleteFirst } from '#web/platform/complete-first.tsx'
import { PrerequisiteList } from '#web/platform/prerequisite-list.tsx'
import { useText } from '#web/platform/messages.ts'
import { useStore } from '#web/platform/store.ts'
import type { Standing } from './purchase-panel.tsx'

interface FirstProps {
  course: SalesInfo['course']
  standing: Standing
}

/** What the viewer can do before the other courses are completed. */
const sentences: Partial<Record<Standing, 'buyNow' | 'enrollNow' | 'openThen'>> = {
  enrolled: 'openThen',
  invited: 'enrollNow',
  free: 'enrollNow',
  paid: 'buyNow',
  preview: 'buyNow',
}

/** What must be completed first; nothing without any. */
export function FirstSentence({ course, standing }: FirstProps) {
  const then = sentences[standing === 'preview' && isFree(course) ? 'free' : standing]
  const start = useStore(shownStarts).get(course.id)
  const period = course.access && (course.hasCohorts && start ? 'start' : 'now')
  return <CompleteFirst first={awaitedOf(course)} then={then} period={period} />
}

/** In the panel above the buttons, with each course and the viewer's state. */
export function FirstCourses({ course, standing }: FirstProps) {
  return (
    <div className="grid gap-4" data-first="">
      {awaitedOf(course).length > 0 ? (
        <Notice tone="info" quiet>
          <FirstSentence course={course} standing={standing} />
        </Notice>
      ) : null}
      <PrerequisiteList prerequisites={course.prerequisites ?? []} />
    </div>
  )
}

/** In the bar of a phone, before the chosen start or the access length. */
export function FirstNote({
  last,
  ...course
}: Pick<SalesInfo['course'], 'prerequisites'> & { last: string | null }) {
  const text = useText(completeFirstMessages)
  const first = awaitedOf(course).length
  return first > 0 ? [text.completeSome(first), ...(last === null ? [] : [last])].join(' · ') : last
}
