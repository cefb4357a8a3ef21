import type { InvoiceSeat } from '@apogee/contracts/invoices/invoices.ts'
import { seatForm } from '@apogee/contracts/invoices/invoices.forms.ts'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'
import { useDialogForm } from '#web/platform/forms/dialog-form.ts'
import { ConfirmStep, FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { invoicesMessages } from '../messages/invoices.en.ts'
import { refreshInvoices } from '../api/invoices.ts'

interface SeatStep {
  invoiceId: string
  seat: InvoiceSeat
  onClose: () => void
}

const personOf = ({ name, email }: InvoiceSeat): string => (name === '' ? email : name)

export function TakeBackDialog({ invoiceId, seat, onClose }: SeatStep) {
  const text = useText(invoicesMessages)
  const queries = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => call('revokeSeat', { params: { id: invoiceId, seatId: seat.id } }),
    onSuccess: () => refreshInvoices(queries),
  })
  return (
    <ConfirmStep
      step={revoke}
      title={text.takeBackTitle}
      text={text.takeBackText(personOf(seat), seat.title)}
      action={text.takeBack}
      busyLabel={text.takingBack}
      failed={text.takeBackFailed}
      notice={() => text.takenBack}
      onClose={onClose}
    />
  )
}

export function GiveOnDialog({ invoiceId, seat, onClose }: SeatStep) {
  const text = useText(invoicesMessages)
  const queries = useQueryClient()
  const { field, dialog } = useDialogForm({
    schema: seatForm,
    values: { email: '', name: '' },
    save: useMutation({
      mutationFn: (body: { email: string; name: string }) =>
        call('reassignSeat', { params: { id: invoiceId, seatId: seat.id }, body }),
      onSuccess: () => refreshInvoices(queries),
    }),
    failed: text.giveFailed,
    notice: (_, { email }) => text.given(email),
    onClose,
  })
  return (
    <FormDialog
      {...dialog}
      title={text.giveOnTitle}
      text={text.giveOnText(personOf(seat), seat.title)}
      width="sm"
      action={text.give}
      busyLabel={text.giving}
    >
      <TextField label={text.email} type="email" autoComplete="off" {...field('email')} />
      <TextField label={text.name} autoComplete="off" {...field('name')} />
    </FormDialog>
  )
}
