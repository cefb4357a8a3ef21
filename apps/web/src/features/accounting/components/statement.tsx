import { formatSignedRinggit } from '@apogee/domain/money/money.ts'
import type { LedgerRow, LedgerSummary } from '@apogee/contracts/accounting/accounting.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { Table, type TableColumn } from '@apogee/ui/figures/table.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { ListStates, NoMatch } from '#web/platform/lists/list-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { ShownDay } from '#web/platform/language/shown-day.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import { moneyWordsMessages } from '#web/shared/money/words/money-words.en.ts'
import { accountingMessages } from '../messages/accounting.en.ts'
import { isNarrowed, statementQuery, type BookFilter } from '../api/accounting.ts'
import './accounting.css'

const TakeBackDialog = lazyOnPress(async () => (await import('./take-back-dialog.tsx')).TakeBackDialog)

interface StatementProps {
  filter: BookFilter
  seller: LedgerSummary['seller']
  mayTakeBack: boolean
  onAllTime: () => void
}

/** Lists every posting of a book, newest first, with the balance after it. */
export function Statement({ filter, seller, mayTakeBack, onAllTime }: StatementProps) {
  const text = useText(accountingMessages)
  const list = useInfiniteQuery(statementQuery(useViewer(), filter))
  const [wrong, setWrong] = useState<LedgerRow | null>(null)
  return (
    <>
      <ListStates
        list={list}
        skeletons={8}
        titleAs="h2"
        failed={text.loadFailed}
        empty={
          isNarrowed(filter) ? (
            <NoMatch
              words={{ noMatch: text.emptyMonth, noMatchHint: text.emptyMonthHint, showAll: text.showAll }}
              onShowAll={onAllTime}
            />
          ) : (
            <EmptyState titleAs="h2" title={text.empty} text={text.emptyHint} />
          )
        }
        shownOf={text.shownOf}
        counted={text.count}
        more={text.loadMore}
      >
        {(rows) => <Rows rows={rows} onTakeBack={mayTakeBack ? setWrong : null} />}
      </ListStates>
      {wrong ? <TakeBackDialog row={wrong} seller={seller} onClose={() => setWrong(null)} /> : null}
    </>
  )
}

const isTransfer = ({ kind }: LedgerRow) => kind === 'payout' || kind === 'payment_in'

function Rows({
  rows,
  onTakeBack,
}: {
  rows: readonly LedgerRow[]
  onTakeBack: ((row: LedgerRow) => void) | null
}) {
  const text = useText(accountingMessages)
  const words = useText(moneyWordsMessages)
  const amount = (id: string, header: string, cents: (row: LedgerRow) => number): TableColumn<LedgerRow> => ({
    id,
    header,
    align: 'end',
    phone: id === 'tax' || id === 'own' ? 'hidden' : 'field',
    cell: (row) => (
      <span className="ledger-amount">{cents(row) === 0 ? '–' : formatSignedRinggit(cents(row))}</span>
    ),
  })
  return (
    <Table
      caption={text.statement}
      className="ledger-rows"
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          id: 'what',
          header: text.what,
          phone: 'main',
          cell: (row) => <What row={row} onTakeBack={isTransfer(row) ? onTakeBack : null} />,
        },
        {
          id: 'date',
          header: text.date,
          cell: ({ at }) => (
            <span className="ledger-amount">
              <ShownDay at={at} />
            </span>
          ),
        },
        amount('gross', text.gross, ({ gross, held }) => gross + held),
        amount('tax', text.taxColumn, ({ tax }) => tax),
        amount('fee', words.fees, ({ fee }) => fee),
        amount('own', text.own, ({ received }) => received),
        amount('change', text.change, ({ change }) => change),
        {
          id: 'balance',
          header: words.stillToBePaid,
          align: 'end',
          cell: ({ balance }) => (
            <b className="ledger-amount">{balance === null ? '–' : formatSignedRinggit(balance)}</b>
          ),
        },
      ]}
    />
  )
}

/** Tells whether the reference of a posting is an order's public id. Other references belong to bank transfers and invoices. */
const isOrder = ({ kind, reference }: LedgerRow) =>
  !kind.startsWith('payout') && !kind.startsWith('payment_in') && /^[\w-]{22}$/.test(reference)

function What({ row, onTakeBack }: { row: LedgerRow; onTakeBack: ((row: LedgerRow) => void) | null }) {
  const text = useText(accountingMessages)
  const { kind, reference, note, title, receipt, isReversed } = row
  return (
    <span className="ledger-what">
      <span>
        <b>{text[kind]}</b>
        {isReversed ? <Badge>{text.reversed}</Badge> : null}
      </span>
      {receipt ? (
        <Link className="ap-link" to={`/purchases/${encodeURIComponent(reference)}/receipts/${receipt.id}`}>
          {receipt.number}
        </Link>
      ) : isOrder(row) ? (
        <Link className="ap-link" to={`/admin/orders/${reference}`}>
          {reference}
        </Link>
      ) : reference ? (
        <small>{reference}</small>
      ) : null}
      {title ? <span>{title}</span> : null}
      {note ? <small>{note}</small> : null}
      {onTakeBack && !isReversed ? (
        <Button variant="quiet" size="sm" icon="undo" onClick={() => onTakeBack(row)}>
          {text.takeBack}
        </Button>
      ) : null}
    </span>
  )
}
