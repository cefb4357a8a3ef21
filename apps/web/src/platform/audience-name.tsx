import type { Audience } from '@apogee/contracts/enrolments/audiences.ts'
import { audienceMessages } from './audience-messages.en.ts'
import { useText } from './messages.ts'

/** `For January intake`; nothing for what is for everybody. */
export function AudienceName({ audience }: { audience: Audience | undefined }) {
  const text = useText(audienceMessages)
  if (!audience) return null
  const { cohortName, isRemoved } = audience
  return (
    <span>
      {cohortName === null
        ? text.forWithoutCohort
        : isRemoved
          ? text.forRemoved(cohortName)
          : text.forCohort(cohortName)}
    </span>
  )
}
