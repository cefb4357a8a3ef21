import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import { SearchField } from '@apogee/ui/fields/search-field.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { Table } from '@apogee/ui/figures/table.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDebouncedValue } from '#web/platform/lists/use-debounced-value.ts'
import { ListStates } from '#web/platform/lists/list-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { Link } from '#web/platform/router/router.tsx'
import { oversightMessages } from '../../messages/oversight.en.ts'
import { businessesQuery } from '../../api/oversight.ts'
import '@apogee/ui/navigation/toolbar.css'

export function BusinessesTab() {
  const text = useText(oversightMessages)
  const [search, setSearch] = useState('')
  const rested = useDebouncedValue(search.trim())
  const list = useInfiniteQuery(businessesQuery(rested))
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
      <ListStates
        list={list}
        failed={text.businessesFailed}
        empty={
          <EmptyState
            title={rested ? text.noMatch : text.noBusinesses}
            text={rested ? text.noMatchHint : text.noBusinessesHint}
          />
        }
        shownOf={text.shownOf}
        counted={text.businessCount}
        more={text.more}
      >
        {(businesses) => (
          <Table
            caption={text.businesses}
            rows={businesses}
            rowKey={({ id }) => id}
            columns={[
              {
                id: 'name',
                header: text.business,
                phone: 'main',
                cell: (business) => <Name {...business} />,
              },
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
                cell: ({ createdAt }) => dayInMalaysia(createdAt),
              },
            ]}
          />
        )}
      </ListStates>
    </section>
  )
}

function Name({ name, sellerId }: { name: string; sellerId: number | null }) {
  if (sellerId === null) return <b>{name}</b>
  return (
    <Link className="ap-link" to={`/platform/sellers/${sellerId}`}>
      <b>{name}</b>
    </Link>
  )
}
