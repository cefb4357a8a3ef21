/** Defines the audience within a course: all learners, one cohort, or learners without a cohort. */
import type { Audience, AudienceChoice } from '@apogee/contracts/enrolments/audiences.ts'
import type { Cohort } from '@apogee/contracts/enrolments/cohorts.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { Select } from '@apogee/ui/fields/select.tsx'
import { Loading, Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { minLength, pipe, string, transform } from 'zod/mini'
import { audienceChoiceMessages } from './audience-choice-messages.en.ts'
import { call } from '../../platform/transfer/client.ts'
import { platformMessages } from '../../platform/language/messages.en.ts'
import { useText } from '../../platform/language/messages.ts'
import { useViewer } from '../../platform/session/session.tsx'

export const everybody = 'everybody'

/** Converts the field's value to the request's value. */
export const audienceInForm = pipe(
  string().check(minLength(1, 'Please choose who it is for')),
  transform((value: string): AudienceChoice =>
    value === everybody || value === 'without-cohort' ? value : Number(value),
  ),
)

/** Returns the form field's value for an audience. */
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
  /** `stored` is the audience of the edited item. A cohort that was removed meanwhile can stay chosen. */
  stored?: Audience | undefined
}

/** Renders nothing for a course without cohorts, unless a draft or the edited item refers to one. */
export function AudienceField({ query, drafted, stored, ...field }: AudienceFieldProps) {
  const text = useText(audienceChoiceMessages)
  const { loading } = useText(platformMessages)
  if (query.isPending)
    return (
      <Loading label={loading}>
        <Skeleton shape="button" className="w-full" />
      </Loading>
    )
  if (!query.data) return <LoadFailed query={query} />
  const { cohorts } = query.data.data
  if (cohorts.length === 0 && drafted === everybody && !stored) return null
  const removedName = cohorts.some(({ id }) => id === stored?.cohortId) ? null : (stored?.cohortName ?? null)
  return (
    <Select
      {...field}
      label={text.for}
      options={[
        { value: everybody, label: text.everybody },
        ...cohorts.map(({ id, name }) => ({ value: String(id), label: name })),
        ...(removedName === null
          ? []
          : [{ value: audienceFieldOf(stored), label: text.removed(removedName) }]),
        { value: 'without-cohort', label: text.withoutCohort },
      ]}
    />
  )
}

function LoadFailed({ query: { isFetching, refetch } }: { query: CohortsQuery }) {
  const text = useText(audienceChoiceMessages)
  const { tryAgain } = useText(platformMessages)
  return (
    <Notice tone="warning">
      {text.loadFailed}{' '}
      <Button variant="quiet" size="sm" busy={isFetching} onClick={() => void refetch()}>
        {tryAgain}
      </Button>
    </Notice>
  )
}

/** Names a choice in a conflict question. `stored` is the audience of the edited item. */
export function useAudienceWords(
  query: CohortsQuery,
  stored: Audience | undefined,
): (choice: unknown) => string {
  const text = useText(audienceChoiceMessages)
  return (choice) => {
    if (choice === everybody) return text.everybody
    if (choice === 'without-cohort') return text.withoutCohort
    const known = query.data?.data.cohorts.find(({ id }) => id === choice)
    if (known) return known.name
    // The cohort was removed, or it was added after the list of cohorts was read.
    return stored?.cohortName && stored.cohortId === choice
      ? text.removed(stored.cohortName)
      : text.anotherCohort
  }
}
