import './achievements.css'
import type { Badge } from '@apogee/contracts/achievements/achievements.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Loading, SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { ErrorState } from '@apogee/ui/feedback/state.tsx'
import { useQuery } from '@tanstack/react-query'
import { dateInWords } from '#web/platform/language/dates.ts'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useRefusalText, useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { BadgeEmblem } from './badge-emblem.tsx'
import { achievementsMessages } from '../messages/achievements.en.ts'
import { achievementsQuery } from '../api/achievements.ts'

export function Badges({ userId }: { userId: number }) {
  const text = useText(achievementsMessages)
  const { loading, tryAgain } = useText(platformMessages)
  const refusalText = useRefusalText()
  const { data, error, isPending, refetch } = useQuery(achievementsQuery(userId))
  if (isPending) {
    return (
      <Loading label={loading}>
        <SkeletonRows count={4} />
      </Loading>
    )
  }
  if (!data) {
    return (
      <ErrorState
        title={text.failed}
        text={refusalText(error)}
        action={<Button onClick={() => void refetch()}>{tryAgain}</Button>}
      />
    )
  }
  const { badges } = data.data
  const earned = badges.filter(({ earnedAt }) => earnedAt !== null).length
  return (
    <>
      <p className="text-sm text-secondary">{text.earnedOf(earned, badges.length)}</p>
      <ul className="ach-badges">
        {badges.map((badge) => (
          <BadgeItem key={badge.key} badge={badge} />
        ))}
      </ul>
    </>
  )
}

function BadgeItem({ badge: { key, earnedAt, done, needed } }: { badge: Badge }) {
  const text = useText(achievementsMessages)
  const language = useLanguage()
  const isEarned = earnedAt !== null
  return (
    <li data-earned={isEarned || undefined}>
      <BadgeEmblem badge={key} isEarned={isEarned} />
      <div>
        <h3>{text[`name:${key}`]}</h3>
        <p>{text[`how:${key}`]}</p>
        <p className="ach-badge-state">
          {isEarned
            ? text.earnedOn(dateInWords(earnedAt, language))
            : needed > 1
              ? text.doneOf(done, needed)
              : text.notEarned}
        </p>
      </div>
    </li>
  )
}
