import { videoIcon } from '@apogee/ui/icons/more-icons.ts'
import { useQuery } from '@tanstack/react-query'
import { timeInWords } from '#web/platform/language/dates.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { TodayRow } from '#web/shared/today/today-row.tsx'
import { goalQuery } from '../api/goals.ts'
import { todayMessages } from '../messages/today.en.ts'

/** Shows the live sessions that are under way or begin within a day. */
export function ComingSessions({ userId }: { userId: number }) {
  const text = useText(todayMessages)
  const language = useLanguage()
  const { data, dataUpdatedAt } = useQuery({ ...goalQuery(userId), refetchOnMount: false })
  return data?.sessions.map(({ id, courseId, courseTitle, title, startsAt }) => (
    <TodayRow
      key={id}
      icon={videoIcon}
      title={
        Date.parse(startsAt) <= dataUpdatedAt
          ? text.liveNow(title)
          : text.liveAt(timeInWords(startsAt, language), title)
      }
      hint={courseTitle}
      to={`/course/${courseId}?tab=announcements`}
    />
  ))
}

/** Shows the weekly goal while it is not reached and nothing was learned today. */
export function GoalOfWeek({ userId }: { userId: number }) {
  const text = useText(todayMessages)
  const { data: goal } = useQuery({ ...goalQuery(userId), refetchOnMount: false })
  if (!goal || goal.daysPerWeek === null) return null
  const learned = goal.week.filter(({ state }) => state === 'learned').length
  const isDoneToday = goal.week.some(({ isToday, state }) => isToday && state === 'learned')
  if (isDoneToday || learned >= goal.daysPerWeek) return null
  return (
    <TodayRow
      icon="check-circle"
      title={text.goalOfWeek(learned, goal.daysPerWeek)}
      hint={text.goalHint}
      to="/learning#weekly-goal-heading"
    />
  )
}
