import { sellingStates, type SellingState } from '@apogee/contracts/businesses/seller-states.ts'
import type { SellerRates } from '@apogee/contracts/pricing/pricing.ts'
import { SegmentedControl } from '@apogee/ui/fields/chip.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import '@apogee/ui/navigation/toolbar.css'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ListSearch, useListSearch } from '#web/platform/lists/list-search.tsx'
import { dateInWords } from '#web/platform/language/dates.ts'
import { ListTable } from '#web/platform/lists/list-table.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { waitingSellersQuery } from '../../api/oversight.ts'
import { sellersQuery } from '../../api/sellers.ts'
import { sellerPageMessages } from '../../messages/seller-page.en.ts'
import { SellerStateBadge } from './seller-state-badge.tsx'
import { WaitingSellers } from './waiting-sellers.tsx'
import './oversight.css'

/** Lists all sellers by state; waiting sellers come first if any exist. */
export function SellersTab() {
  const text = useText(sellerPageMessages)
  const { search, ...searching } = useListSearch()
  const [chosen, setChosen] = useState<SellingState | '' | null>(null)
  const waiting = useInfiniteQuery(waitingSellersQuery()).data?.pages[0]?.meta.total
  // The initial filter is set only once. Otherwise, approving the last waiting seller would replace the list.
  if (chosen === null && waiting !== undefined) setChosen(waiting > 0 ? 'applied' : '')
  const state = chosen ?? 'applied'
  const areWaiting = state === 'applied' && search === ''
  return (
    <section className="ap-panel" data-clip="" aria-label={text.sellers}>
      <div className="ap-toolbar">
        <ListSearch label={text.searchSellers} {...searching} />
        <SegmentedControl
          label={text.stateFilter}
          value={state}
          onChange={setChosen}
          options={[
            { value: '', label: text.all },
            ...sellingStates.map((value) => ({ value, label: text[value] })),
          ]}
        />
      </div>
      {areWaiting ? <WaitingSellers /> : <AllSellers search={search} state={state} />}
    </section>
  )
}

function AllSellers({ search, state }: { search: string; state: SellingState | '' }) {
  const text = useText(sellerPageMessages)
  const language = useLanguage()
  const list = useInfiniteQuery(sellersQuery(search, state))
  return (
    <ListTable
      list={list}
      failed={text.listFailed}
      empty={
        <EmptyState
          titleAs="h2"
          title={search ? text.noMatch : text.noSellers}
          text={search ? text.noMatchHint : text.noSellersHint}
        />
      }
      shownOf={text.shownOf}
      counted={text.count}
      more={text.more}
      caption={text.sellers}
      columns={[
        {
          id: 'seller',
          header: text.seller,
          phone: 'main',
          cell: (seller) => <SellerName seller={seller} />,
        },
        {
          id: 'state',
          header: text.state,
          // The platform itself has no state.
          cell: ({ kind, state: its }) => (kind === 'platform' ? '' : <SellerStateBadge state={its} />),
        },
        {
          id: 'since',
          header: text.since,
          align: 'end',
          cell: ({ stateSince }) => (stateSince === null ? '' : dateInWords(stateSince, language)),
        },
      ]}
    />
  )
}

/** Renders the platform without a link, because it has no page. */
function SellerName({ seller: { id, name, kind } }: { seller: SellerRates }) {
  const text = useText(sellerPageMessages)
  if (kind === 'platform') return <b>Apogee</b>
  return (
    <span className="oversight-seller">
      <Link className="ap-link" to={`/platform/sellers/${id}`}>
        <b>{name ?? text.nameless}</b>
      </Link>
      <small>{text[kind]}</small>
    </span>
  )
}
