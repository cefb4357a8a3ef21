import { SearchField } from '@apogee/ui/search-field.tsx'
import { Loading, SkeletonRows } from '@apogee/ui/skeleton.tsx'
import { EmptyState } from '@apogee/ui/state.tsx'
import { Table } from '@apogee/ui/table.tsx'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dayInKualaLumpur } from '#web/platform/dates.ts'
import { ListEnd } from '#web/platform/list-end.tsx'
import { LoadFailure } from '#web/platform/load-failure.tsx'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useText } from '#web/platform/messages.ts'
import { oversightMessages } from './messages.en.ts'
import { businessesQuery } from './queries.ts'
import { useRested } from './rested.ts'

export function BusinessesTab() {
  const text = useText(oversightMessages)
  const common = useText(platformMessages)
  const [search, setSearch] = useState('')
  const rested = useRested(search.trim())
  const list = useInfiniteQuery({ ...businessesQuery(rested), placeholderData: keepPreviousData })
  const businesses = list.data?.pages.flatMap((page) => page.data) ?? []
  const total = list.data?.pages[0]?.meta.total ?? 0
  return (
    <section className="ap-panel" data-clip="" aria-label={text.businesses}>
      <div className="ap-toolbar">
        <SearchField
          label={text.searchBusinesses}
          placeholder={text.searchBusinesses}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      {list.isPending ? (
        <Loading label={common.loading}>
          <SkeletonRows />
        </Loading>
      ) : !list.data ? (
        <LoadFailure
          className="oversight-state"
          title={text.businessesFailed}
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      ) : businesses.length === 0 ? (
        <EmptyState
          className="oversight-state"
          title={rested ? text.noMatch : text.noBusinesses}
          text={rested ? text.noMatchHint : text.noBusinessesHint}
        />
      ) : (
        <>
          <Table
            caption={text.businesses}
            rows={businesses}
            rowKey={({ id }) => id}
            columns={[
              { id: 'name', header: text.business, phone: 'main', cell: ({ name }) => <b>{name}</b> },
              {
                id: 'people',
                header: text.people,
                align: 'end',
                phoneLabel: text.people,
                cell: ({ people }) => people,
              },
              {
                id: 'courses',
                header: text.courses,
                align: 'end',
                phoneLabel: text.courses,
                cell: ({ courses }) => courses,
              },
              {
                id: 'since',
                header: text.since,
                align: 'end',
                phoneLabel: text.since,
                cell: ({ createdAt }) => dayInKualaLumpur(createdAt),
              },
            ]}
          />
          <ListEnd
            list={list}
            status={
              businesses.length < total ? text.shownOf(businesses.length, total) : text.businessCount(total)
            }
            label={text.more}
          />
        </>
      )}
    </section>
  )
}
