import { payoutGroups, type PayoutGroup } from '@apogee/contracts/accounting/payout-groups.ts'
import type { Payout } from '@apogee/contracts/accounting/payouts.ts'
import { formatRinggit } from '@apogee/domain/money/money.ts'
import { Badge, type BadgeTone } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { type TableColumn } from '@apogee/ui/figures/table.tsx'
import { Tabs } from '@apogee/ui/navigation/tabs.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { timeInWords } from '#web/platform/language/dates.ts'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { ListTable } from '#web/platform/lists/list-table.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { MoneyPage } from '#web/shared/money/money-page.tsx'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { Link, useSearchParams } from '#web/platform/router/router.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import { payoutsQuery } from '../api/payouts.ts'
import { payoutsMessages } from '../messages/payouts.en.ts'
import './payouts.css'

const ReviewPayout = lazyOnPress(async () => (await import('./payout-dialogs.tsx')).ReviewPayout)
const EndPayout = lazyOnPress(async () => (await import('./payout-dialogs.tsx')).EndPayout)
const RecordPayout = lazyOnPress(async () => (await import('./payout-dialogs.tsx')).RecordPayout)

/** Lists pending, approved and ended payouts for superadmins. The open tab is part of the address. */
export function PayoutsPage() {
  const text = useText(payoutsMessages)
  const [search, setSearch] = useSearchParams()
  const shown = payoutGroups.find((group) => group === search.get('show')) ?? 'prepared'
  const open = useInfiniteQuery(payoutsQuery(useViewer(), shown)).data?.pages[0]?.meta.open
  const labels: Record<PayoutGroup, string> = {
    prepared: text.prepared(open?.prepared ?? 0),
    approved: text.approved(open?.approved ?? 0),
    ended: text.ended,
  }
  return (
    <MoneyPage title={text.title} lead={text.lead} parent={['/admin/ledger', text.ledger]}>
      <Tabs
        label={text.groups}
        value={shown}
        onChange={(group) => setSearch(group ? { show: group } : {}, { replace: true })}
        tabs={payoutGroups.map((group) => ({
          id: group,
          label: labels[group],
          panel: <PayoutList group={group} />,
        }))}
      />
    </MoneyPage>
  )
}

interface Step {
  payout: Payout
  name: 'review' | 'withdraw' | 'record'
}

function PayoutList({ group }: { group: PayoutGroup }) {
  const text = useText(payoutsMessages)
  const list = useInfiniteQuery(payoutsQuery(useViewer(), group))
  const [step, setStep] = useState<Step | null>(null)
  const close = () => setStep(null)
  const columns = useColumns(group, setStep)
  const empty = {
    prepared: [text.nonePrepared, text.nonePreparedHint],
    approved: [text.noneApproved, text.noneApprovedHint],
    ended: [text.noneEnded, text.noneEndedHint],
  } as const
  const [title, hint] = empty[group]
  return (
    <section className="ap-panel" data-clip="" aria-label={text.title}>
      <ListTable
        list={list}
        failed={text.failed}
        empty={<EmptyState titleAs="h2" title={title} text={hint} />}
        shownOf={text.shownOf}
        counted={text.count}
        more={text.more}
        caption={text.title}
        columns={columns}
      />
      {step?.name === 'review' ? <ReviewPayout payout={step.payout} onClose={close} /> : null}
      {step?.name === 'withdraw' ? <EndPayout payout={step.payout} how="withdraw" onClose={close} /> : null}
      {step?.name === 'record' ? <RecordPayout payout={step.payout} onClose={close} /> : null}
    </section>
  )
}

