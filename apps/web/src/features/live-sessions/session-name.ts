import type { LiveSession } from '@apogee/contracts/live-sessions/live-sessions.ts'
import { useText } from '#web/platform/language/messages.ts'
import { liveSessionsMessages } from './messages/live-sessions.en.ts'

/** Returns a name such as `Kick-off (January intake)`, because sessions for several audiences may have the same title. */
export function useSessionName(): (session: LiveSession) => string {
  const { withoutCohort } = useText(liveSessionsMessages)
  return ({ title, audience }) => (audience ? `${title} (${audience.cohortName ?? withoutCohort})` : title)
}
