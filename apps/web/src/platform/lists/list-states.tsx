import { Button } from '@apogee/ui/button.tsx'
import { Loading, SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { EmptyState, type EmptyStateProps } from '@apogee/ui/feedback/state.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ListEnd } from './list-end.tsx'
import { Link } from '../router/router.tsx'
import { LoadFailure } from '../failures/load-failure.tsx'
import { platformMessages } from '../language/messages.en.ts'
import { useText } from '../language/messages.ts'
import { totalOf, type Count } from '../language/numbers.ts'

type GrowingList<Row> = UseInfiniteQueryResult<
  InfiniteData<{ data: readonly Row[]; meta: { total: number; totalIsCapped?: true | undefined } }>
>

export interface ListStatesProps<Row> {
  list: GrowingList<Row>
  skeletons?: ReactNode
  failed: string | ((error: unknown) => string)
  /** Returns the reason that LoadFailure shows instead of its own. */
  why?: (error: unknown) => string
  titleAs?: 'h2' | 'h3'
  empty: ReactNode
  shownOf: (shown: number, total: Count) => string
  /** Returns the line at the end of a complete list. Without it, a complete list has no such line. */
  counted?: (total: number) => string
  /** `more` labels the link that loads the next page. */
  more: string
  children: (rows: readonly Row[]) => ReactNode
}

/** Renders the states of a growing list: loading, failed, empty, its rows and its end. */
export function ListStates<Row>({
  list,
  skeletons,
  failed,
  why,
  titleAs,
  empty,
  shownOf,
  counted,
  more,
  children,
}: ListStatesProps<Row>) {
  const { loading } = useText(platformMessages)
  if (list.isPending) {
    return (
      <Loading label={loading}>
        {typeof skeletons === 'object' ? skeletons : <SkeletonRows count={Number(skeletons ?? 5)} />}
      </Loading>
    )
  }
  if (!list.data) {
    return (
      <LoadFailure
        titleAs={titleAs}
        title={typeof failed === 'string' ? failed : failed(list.error)}
        why={why?.(list.error)}
        error={list.error}
        onRetry={() => void list.refetch()}
      />
    )
  }
  const rows = list.data.pages.flatMap((page) => page.data)
  const [first] = list.data.pages
  const total = first ? totalOf(first.meta, rows.length, !list.hasNextPage) : rows.length
  if (rows.length === 0) return empty
  return (
    <>
      {children(rows)}
      {list.hasNextPage || counted ? (
        <ListEnd
          list={list}
          status={
            typeof total === 'string' || rows.length < total || !counted
              ? shownOf(rows.length, total)
              : counted(total)
          }
          label={more}
        />
      ) : null}
    </>
  )
}

/** Shows that a list's filter matches nothing. */
export function NoMatch({
  words: { noMatch, noMatchHint, showAll },
  onShowAll,
}: {
  words: { noMatch: string; noMatchHint: string; showAll: string }
  onShowAll: () => void
}) {
  return (
    <EmptyState
      titleAs="h2"
      title={noMatch}
      text={noMatchHint}
      action={<Button onClick={onShowAll}>{showAll}</Button>}
    />
  )
}

/** Tells that a list is empty, and links to the place where its first entry can be found or created. */
export const EmptyWithLink = ({
  to,
  action,
  variant,
  ...state
}: Omit<EmptyStateProps, 'action'> & { to: string; action: string; variant?: 'primary' }) => (
  <EmptyState
    {...state}
    action={
      <LinkButton as={Link} to={to} variant={variant}>
        {action}
      </LinkButton>
    }
  />
)
