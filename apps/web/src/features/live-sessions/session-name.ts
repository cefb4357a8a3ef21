import type { LiveSession } from '@apogee/contracts/live-sessions/live-sessions.ts'

/** `Kick-off (January intake)`: sessions of several cohorts may have the same title. */
export const sessionName = ({ title, audience }: LiveSession): string =>
  audience?.cohortName ? `${title} (${audience.cohortName})` : title
