import { Button } from '@apogee/ui/button.tsx'
import { SearchField } from '@apogee/ui/search-field.tsx'
import { Loading, SkeletonRows } from '@apogee/ui/skeleton.tsx'
import { EmptyState } from '@apogee/ui/state.tsx'
import { Table } from '@apogee/ui/table.tsx'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ListEnd } from '#web/platform/list-end.tsx'
import { LoadFailure } from '#web/platform/load-failure.tsx'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useText } from '#web/platform/messages.ts'
import { useViewer } from '#web/platform/session.tsx'
import { signed } from './amounts.ts'
import { accountingMessages } from './messages.en.ts'
import { balancesQuery } from './queries.ts'

const typingPauseMs = 250

function useRested(value: string): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    if (value === rested) return
    const timer = setTimeout(() => setRested(value), typingPauseMs)
    return () => clearTimeout(timer)
  }, [value, rested])
  return rested
}

/** For superadmins: every seller with what is owed; a press opens their book. */
export function SellerBalances({
  chosen,
  onChoose,
}: {
  chosen: number | undefined
  /** Undefined: the platform's own. */
  onChoose: (sellerId: number | undefined) => void
}) {
  const text = useText(accountingMessages)
  const common = useText(platformMessages)
  const [search, setSearch] = useState('')
  const rested = useRested(search.trim())
  const list = useInfiniteQuery({
    ...balancesQuery(useViewer(), rested),
    placeholderData: keepPreviousData,
  })
  const sellers = list.data?.pages.flatMap((page) => page.data) ?? []
  const total = list.data?.pages[0]?.meta.total ?? 0
  const choose = (id: number | undefined) => {
    onChoose(id)
    window.scrollTo({ top: 0 })
  }
  return (
    <section className="ap-panel" data-clip="" aria-labelledby="sellers-heading">
      <div className="ap-toolbar ledger-tools">
        <div>
          <h2 className="ap-h3" id="sellers-heading">
            {text.sellers}
          </h2>
          <p className="text-sm text-secondary">{text.sellersLead}</p>
        </div>
        <SearchField
          label={text.searchSellers}
          placeholder={text.searchSellers}
          maxLength={200}
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
          className="ledger-state"
          title={text.sellersFailed}
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      ) : sellers.length === 0 ? (
        <EmptyState className="ledger-state" title={text.noSellers} text={text.noSellersHint} />
      ) : (
        <>
          <Table
            stack="line"
            caption={text.sellers}
            rows={sellers}
            rowKey={({ id }) => id}
            selected={({ id, isPlatform }) => (isPlatform ? chosen === undefined : chosen === id)}
            columns={[
              {
                id: 'name',
                header: text.seller,
                phone: 'main',
                cell: ({ id, name, isPlatform }) => (
                  <Button variant="quiet" size="sm" onClick={() => choose(isPlatform ? undefined : id)}>
                    {isPlatform ? text.platformName : name}
                  </Button>
                ),
              },
              {
                id: 'balance',
                header: text.balance,
                align: 'end',
                cell: ({ balance }) => <span className="ledger-amount">{signed(balance)}</span>,
              },
            ]}
          />
          <ListEnd
            list={list}
            status={
              sellers.length < total ? text.sellersShown(sellers.length, total) : text.sellerCount(total)
            }
            label={text.loadMore}
          />
        </>
      )}
    </section>
  )
}
