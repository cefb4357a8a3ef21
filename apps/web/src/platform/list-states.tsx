import { Loading, SkeletonRows } from '@apogee/ui/skeleton.tsx'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ListEnd } from './list-end.tsx'
import { LoadFailure } from './load-failure.tsx'
import { platformMessages } from './messages.en.ts'
import { useText } from './messages.ts'

type GrowingList<Row> = UseInfiniteQueryResult<
  InfiniteData<{ data: readonly Row[]; meta: { total: number } }>
>

/** The states of a growing list: loading, failed, empty, its rows and its end. */
export function ListStates<Row>({
  list,
  skeletons,
  failed,
  titleAs,
  empty,
  shownOf,
  counted,
  more,
  children,
}: {
  list: GrowingList<Row>
  /** Skeleton rows while loading. */
  skeletons?: number
  /** Shown when loading failed. */
  failed: string
  titleAs?: 'h2' | 'h3'
  /** Shown when there are no rows. */
  empty: ReactNode
  shownOf: (shown: number, total: number) => string
  /** Shown at the end of a complete list; absent: a complete list shows no end. */
  counted?: (total: number) => string
  /** Label for loading the next page. */
  more: string
  children: (rows: readonly Row[]) => ReactNode
}) {
  const { loading } = useText(platformMessages)
  if (list.isPending) {
    return (
      <Loading label={loading}>
        <SkeletonRows count={skeletons} />
      </Loading>
    )
  }
  if (!list.data) {
    return (
      <LoadFailure titleAs={titleAs} title={failed} error={list.error} onRetry={() => void list.refetch()} />
    )
  }
  const rows = list.data.pages.flatMap((page) => page.data)
  const total = list.data.pages[0]?.meta.total ?? rows.length
  if (rows.length === 0) return empty
  return (
    <>
      {children(rows)}
      {list.hasNextPage || counted ? (
        <ListEnd
          list={list}
          status={rows.length < total || !counted ? shownOf(rows.length, total) : counted(total)}
          label={more}
        />
      ) : null}
    </>
  )
}
