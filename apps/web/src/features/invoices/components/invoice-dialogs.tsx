/** Confirms steps that move money or are irreversible, with amount, company and consequence. */
import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import { parseRinggit } from '@apogee/domain/money/typed-ringgit.ts'
import type { InvoiceDetail } from '@apogee/contracts/invoices/invoices.ts'
import { invoicePaymentForm, invoiceVoidForm } from '@apogee/contracts/invoices/invoices.forms.ts'
import { Checkbox } from '@apogee/ui/fields/checkbox.tsx'
import { TextArea, TextField } from '@apogee/ui/fields/text-field.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useNavigate } from '#web/platform/router/router.tsx'
import { extend, refine, string } from 'zod/mini'
import { call } from '#web/platform/transfer/client.ts'
import { useDialogForm } from '#web/platform/forms/dialog-form.ts'
import { useDialogSave } from '#web/platform/forms/dialog-save.ts'
import { ConfirmStep, FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { decimalRinggit, formatRinggit } from '@apogee/domain/money/money.ts'
import { invoicesMessages } from '../messages/invoices.en.ts'
import { refreshInvoices } from '../api/invoices.ts'

interface StepProps {
  invoice: InvoiceDetail
  onClose: () => void
}

/** Refreshes the invoice lists and the ledger, which show the result of a payment or a cancellation. */
function useMoneyRefresh() {
  const queries = useQueryClient()
  return async () => {
    await refreshInvoices(queries)
    await queries.invalidateQueries({ queryKey: ['ledger'] })
  }
}

function IssueDialog({ invoice, onClose }: StepProps) {
  const text = useText(invoicesMessages)
  const queries = useQueryClient()
  const [mail, setMail] = useState(true)
  const { id, total, companyName, contactEmail } = invoice
  const { send, dialog } = useDialogSave({
    save: useMutation({
      mutationFn: () => call('issueInvoice', { params: { id }, body: { mail, expectedTotal: total } }),
      onSuccess: () => refreshInvoices(queries),
    }),
    failed: text.issueFailed,
    notice: ({ data }) => text.issuedDone(data.number ?? ''),
    onClose,
  })
  const amount = formatRinggit(total)
  return (
    <FormDialog
      {...dialog}
      width="sm"
      title={text.issueTitle}
      text={text.issueText(companyName, amount)}
      action={text.issueAction(amount)}
      busyLabel={text.issuing}
      onSubmit={() => void send()}
    >
      <Checkbox
        label={text.issueMail(contactEmail)}
        checked={mail}
        onChange={(event) => setMail(event.target.checked)}
      />
    </FormDialog>
  )
}

function PaymentDialog({ invoice, onClose }: StepProps) {
  const text = useText(invoicesMessages)
  const refresh = useMoneyRefresh()
  const [today] = useState(() => dayInMalaysia(new Date()))
  const { id, total } = invoice
  const amount = formatRinggit(total)
  const { field, dialog } = useDialogForm({
    schema: useMemo(
      () =>
        extend(invoicePaymentForm, {
          amount: string().check(refine((typed) => parseRinggit(typed) === total, text.amountWrong(amount))),
        }),
      [total, amount, text],
    ),
    values: { amount: decimalRinggit(total), paidOn: today, bankReference: '' },
    save: useMutation({
      mutationFn: (payment: { paidOn: string; bankReference: string }) =>
        call('payInvoice', { params: { id }, body: { ...payment, amount: total } }),
      onSuccess: refresh,
    }),
    failed: text.payFailed,
    notice: ({ data }) => text.paidDone(text.paidSeats(data.taken)),
    onClose,
  })
  return (
    <FormDialog
      {...dialog}
      width="sm"
      title={text.markPaidTitle}
      text={text.markPaidText(amount)}
      action={text.recordPayment(amount)}
      busyLabel={text.recording}
    >
      <TextField
        label={text.amountField}
        prefix="RM"
        inputMode="decimal"
        autoComplete="off"
        {...field('amount')}
      />
      <TextField label={text.paidOnField} type="date" max={today} {...field('paidOn')} />
      <TextField
        label={text.bankReferenceField}
        hint={text.bankReferenceHint}
        autoComplete="off"
        {...field('bankReference')}
      />
    </FormDialog>
  )
}

function VoidDialog({ invoice, onClose }: StepProps) {
  const text = useText(invoicesMessages)
  const refresh = useMoneyRefresh()
  const { id, status, companyName, total, taken } = invoice
  const { field, dialog } = useDialogForm({
    schema: invoiceVoidForm,
    values: { reason: '' },
    save: useMutation({
      mutationFn: (body: { reason: string }) => call('voidInvoice', { params: { id }, body }),
      onSuccess: refresh,
    }),
    failed: text.voidFailed,
    notice: ({ data }) => text.voided(data.creditNoteNumber ?? ''),
    onClose,
  })
  const amount = formatRinggit(total)
  return (
    <FormDialog
      {...dialog}
      width="sm"
      title={text.voidTitle}
      text={
        status === 'paid'
          ? text.voidPaid(companyName, amount, text.seatsCounted(taken))
          : text.voidIssued(companyName, amount)
      }
      tone="danger"
      action={text.voidAction}
      busyLabel={text.voiding}
    >
      <TextArea label={text.voidReason} hint={text.voidReasonHint} rows={2} {...field('reason')} />
    </FormDialog>
  )
}

function DeleteDialog({ invoice, onClose }: StepProps) {
  const text = useText(invoicesMessages)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => call('deleteInvoice', { params: { id: invoice.id } }),
    onSuccess: async () => {
      navigate('/admin/invoices', { replace: true })
      await queries.invalidateQueries({ queryKey: ['invoices'] })
    },
  })
  return (
    <ConfirmStep
      step={remove}
      title={text.deleteTitle}
      text={text.deleteText(invoice.companyName)}
      action={text.deleteDraft}
      busyLabel={text.deleting}
      failed={text.deleteFailed}
      notice={() => text.deleted}
      onClose={onClose}
    />
  )
}

function RenewDialog({ invoice, onClose }: StepProps) {
  const text = useText(invoicesMessages)
  const queries = useQueryClient()
  const renew = useMutation({
    mutationFn: () => call('renewInvoiceLink', { params: { id: invoice.id }, body: {} }),
    onSuccess: () => refreshInvoices(queries),
  })
  return (
    <ConfirmStep
      step={renew}
      title={text.renewTitle}
      text={text.renewText}
      action={text.renew}
      failed={text.renewFailed}
      notice={() => text.renewed}
      onClose={onClose}
    />
  )
}

const dialogs = {
  issue: IssueDialog,
  pay: PaymentDialog,
  void: VoidDialog,
  delete: DeleteDialog,
  renew: RenewDialog,
} as const

export function InvoiceStepDialog({ step, ...rest }: StepProps & { step: keyof typeof dialogs }) {
  const Step = dialogs[step]
  return <Step {...rest} />
}
