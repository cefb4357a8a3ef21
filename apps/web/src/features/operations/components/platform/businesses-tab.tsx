import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ListSearch, useListSearch } from '#web/platform/lists/list-search.tsx'
import { ListTable } from '#web/platform/lists/list-table.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { ShownDay } from '#web/platform/language/shown-day.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { oversightMessages } from '../../messages/oversight.en.ts'
import { businessesQuery } from '../../api/oversight.ts'
import '@apogee/ui/navigation/toolbar.css'

export function BusinessesTab() {
  const text = useText(oversightMessages)
  const { search, ...searching } = useListSearch()
  const list = useInfiniteQuery(businessesQuery(search))
  return (
    <section className="ap-panel" data-clip="" aria-label={text.businesses}>
      <div className="ap-toolbar">
        <ListSearch label={text.searchBusinesses} {...searching} />
      </div>
      <ListTable
        list={list}
        failed={text.businessesFailed}
        empty={
          <EmptyState
            title={search ? text.noMatch : text.noBusinesses}
            text={search ? text.noMatchHint : text.noBusinessesHint}
          />
        }
        shownOf={text.shownOf}
        counted={text.businessCount}
        more={text.more}
        caption={text.businesses}
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
            cell: ({ people }) => people,
          },
          {
            id: 'courses',
            header: text.courses,
            align: 'end',
            cell: ({ courses }) => courses,
          },
          {
            id: 'since',
            header: text.since,
            align: 'end',
            cell: ({ createdAt }) => <ShownDay at={createdAt} />,
          },
        ]}
      />
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
