/** Which learners of a course something is for: everybody, one cohort, or those without one. */
import type { Audience, AudienceChoice } from '@apogee/contracts/enrolments/audiences.ts'
import type { Cohort } from '@apogee/contracts/enrolments/cohorts.ts'
import { Select } from '@apogee/ui/select.tsx'
import { SkeletonRows } from '@apogee/ui/skeleton.tsx'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { minLength, pipe, string, transform } from 'zod/mini'
import { audienceChoiceMessages } from './audience-choice-messages.en.ts'
import { call } from './client.ts'
import { LoadStates } from './load-states.tsx'
import { useText } from './messages.ts'
import { useViewer } from './session.tsx'

export const everybody = 'everybody'

/** What the field holds, as a call takes it. */
export const audienceInForm = pipe(
  string().check(minLength(1, 'Please choose who it is for')),
  transform((value: string): AudienceChoice =>
    value === everybody || value === 'without-cohort' ? value : Number(value),
  ),
)

/** What a form about something for these learners holds. */
export const audienceFieldOf = (audience: Audience | undefined): string =>
  audience ? String(audience.cohortId ?? 'without-cohort') : everybody

type CohortsQuery = UseQueryResult<{ data: { cohorts: Cohort[] } }>

export function useCohortsOf(courseId: number, enabled: boolean): CohortsQuery {
  const viewer = useViewer()
  return useQuery({
    queryKey: ['cohorts', courseId, viewer],
    queryFn: ({ signal }) => call('listCohorts', { params: { id: courseId }, signal }),
    staleTime: 0,
    enabled,
  })
}

interface AudienceFieldProps extends Omit<ComponentProps<typeof Select>, 'label' | 'options'> {
  query: CohortsQuery
  drafted: string
  /** Of what is edited: a removed cohort can stay chosen. */
  stored?: Audience | undefined
}

/** Nothing for a course without cohorts, unless a draft names one. */
export function AudienceField({ query, drafted, stored, ...field }: AudienceFieldProps) {
  const text = useText(audienceChoiceMessages)
  return (
    <LoadStates query={query} skeleton={<SkeletonRows count={1} />} failed={text.loadFailed}>
      {({ data: { cohorts } }) =>
        cohorts.length === 0 && drafted === everybody ? null : (
          <Select
            {...field}
            label={text.for}
            options={[
              { value: everybody, label: text.everybody },
              ...cohorts.map(({ id, name }) => ({ value: String(id), label: name })),
              ...(stored?.isRemoved
                ? [{ value: audienceFieldOf(stored), label: text.removed(stored.cohortName ?? '') }]
                : []),
              { value: 'without-cohort', label: text.withoutCohort },
            ]}
          />
        )
      }
    </LoadStates>
  )
}

/** Names a choice, for a question about what somebody else has chosen. */
export function useAudienceWords(query: CohortsQuery): (choice: unknown) => string | undefined {
  const text = useText(audienceChoiceMessages)
  return (choice) => {
    if (choice === everybody) return text.everybody
    if (choice === 'without-cohort') return text.withoutCohort
    return query.data?.data.cohorts.find(({ id }) => id === choice)?.name
  }
}
