import { SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { useMutation, useQueryClient, type QueryKey, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadStates } from '#web/platform/failures/load-states.tsx'
import { ConfirmStep } from '#web/platform/forms/form-dialog.tsx'
import './settings.css'

/** Lists the ways of one kind in which the user signs in, such as passkeys. */
export function SignInWays<Way>({
  query,
  skeletons,
  words,
  children,
}: {
  query: Pick<UseQueryResult<{ data: readonly Way[] }>, 'data' | 'error' | 'isPending' | 'refetch'>
  skeletons: number
  words: { failed: string; none: string; noneHint: string }
  children: (way: Way) => ReactNode
}) {
  return (
    <LoadStates query={query} skeleton={<SkeletonRows count={skeletons} />} failed={words.failed}>
      {({ data }) =>
        data.length === 0 ? (
          <EmptyState title={words.none} text={words.noneHint} />
        ) : (
          <ul className="settings-sessions">{data.map(children)}</ul>
        )
      }
    </LoadStates>
  )
}

/** Removes a way to sign in after a confirmation. The removal may end sessions. */
export function RemoveWay({
  name,
  remove,
  queryKey,
  text,
  words,
  onClose,
}: {
  name: string
  remove: () => Promise<unknown>
  queryKey: QueryKey
  text: string
  words: {
    removeTitle: (name: string) => string
    remove: string
    removing: string
    removeFailed: string
    removed: (name: string) => string
  }
  onClose: () => void
}) {
  const queries = useQueryClient()
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: () =>
      Promise.all([queryKey, ['sessions']].map((key) => queries.invalidateQueries({ queryKey: key }))),
  })
  return (
    <ConfirmStep
      step={removal}
      tone="danger"
      title={words.removeTitle(name)}
      text={text}
      action={words.remove}
      busyLabel={words.removing}
      failed={words.removeFailed}
      notice={() => words.removed(name)}
      onClose={onClose}
    />
  )
}
