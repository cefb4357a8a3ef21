import type { InvoiceDetail, InvoiceSeat } from '@apogee/contracts/invoices/invoices.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { pencilIcon } from '@apogee/ui/icons/more-icons.ts'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { Menu, MenuItem } from '@apogee/ui/navigation/menu.tsx'
import { Loading, SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { Table } from '@apogee/ui/figures/table.tsx'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAnnouncedMutation } from '#web/platform/forms/announced-mutation.ts'
import { call } from '#web/platform/transfer/client.ts'
import { EmailText } from '#web/platform/language/email-text.tsx'
import { ListEnd } from '#web/platform/lists/list-end.tsx'
import { LoadFailure } from '#web/platform/failures/load-failure.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import './invoices.css'
import { invoicesMessages } from '../messages/invoices.en.ts'
import { refreshInvoices, seatsQuery } from '../api/invoices.ts'
import { SeatBadge } from './status-badge.tsx'

const AddPeopleDialog = lazyOnPress(async () => (await import('./add-people.tsx')).AddPeopleDialog)
const TakeBackDialog = lazyOnPress(async () => (await import('./seat-dialogs.tsx')).TakeBackDialog)
const GiveOnDialog = lazyOnPress(async () => (await import('./seat-dialogs.tsx')).GiveOnDialog)

const leads = {
  draft: 'peopleDraft',
  issued: 'peopleIssued',
  overdue: 'peopleIssued',
  paid: 'peoplePaid',
  void: 'peopleVoid',
} as const

export function PeoplePanel({ invoice }: { invoice: InvoiceDetail }) {
  const text = useText(invoicesMessages)
  const [isAdding, setIsAdding] = useState(false)
  const mayChange = invoice.isOwn && invoice.status !== 'void'
  return (
    <section className="ap-panel" data-clip="" aria-labelledby="people-heading">
      <div className="invoices-panel-head">
        <div>
          <h2 className="ap-h3" id="people-heading">
            {text.people}
          </h2>
          <p className="mt-1 text-sm text-secondary">{text[leads[invoice.status]]}</p>
        </div>
        {mayChange && invoice.taken < invoice.seats ? (
          <Button icon="user" onClick={() => setIsAdding(true)}>
            {text.addPeople}
          </Button>
        ) : null}
      </div>
      <Seats invoice={invoice} mayChange={mayChange} />
      {isAdding ? <AddPeopleDialog invoice={invoice} onClose={() => setIsAdding(false)} /> : null}
    </section>
  )
}

function Seats({ invoice, mayChange }: { invoice: InvoiceDetail; mayChange: boolean }) {
  const text = useText(invoicesMessages)
  const common = useText(platformMessages)
  const seats = useInfiniteQuery(seatsQuery(useViewer(), invoice.id))
  const sendAgain = useSendAgain(invoice.id)
  const [step, setStep] = useState<{ what: 'back' | 'on'; seat: InvoiceSeat } | null>(null)
  if (seats.isPending) {
    return (
      <Loading label={common.loading}>
        <SkeletonRows count={3} />
      </Loading>
    )
  }
  if (seats.isLoadingError) {
    return (
      <LoadFailure
        titleAs="h3"
        title={text.seatsFailed}
        error={seats.error}
        onRetry={() => void seats.refetch()}
      />
    )
  }
  const shown = seats.data.pages.flatMap((page) => page.data)
  if (shown.length === 0) return <p className="invoices-nobody">{text.nobodyNamed}</p>
  const close = () => setStep(null)
  return (
    <>
      <Table
        stack="line"
        caption={text.people}
        rows={shown}
        rowKey={({ id }) => id}
        columns={[
          { id: 'person', header: text.person, phone: 'main', cell: (seat) => <Person seat={seat} /> },
          { id: 'course', header: text.course, cell: ({ title }) => title },
          { id: 'state', header: text.state, cell: ({ state }) => <SeatBadge state={state} /> },
          {
            id: 'actions',
            header: '',
            align: 'end',
            phone: 'actions',
            cell: (seat) =>
              mayChange && seat.state !== 'revoked' ? (
                <Menu label={text.seatActions(seat.email)} align="end" trigger={<Icon name={pencilIcon} />}>
                  {seat.canSendAgain ? (
                    <MenuItem icon="message" onClick={() => sendAgain.mutate(seat)}>
                      {text.sendSeatAgain}
                    </MenuItem>
                  ) : null}
                  <MenuItem icon="user" onClick={() => setStep({ what: 'on', seat })}>
                    {text.giveOn}
                  </MenuItem>
                  <MenuItem icon="undo" tone="danger" onClick={() => setStep({ what: 'back', seat })}>
                    {text.takeBack}
                  </MenuItem>
                </Menu>
              ) : null,
          },
        ]}
      />
      {seats.hasNextPage ? <ListEnd list={seats} status={null} label={text.loadMore} /> : null}
      {step?.what === 'back' ? (
        <TakeBackDialog invoiceId={invoice.id} seat={step.seat} onClose={close} />
      ) : null}
      {step?.what === 'on' ? <GiveOnDialog invoiceId={invoice.id} seat={step.seat} onClose={close} /> : null}
    </>
  )
}

/** Sends the mail again to a person whose seat waits for a verified address. */
function useSendAgain(invoiceId: string) {
  const text = useText(invoicesMessages)
  const queries = useQueryClient()
  return useAnnouncedMutation({
    mutationFn: ({ id: seatId }: InvoiceSeat) =>
      call('sendSeatAgain', { params: { id: invoiceId, seatId }, body: {} }),
    notice: (_, { email }) => text.sentAgain(email),
    onSuccess: () => refreshInvoices(queries),
    failed: text.sendAgainFailed,
  })
}

function Person({ seat: { email, name } }: { seat: InvoiceSeat }) {
  const text = useText(invoicesMessages)
  if (email === '') return text.deletedAccount
  return (
    <span className="invoices-subject">
      {name === '' ? null : <span className="font-semibold">{name}</span>}
      <span>
        <EmailText email={email} />
      </span>
    </span>
  )
}
