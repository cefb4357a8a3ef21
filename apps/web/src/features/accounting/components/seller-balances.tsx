import { formatSignedRinggit } from '@apogee/domain/money/money.ts'
import { Button } from '@apogee/ui/button.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ListSearch, useListSearch } from '#web/platform/lists/list-search.tsx'
import { ListTable } from '#web/platform/lists/list-table.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import { moneyWordsMessages } from '#web/shared/money/words/money-words.en.ts'
import { accountingMessages } from '../messages/accounting.en.ts'
import { balancesQuery } from '../api/accounting.ts'
import './accounting.css'
import '@apogee/ui/navigation/toolbar.css'

/** Lists every seller with the balance for superadmins; pressing one opens their book. */
export function SellerBalances({
  chosen,
  onChoose,
}: {
  chosen: number | undefined
  /** Undefined means the platform's own book. */
  onChoose: (sellerId: number | undefined) => void
}) {
  const text = useText(accountingMessages)
  const words = useText(moneyWordsMessages)
  const { search, ...searching } = useListSearch()
  const list = useInfiniteQuery(balancesQuery(useViewer(), search))
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
        <ListSearch label={text.searchSellers} {...searching} />
      </div>
      <ListTable
        list={list}
        failed={text.sellersFailed}
        empty={<EmptyState title={text.noSellers} text={text.noSellersHint} />}
        shownOf={text.sellersShown}
        counted={text.sellerCount}
        more={text.loadMore}
        stack="line"
        caption={text.sellers}
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
            header: words.stillToBePaid,
            align: 'end',
            cell: ({ balance }) => <span className="ledger-amount">{formatSignedRinggit(balance)}</span>,
          },
        ]}
      />
    </section>
  )
}