function useColumns(group: PayoutGroup, onStep: (step: Step) => void): TableColumn<Payout>[] {
  const text = useText(payoutsMessages)
  const shared: TableColumn<Payout>[] = [
    { id: 'seller', header: text.seller, phone: 'main', cell: (payout) => <Seller payout={payout} /> },
    {
      id: 'amount',
      header: text.amount,
      align: 'end',
      cell: ({ amount }) => <b className="payout-amount">{formatRinggit(amount)}</b>,
    },
    {
      id: 'account',
      header: text.account,
      cell: ({ bank }) => text.accountOf(bank.bankName, bank.accountEndsWith),
    },
  ]
  if (group === 'ended')
    return [
      ...shared,
      {
        id: 'result',
        header: text.result,
        cell: (payout) => <Result payout={payout} />,
      },
    ]
  return [
    ...shared,
    {
      id: 'who',
      header: group === 'prepared' ? text.preparedBy : text.approvedBy,
      cell: (payout) => <Decided payout={payout} />,
    },
    {
      id: 'actions',
      header: <span className="vh">{text.actions}</span>,
      align: 'end',
      cell: (payout) => <Actions payout={payout} onStep={onStep} />,
    },
  ]
}

function Seller({ payout: { seller, notes, heldBecause } }: { payout: Payout }) {
  const text = useText(payoutsMessages)
  return (
    <span className="payout-seller">
      <Link className="ap-link" to={`/admin/ledger?seller=${seller.id}`}>
        {seller.name}
      </Link>
      {notes.length + heldBecause.length > 0 ? (
        <span className="payout-notes">
          {heldBecause.map((why) => (
            <Badge key={why} tone="danger">
              {text.held(text[`held_${why}`])}
            </Badge>
          ))}
          {notes.map((note) => (
            <Badge key={note} tone="warning">
              {text[`note_${note}`]}
            </Badge>
          ))}
        </span>
      ) : null}
    </span>
  )
}

/** Shows who prepared or approved the payout, and when it expires. */
function Decided({ payout }: { payout: Payout }) {
  const text = useText(payoutsMessages)
  const language = useLanguage()
  const { preparedBy, preparedAt, approvedBy, approvedAt, expiresAt } = payout
  const by = (approvedBy ?? preparedBy).name ?? text.somebody
  return (
    <span className="payout-fact">
      <span>{timeInWords(approvedAt ?? preparedAt, language)}</span>
      <small>{text.by(by)}</small>
      {expiresAt ? <small>{text.until(timeInWords(expiresAt, language))}</small> : null}
    </span>
  )
}

const tones = { paid: 'positive', declined: 'danger', withdrawn: 'neutral' } as const satisfies Record<
  string,
  BadgeTone
>

function Result({ payout }: { payout: Payout }) {
  const text = useText(payoutsMessages)
  const language = useLanguage()
  const { state, endedAt, endedBy, cause, reason, reference } = payout
  if (state === 'prepared' || state === 'approved') return null
  const why = cause === null || cause === 'person' ? reason : text[`cause_${cause}`]
  return (
    <span className="payout-fact">
      <span>
        <Badge tone={tones[state]}>{text[`state_${state}`]}</Badge>
      </span>
      {reference === null ? null : <span>{text.reference(reference)}</span>}
      {why === null ? null : <span>{why}</span>}
      <small>
        {endedAt ? timeInWords(endedAt, language) : null}
        {endedBy ? ` ${text.by(endedBy.name ?? text.somebody)}` : null}
      </small>
    </span>
  )
}

function Actions({ payout, onStep }: { payout: Payout; onStep: (step: Step) => void }) {
  const text = useText(payoutsMessages)
  const viewer = useViewer()
  const { state, seller, preparedBy } = payout
  const isOwn = preparedBy.id === viewer
  return (
    <span className="payout-actions">
      {state === 'prepared' && !isOwn ? (
        <Button
          size="sm"
          aria-label={text.reviewNamed(seller.name)}
          onClick={() => onStep({ payout, name: 'review' })}
        >
          {text.review}
        </Button>
      ) : null}
      {state === 'approved' ? (
        <Button
          size="sm"
          aria-label={text.recordNamed(seller.name)}
          onClick={() => onStep({ payout, name: 'record' })}
        >
          {text.record}
        </Button>
      ) : null}
      <Button
        size="sm"
        variant="quiet"
        aria-label={text.withdrawNamed(seller.name)}
        onClick={() => onStep({ payout, name: 'withdraw' })}
      >
        {text.withdraw}
      </Button>
      {state === 'prepared' && isOwn ? <small className="text-secondary">{text.yours}</small> : null}
    </span>
  )
}
