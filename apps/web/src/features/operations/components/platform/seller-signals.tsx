import {
  closeSignalForm,
  sellerSignalKinds,
  type SellerSignal,
  type SellerSignalKind,
} from '@apogee/contracts/operations/seller-signals.ts'
import { formatRinggit } from '@apogee/domain/money/money.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { TextArea } from '@apogee/ui/fields/text-field.tsx'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { timeInWords } from '#web/platform/language/dates.ts'
import { useDialogForm } from '#web/platform/forms/dialog-form.ts'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { ListStates } from '#web/platform/lists/list-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import { useDraft } from '#web/platform/drafts/use-draft.ts'
import { sellerSignalsQuery, signalsKey } from '../../api/seller-signals.ts'
import { sellerSignalsMessages } from '../../messages/seller-signals.en.ts'
import './seller-signals.css'

type Text = ReturnType<typeof useText<typeof sellerSignalsMessages.texts>>

const sentences: Record<SellerSignalKind, (text: Text, facts: SellerSignal['facts']) => string> = {
  refunds: (text, facts) => text.facts_refunds(of(facts, 'askedBackLines'), of(facts, 'paidLines')),
  chargebacks: (text, facts) => text.facts_chargebacks(of(facts, 'chargebacks')),
  fast_start: (text, facts) =>
    text.facts_fast_start(of(facts, 'dayOrders'), formatRinggit(of(facts, 'dayCents'))),
  refused_payments: (text, facts) =>
    text.facts_refused_payments(of(facts, 'refusedPayments'), of(facts, 'refusedOfOneBuyer')),
  own_purchases: (text, facts) => text.facts_own_purchases(of(facts, 'ownLines')),
  bank_changed: (text, facts) =>
    text.facts_bank_changed(of(facts, 'bankDays'), formatRinggit(of(facts, 'balanceCents'))),
}

const of = (facts: SellerSignal['facts'], name: string): number => facts[name] ?? 0
const isKnown = (kind: string): kind is SellerSignalKind => sellerSignalKinds.some((known) => known === kind)

/** A kind that a newer release introduced is shown unchanged. */
const nameOf = (text: Text, kind: string): string => (isKnown(kind) ? text[`kind_${kind}`] : kind)

export function SignalsTab() {
  const text = useText(sellerSignalsMessages)
  return (
    <section className="ap-panel" data-clip="" aria-label={text.title}>
      <p className="signals-lead text-sm text-secondary">{text.lead}</p>
      <Signals empty={<EmptyState titleAs="h2" title={text.none} text={text.noneHint} />} />
    </section>
  )
}

/** Shows all signals of one seller to superadmins, including closed ones. */
export function SellerSignalsPanel({ sellerId }: { sellerId: number }) {
  const text = useText(sellerSignalsMessages)
  return (
    <section className="ap-panel" data-clip="" aria-labelledby="signals-heading">
      <h2 className="ap-h3 signals-lead" id="signals-heading">
        {text.title}
      </h2>
      <Signals
        sellerId={sellerId}
        empty={<EmptyState titleAs="h3" title={text.noneOfSeller} text={text.noneOfSellerHint} />}
      />
    </section>
  )
}

function Signals({ sellerId, empty }: { sellerId?: number; empty: ReactNode }) {
  const text = useText(sellerSignalsMessages)
  const list = useInfiniteQuery(sellerSignalsQuery(useViewer(), sellerId))
  const [closing, setClosing] = useState<SellerSignal | null>(null)
  return (
    <>
      <ListStates
        list={list}
        skeletons={3}
        failed={text.failed}
        empty={empty}
        shownOf={text.shownOf}
        counted={text.count}
        more={text.more}
      >
        {(signals) => (
          <ul className="signals">
            {signals.map((signal) => (
              <SignalRow
                key={signal.id}
                signal={signal}
                namesSeller={sellerId === undefined}
                onClose={() => setClosing(signal)}
              />
            ))}
          </ul>
        )}
      </ListStates>
      {closing ? <CloseSignal signal={closing} onClose={() => setClosing(null)} /> : null}
    </>
  )
}

function SignalRow({
  signal,
  namesSeller,
  onClose,
}: {
  signal: SellerSignal
  namesSeller: boolean
  onClose: () => void
}) {
  const text = useText(sellerSignalsMessages)
  const language = useLanguage()
  const { seller, kind, facts, openedAt, lastSeenAt, closedAt, closedBy, note } = signal
  const name = seller.name ?? text.unnamed(seller.id)
  const at = (time: string) => timeInWords(time, language)
  return (
    <li>
      <div>
        <p className="font-medium">
          {nameOf(text, kind)}{' '}
          <Badge tone={closedAt ? 'neutral' : 'warning'}>{closedAt ? text.done : text.open}</Badge>
        </p>
        {namesSeller ? (
          <p>
            <Link className="ap-link" to={`/platform/sellers/${seller.id}`}>
              {name}
            </Link>
          </p>
        ) : null}
        <p className="text-sm">{isKnown(kind) ? sentences[kind](text, facts) : JSON.stringify(facts)}</p>
        <p className="text-xs text-secondary">
          {text.opened(at(openedAt))} · {text.seen(at(lastSeenAt))}
        </p>
        {closedAt ? (
          <p className="text-sm">
            {text.closed(closedBy ?? text.somebody, at(closedAt))}: {note}
          </p>
        ) : null}
      </div>
      <div className="signals-actions">
        {namesSeller ? (
          <Link className="ap-link" to={`/admin/ledger?seller=${seller.id}`} aria-label={text.ledgerOf(name)}>
            {text.ledger}
          </Link>
        ) : null}
        {closedAt ? null : (
          <Button size="sm" aria-label={text.closeNamed(nameOf(text, kind), name)} onClick={onClose}>
            {text.close}
          </Button>
        )}
      </div>
    </li>
  )
}

function CloseSignal({ signal, onClose }: { signal: SellerSignal; onClose: () => void }) {
  const text = useText(sellerSignalsMessages)
  const queries = useQueryClient()
  const { id, seller, kind } = signal
  const draft = useDraft(`signal ${id}`, { note: '' }, null)
  const { field, dialog } = useDialogForm({
    schema: closeSignalForm,
    values: { note: draft.fields.note },
    save: useMutation({
      mutationFn: (body: { note: string }) => call('closeSellerSignal', { params: { id }, body }),
      onSettled: () => queries.invalidateQueries({ queryKey: signalsKey }),
    }),
    failed: text.closeFailed,
    notice: () => text.closedNotice,
    draft,
    onClose,
  })
  return (
    <FormDialog
      {...dialog}
      width="sm"
      title={text.closeTitle(nameOf(text, kind), seller.name ?? text.unnamed(seller.id))}
      text={text.closeText}
      action={text.closeAction}
      busyLabel={text.closing}
    >
      <TextArea rows={3} autoComplete="off" label={text.note} {...field('note')} />
    </FormDialog>
  )
}
