import { Badges } from '#web/features/achievements/components/badges.tsx'
import { Certificates } from '#web/features/achievements/components/certificates.tsx'
import { LevelPanel, ScoreAndStreakPanels } from '#web/features/achievements/components/level.tsx'
import { achievementsMessages } from '#web/features/achievements/messages/achievements.en.ts'
import { WeeklyGoal } from '#web/features/goals/components/weekly-goal.tsx'
import { Profile } from '#web/features/accounts/components/settings/profile.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useSession } from '#web/platform/session/session.tsx'

export function Component() {
  const text = useText(achievementsMessages)
  const { user } = useSession()
  return user ? (
    <Profile
      user={user}
      figures={<ScoreAndStreakPanels userId={user.id} />}
      aside={
        <>
          <section aria-labelledby="level-heading">
            <h2 className="ap-h3" id="level-heading">
              {text.levelAndXp}
            </h2>
            <LevelPanel userId={user.id} />
          </section>
          <WeeklyGoal userId={user.id} />
          <Certificates userId={user.id} />
        </>
      }
    >
      <section aria-labelledby="achievements-heading">
        <h2 className="ap-h3" id="achievements-heading">
          {text.achievements}
        </h2>
        <Badges userId={user.id} />
      </section>
    </Profile>
  ) : null
}
