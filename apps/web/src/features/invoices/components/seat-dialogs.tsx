import type { InvoiceSeat } from '@apogee/contracts/invoices/invoices.ts'
import { seatForm } from '@apogee/contracts/invoices/invoices.forms.ts'
import { useNotify } from '@apogee/ui/notice.tsx'
import { TextField } from '@apogee/ui/text-field.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/platform/client.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { ConfirmStep, FormDialog } from '#web/platform/form-dialog.tsx'
import { isSaidByFields, showIssues, useContractForm } from '#web/platform/forms.ts'
import { useFieldText, useText } from '#web/platform/messages.ts'
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
  const notify = useNotify()
  const queries = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => call('revokeSeat', { params: { id: invoiceId, seatId: seat.id } }),
    onSuccess: async () => {
      await refreshInvoices(queries)
      notify({ text: text.takenBack })
      onClose()
    },
  })
  return (
    <ConfirmStep
      step={revoke}
      title={text.takeBackTitle}
      text={text.takeBackText(personOf(seat), seat.title)}
      action={text.takeBack}
      busyLabel={text.takingBack}
      failed={text.takeBackFailed}
      onClose={onClose}
    />
  )
}

export function GiveOnDialog({ invoiceId, seat, onClose }: SeatStep) {
  const text = useText(invoicesMessages)
  const fieldText = useFieldText()
  const failureText = useFailureText()
  const notify = useNotify()
  const queries = useQueryClient()
  const form = useContractForm(seatForm, { email: '', name: '' })
  const give = useMutation({
    mutationFn: (body: { email: string; name: string }) =>
      call('reassignSeat', { params: { id: invoiceId, seatId: seat.id }, body }),
    onSuccess: async (_, { email }) => {
      await refreshInvoices(queries)
      notify({ text: text.given(email) })
      onClose()
    },
    onError: (error) => void showIssues(form, error),
  })
  const { errors } = form.formState
  return (
    <FormDialog
      onClose={onClose}
      title={text.giveOnTitle}
      text={text.giveOnText(personOf(seat), seat.title)}
      width="sm"
      action={text.give}
      busyLabel={text.giving}
      busy={give.isPending}
      error={
        give.isError && !isSaidByFields(form, give.error)
          ? failureText(give.error, text.giveFailed)
          : undefined
      }
      onSubmit={(event) => void form.handleSubmit((person) => give.mutate(person))(event)}
    >
      <TextField
        label={text.email}
        type="email"
        autoComplete="off"
        error={fieldText(errors.email?.message)}
        {...form.register('email')}
      />
      <TextField
        label={text.name}
        autoComplete="off"
        error={fieldText(errors.name?.message)}
        {...form.register('name')}
      />
    </FormDialog>
  )
}
