import type { Audience } from '@apogee/contracts/enrolments/audiences.ts'
import { audienceChoiceMessages } from './audience-choice-messages.en.ts'
import { audienceMessages } from './audience-messages.en.ts'
import { useText } from './messages.ts'

/** `For January intake`; nothing for what is for everybody. */
export function AudienceName({ audience }: { audience: Audience | undefined }) {
  const text = useText(audienceMessages)
  if (!audience) return null
  const { cohortName, isRemoved } = audience
  if (cohortName === null) return <span>{text.forWithoutCohort}</span>
  return isRemoved ? <RemovedCohort name={cohortName} /> : <span>{text.forCohort(cohortName)}</span>
}

/** Only the people of the course see it, so its texts are those of sellers. */
function RemovedCohort({ name }: { name: string }) {
  const text = useText(audienceChoiceMessages)
  return <span>{text.forRemoved(name)}</span>
}
