import type { Audience } from '@apogee/contracts/enrolments/audiences.ts'
import { audienceChoiceMessages } from './audience-choice-messages.en.ts'
import { audienceMessages } from './audience-messages.en.ts'
import { useText } from '../../platform/language/messages.ts'

/** Renders the audience, such as `For January intake`. It renders nothing for an audience of all learners. */
export function AudienceName({ audience }: { audience: Audience | undefined }) {
  const text = useText(audienceMessages)
  if (!audience) return null
  const { cohortName, isRemoved } = audience
  if (cohortName === null) return <span>{text.forWithoutCohort}</span>
  return isRemoved ? <RemovedCohort name={cohortName} /> : <span>{text.forCohort(cohortName)}</span>
}

/** This component is shown only to people who manage the course, so it uses the texts of sellers. */
function RemovedCohort({ name }: { name: string }) {
  const text = useText(audienceChoiceMessages)
  return <span>{text.forRemoved(name)}</span>
}
