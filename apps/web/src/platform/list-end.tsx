import { LoadMore } from '@apogee/ui/pagination.tsx'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFailureText } from './failure-text.ts'
import { platformMessages } from './messages.en.ts'
import { useText } from './messages.ts'

/** The end of a list that grows: its next page, or why that did not come. What is shown already stays. */
export function ListEnd({
  list,
  status,
  label,
}: {
  list: Pick<
    UseInfiniteQueryResult,
    'error' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
  >
  status: ReactNode
  label: string
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
      {...(list.hasNextPage && { onMore: () => void list.fetchNextPage() })}
    />
  )
}
