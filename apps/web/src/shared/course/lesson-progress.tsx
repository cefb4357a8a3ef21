import {
  hasAllLessons,
  percentOf,
  type Done,
  type LessonCounts,
} from '@apogee/contracts/courses/course-progress.ts'
import { Progress } from '@apogee/ui/figures/progress.tsx'

/**
 * Draws the progress of one learner in one course, on every screen that shows it. With `modules`, the bar has one segment for each
 * module, filled by its completed items. The bar of a completed course is full, whatever is left as extra.
 */
export function LessonProgress({
  lessons,
  modules,
  label,
  valueText,
  className,
}: {
  lessons: LessonCounts
  modules?: readonly Done[] | undefined
  label: string
  valueText: string
  className?: string
}) {
  return (
    <Progress
      className={className}
      value={percentOf(lessons)}
      label={label}
      valueText={valueText}
      segments={hasAllLessons(lessons) ? modules?.map(({ total }) => ({ done: total, total })) : modules}
    />
  )
}
