import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { achievementsQuery } from '#web/features/achievements/api/achievements.ts'
import { learningMessages } from '#web/features/learning/messages/learning.en.ts'
import { useText } from '#web/platform/language/messages.ts'

const milestones = ['3', '7', '30'] as const

/** The streak that was named last, because a second lesson of the same day does not reach it again. */
let named: number | null = null

/** Says in one sentence that a completed lesson has reached a streak of 3, 7 or 30 days. Mount it when a lesson is completed. */
export function StreakNotice({ userId }: { userId: number }) {
  const text = useText(learningMessages)
  const notify = useNotify()
  const { data, isFetching } = useQuery(achievementsQuery(userId))
  const { days = 0, isToday = false } = data?.data.streak ?? {}
  const milestone = milestones.find((one) => Number(one) === days)
  const sentence = milestone && isToday && !isFetching ? text[`streak:${milestone}`] : null
  useEffect(() => {
    if (sentence === null || named === days) return
    named = days
    notify({ text: sentence })
  }, [sentence, days, notify])
  return null
}
