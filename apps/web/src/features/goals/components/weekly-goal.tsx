import './goals.css'
import type { LearningGoal, WeekDay } from '@apogee/contracts/goals/goals.ts'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { Disclosure } from '@apogee/ui/feedback/disclosure.tsx'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Select } from '@apogee/ui/fields/select.tsx'
import { Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { LoadStates } from '#web/platform/failures/load-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { goalQuery, useSaveGoal } from '../api/goals.ts'
import { goalsMessages } from '../messages/goals.en.ts'
import { weekdays, type Weekday } from '../weekdays.ts'

const LearningPlan = lazyWithRetry(async () => (await import('./learning-plan.tsx')).LearningPlan)

/** Edits the learner's weekly goal in place, and shows the days of this week, in a section with a level 2 heading. */
export function WeeklyGoal({ userId }: { userId: number }) {
  const text = useText(goalsMessages)
  const goal = useQuery(goalQuery(userId))
  return (
    <section className="goal-place" aria-labelledby="weekly-goal-heading">
      <h2 className="ap-h3" id="weekly-goal-heading">
        {text.weeklyGoal}
      </h2>
      <LoadStates query={goal} skeleton={<Skeleton shape="block" />} failed={text.failed}>
        {(data) => <GoalPanel userId={userId} goal={data} />}
      </LoadStates>
    </section>
  )
}

function GoalPanel({ userId, goal }: { userId: number; goal: LearningGoal }) {
  const text = useText(goalsMessages)
  const failureText = useFailureText()
  const save = useSaveGoal(userId)
  // The code loads when the plan is first opened; typed input stays when it is closed.
  const [isOpened, setIsOpened] = useState(false)
  const { daysPerWeek, week } = goal
  const learned = week.filter(({ state }) => state === 'learned').length
  return (
    <div className="ap-panel goal" data-padded>
      <p className="goal-count" aria-live="polite">
        {daysPerWeek === null
          ? text.learned(learned)
          : learned >= daysPerWeek
            ? text.reached(learned, daysPerWeek)
            : text.learnedOf(learned, daysPerWeek)}
      </p>
      <ol className="goal-week" aria-label={text.thisWeek}>
        {weekdays.map((weekday, index) => {
          const day = week[index]
          return day ? <Day key={weekday} weekday={weekday} day={day} /> : null
        })}
      </ol>
      <Select
        label={text.goal}
        hint={text.lead}
        value={String(daysPerWeek ?? '')}
        options={[
          { value: '', label: text.noGoal },
          ...weekdays.map((_, index) => ({ value: String(index + 1), label: text.daysAWeek(index + 1) })),
        ]}
        onChange={({ target }) => save.mutate(target.value === '' ? null : Number(target.value))}
      />
      {save.isError ? <Notice tone="danger">{failureText(save.error, text.saveFailed)}</Notice> : null}
      <Disclosure
        title={text.planTitle}
        onToggle={({ currentTarget }) => setIsOpened((was) => was || currentTarget.open)}
      >
        {isOpened ? (
          <Suspense fallback={<Skeleton shape="block" />}>
            <LearningPlan userId={userId} goal={goal} />
          </Suspense>
        ) : null}
      </Disclosure>
    </div>
  )
}

function Day({ weekday, day: { state, isToday } }: { weekday: Weekday; day: WeekDay }) {
  const text = useText(goalsMessages)
  const stateText = isToday && state === 'to-come' ? text['state:today'] : text[`state:${state}`]
  return (
    <li data-state={state} aria-current={isToday ? 'date' : undefined}>
      <span aria-hidden="true">{text[`short:${weekday}`]}</span>
      <span className="goal-mark" aria-hidden="true">
        {state === 'learned' ? <Icon name="check" size="sm" /> : null}
      </span>
      <span className="vh">
        {text[`day:${weekday}`]}: {stateText}
      </span>
    </li>
  )
}
