import type { SellerToCheck } from '@apogee/contracts/businesses/seller-checks.ts'
import { Button } from '@apogee/ui/button.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ListTable } from '#web/platform/lists/list-table.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { ShownDay } from '#web/platform/language/shown-day.tsx'
import { useSearchParams } from '#web/platform/router/router.tsx'
import { checksOfSellerQuery, sellersToCheckQuery } from '../api/seller-checks.ts'
import { checkingMessages } from '../messages/checking.en.ts'
import { verificationMessages } from '../messages/verification.en.ts'
import { SellerChecksPanel } from './seller-checks-panel.tsx'
import './seller-checks.css'

/** Lists sellers who wait for verification, as a tab of the platform's page. The opened seller is part of the address. */
export function SellersToCheck() {
  const text = useText(checkingMessages)
  const [search, setSearch] = useSearchParams()
  const tab = search.get('tab') ?? ''
  const opened = Number(search.get('seller') ?? 0)
  if (Number.isInteger(opened) && opened > 0)
    return (
      <div className="checks-panel">
        <div>
          <Button size="sm" variant="quiet" icon="arrow-left" onClick={() => setSearch({ tab })}>
            {text.back}
          </Button>
        </div>
        <Name sellerId={opened} />
        <SellerChecksPanel sellerId={opened} />
      </div>
    )
  return <List onOpen={(id) => setSearch({ tab, seller: String(id) })} />
}

function Name({ sellerId }: { sellerId: number }) {
  const text = useText(checkingMessages)
  const { data } = useQuery(checksOfSellerQuery(sellerId))
  return data ? <h2 className="ap-h3">{data.data.name ?? text.nameless}</h2> : null
}

function List({ onOpen }: { onOpen: (id: number) => void }) {
  const text = useText(checkingMessages)
  const steps = useText(verificationMessages)
  const list = useInfiniteQuery(sellersToCheckQuery())
  const nameOf = ({ name }: SellerToCheck) => name ?? text.nameless
  return (
    <section className="ap-panel" data-clip="" aria-label={text.tab}>
      <p className="checks-lead text-sm text-secondary">{text.lead}</p>
      <ListTable
        list={list}
        failed={text.listFailed}
        empty={<EmptyState titleAs="h2" title={text.none} text={text.noneHint} />}
        shownOf={text.shownOf}
        counted={text.count}
        more={text.more}
        caption={text.tab}
        columns={[
          {
            id: 'seller',
            header: text.seller,
            phone: 'main',
            cell: (seller) => (
              <>
                <b>{nameOf(seller)}</b>
                <br />
                <small>{seller.sellerKind === 'business' ? text.business : text.lone}</small>
              </>
            ),
          },
          {
            id: 'steps',
            header: text.steps,
            cell: ({ kinds }) => kinds.map((kind) => steps[kind]).join(', '),
          },
          {
            id: 'since',
            header: text.since,
            align: 'end',
            cell: ({ since }) => <ShownDay at={since} />,
          },
          {
            id: 'check',
            header: <span className="vh">{text.check}</span>,
            align: 'end',
            cell: (seller) => (
              <Button
                size="sm"
                aria-label={text.checkSeller(nameOf(seller))}
                onClick={() => onOpen(seller.id)}
              >
                {text.check}
              </Button>
            ),
          },
        ]}
      />
    </section>
  )
}
