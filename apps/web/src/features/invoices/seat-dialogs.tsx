import type { InvoiceSeat } from '@apogee/contracts/invoices.ts'
import { seatForm } from '@apogee/contracts/invoices.forms.ts'
import { Button } from '@apogee/ui/button.tsx'
import { ConfirmDialog, Dialog } from '@apogee/ui/dialog.tsx'
import { Notice, useNotify } from '@apogee/ui/notice.tsx'
import { TextField } from '@apogee/ui/text-field.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { call } from '#web/platform/client.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { showIssues, useContractForm } from '#web/platform/forms.ts'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useFieldText, useText } from '#web/platform/messages.ts'
import { invoicesMessages } from './messages.en.ts'
import { refreshInvoices } from './queries.ts'

interface SeatStep {
  invoiceId: string
  seat: InvoiceSeat
  onClose: () => void
}

const personOf = ({ name, email }: InvoiceSeat): string => (name === '' ? email : name)

export function TakeBackDialog({ invoiceId, seat, onClose }: SeatStep) {
  const text = useText(invoicesMessages)
  const common = useText(platformMessages)
  const failureText = useFailureText()
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
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => revoke.mutate()}
      title={text.takeBackTitle}
      text={text.takeBackText(personOf(seat), seat.title)}
      confirmLabel={text.takeBack}
      cancelLabel={common.cancel}
      closeLabel={common.close}
      busy={revoke.isPending}
      busyLabel={text.takingBack}
      error={revoke.isError ? failureText(revoke.error, text.takeBackFailed) : undefined}
    />
  )
}

export function GiveOnDialog({ invoiceId, seat, onClose }: SeatStep) {
  const text = useText(invoicesMessages)
  const common = useText(platformMessages)
  const fieldText = useFieldText()
  const failureText = useFailureText()
  const notify = useNotify()
  const queries = useQueryClient()
  const formId = useId()
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
    <Dialog
      open
      onClose={onClose}
      title={text.giveOnTitle}
      text={text.giveOnText(personOf(seat), seat.title)}
      closeLabel={common.close}
      width="sm"
      busy={give.isPending}
      footer={
        <>
          <Button variant="quiet" size="sm" onClick={onClose} disabled={give.isPending}>
            {common.cancel}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            size="sm"
            busy={give.isPending}
            busyLabel={text.giving}
          >
            {text.give}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="invoices-form"
        method="post"
        noValidate
        onSubmit={(event) => void form.handleSubmit((person) => give.mutate(person))(event)}
      >
        {give.isError ? <Notice tone="danger">{failureText(give.error, text.giveFailed)}</Notice> : null}
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
      </form>
    </Dialog>
  )
}
