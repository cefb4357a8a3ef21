import { Loading } from '@apogee/ui/feedback/skeleton.tsx'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadFailure } from './load-failure.tsx'
import { platformMessages } from '../language/messages.en.ts'
import { useText } from '../language/messages.ts'

/** Renders the states of a query inside a page: loading, failed, and its data. A growing list uses `ListStates`. */
export function LoadStates<Data>({
  query,
  skeleton,
  failed,
  children,
}: {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isPending' | 'refetch'>
  skeleton: ReactNode
  failed: string
  children: (data: Data) => ReactNode
}) {
  const { loading } = useText(platformMessages)
  const { data, error, isPending, refetch } = query
  if (isPending) return <Loading label={loading}>{skeleton}</Loading>
  if (data === undefined) return <LoadFailure title={failed} error={error} onRetry={() => void refetch()} />
  return children(data)
}
