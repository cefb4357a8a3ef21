import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'
import { Button } from '@apogee/ui/button.tsx'
import '@apogee/ui/figures/rows.css'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { DueQuestions } from '#web/features/assessments/components/due-questions.tsx'
import { OpenAttempts } from '#web/features/assessments/components/open-attempts.tsx'
import { ComingSessions, GoalOfWeek } from '#web/features/goals/components/today-rows.tsx'
import { todayMessages } from '#web/features/goals/messages/today.en.ts'
import { CarryOn } from '#web/features/learning/components/carry-on.tsx'
import { useCarryOn } from '#web/features/learning/use-carry-on.ts'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import type { TodayState } from './use-today.ts'
import './today.css'

/** Leads the learner's pages: the lesson to go on with, and below it whatever else waits. Without either it shows nothing. */
export function Today({
  userId,
  courses,
  readAt,
  state: { hasFailed, retry },
}: {
  userId: number
  courses: readonly CatalogueCourse[]
  /** The list of courses was read at this time, in ms since 1970. */
  readAt: number
  state: TodayState
}) {
  const text = useText(todayMessages)
  const { tryAgain } = useText(platformMessages)
  const { course, waitingSecond } = useCarryOn(courses, readAt)
  return (
    <section className="today" aria-label={text.today}>
      {course ? <CarryOn course={course} waitingSecond={waitingSecond} /> : null}
      <ul className="ap-panel ap-rows today-rows" data-clip="" data-inset="" aria-label={text.alsoToday}>
        <OpenAttempts userId={userId} />
        <ComingSessions userId={userId} />
        <DueQuestions userId={userId} />
        <GoalOfWeek userId={userId} />
        {hasFailed ? (
          <li>
            <Icon name="alert" />
            <span>{text.partFailed}</span>
            <Button size="sm" onClick={retry}>
              {tryAgain}
            </Button>
          </li>
        ) : null}
      </ul>
    </section>
  )
}
