import './achievements.css'
import type { Achievements } from '@apogee/contracts/achievements/achievements.ts'
import { Progress } from '@apogee/ui/figures/progress.tsx'
import { Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { achievementsMessages } from '../messages/achievements.en.ts'
import { achievementsQuery } from '../api/achievements.ts'
import '@apogee/ui/figures/kpis.css'

/** Returns one of the user's achievements, or a dash while it is unknown. */
function useFigure(userId: number, figure: (achievements: Achievements) => ReactNode): ReactNode {
  const { data, isError } = useQuery(achievementsQuery(userId))
  if (data) return figure(data.data)
  return isError ? '–' : <Skeleton width={40} />
}

/** Renders one entry of a list of figures: the level as its term, and the XP below it. */
export function XpStat({ userId }: { userId: number }) {
  const text = useText(achievementsMessages)
  const { data } = useQuery(achievementsQuery(userId))
  return (
    <div>
      <dt>{data ? text.level(data.data.level) : text.levelAndXp}</dt>
      <dd>{useFigure(userId, ({ xp }) => text.xp(xp))}</dd>
    </div>
  )
}

export function DayStreakStat({ userId }: { userId: number }) {
  const text = useText(achievementsMessages)
  return (
    <div>
      <dt>{text.dayStreak}</dt>
      <dd>{useFigure(userId, ({ streak }) => text.days(streak.days))}</dd>
    </div>
  )
}

export function ScoreAndStreakPanels({ userId }: { userId: number }) {
  const text = useText(achievementsMessages)
  const score = useFigure(userId, ({ averageScore }) =>
    averageScore === null ? (
      <>
        <span aria-hidden="true">–</span>
        <span className="vh">{text.noScore}</span>
      </>
    ) : (
      text.percent(averageScore)
    ),
  )
  const streak = useFigure(userId, ({ streak: { days } }) => text.days(days))
  return (
    <>
      <div className="ap-panel ap-kpi">
        <dt>{text.averageScore}</dt>
        <dd data-value="">{score}</dd>
      </div>
      <div className="ap-panel ap-kpi">
        <dt>{text.dayStreak}</dt>
        <dd data-value="">{streak}</dd>
      </div>
    </>
  )
}

/** Shows the progress between two levels, and how to keep the streak. */
export function LevelPanel({ userId }: { userId: number }) {
  const text = useText(achievementsMessages)
  const { data, isPending } = useQuery(achievementsQuery(userId))
  if (isPending) return <Skeleton shape="block" />
  // The badges below use the same query and show its retry button.
  if (!data) return <p className="text-secondary">{text.failed}</p>
  const { xp, level, levelFrom, levelTo, streak } = data.data
  const ofLevel = text.ofLevel(xp - levelFrom, levelTo - levelFrom)
  const streakHint =
    streak.days === 0 ? text.streakNone : streak.isToday ? text.streakAlive : text.streakAtRisk
  return (
    <div className="ap-panel ach-level" data-padded>
      <p className="ach-level-line">
        <b>{text.level(level)}</b>
        <span>{text.xp(xp)}</span>
      </p>
      <Progress
        value={((xp - levelFrom) / (levelTo - levelFrom)) * 100}
        label={text.levelProgress(level + 1)}
        valueText={ofLevel}
      />
      <p className="ach-level-line text-sm text-secondary">
        <span>{ofLevel}</span>
        <span>{text.toNextLevel(levelTo - xp, level + 1)}</span>
      </p>
      <p className="text-sm text-secondary">
        {streakHint} {text.restDay}
      </p>
      <p className="text-sm text-secondary">{text.howToEarn}</p>
    </div>
  )
}
