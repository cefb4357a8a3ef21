import { LoadMore } from '@apogee/ui/navigation/load-more.tsx'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { useFailureText } from '../failures/failure-text.ts'
import { platformMessages } from '../language/messages.en.ts'
import { useText } from '../language/messages.ts'

/** Ends a growing list with a link to the next page, or the reason why it could not be loaded. Shown rows stay. */
export function ListEnd({
  list,
  status,
  label,
  next,
}: {
  list: Pick<
    UseInfiniteQueryResult,
    'error' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
  >
  status: ReactNode
  label: string
  next?: string | undefined
}) {
  const { loading, tryAgain, moreFailed } = useText(platformMessages)
  const failureText = useFailureText()
  const hasFailed = list.isFetchNextPageError && !list.isFetchingNextPage
  return (
    <LoadMore
      status={status}
      label={list.isFetchNextPageError ? tryAgain : label}
      busy={list.isFetchingNextPage}
      busyLabel={loading}
      {...(hasFailed && { error: failureText(list.error, moreFailed) })}
      next={next === undefined ? undefined : { as: Link, to: next }}
      {...(list.hasNextPage && { onMore: () => void list.fetchNextPage() })}
    />
  )
}
