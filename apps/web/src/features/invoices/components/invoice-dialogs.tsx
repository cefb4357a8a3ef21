/** What moves money, or cannot be taken back, is asked about once: amount, company and consequence. */
import { dayInMalaysia } from '@apogee/domain/malaysia-time.ts'
import { parseRinggit } from '@apogee/domain/typed-ringgit.ts'
import type { InvoiceDetail } from '@apogee/contracts/invoices/invoices.ts'
import { invoicePaymentForm, invoiceVoidForm } from '@apogee/contracts/invoices/invoices.forms.ts'
import { Checkbox } from '@apogee/ui/checkbox.tsx'
import { useNotify } from '@apogee/ui/notice.tsx'
import { TextArea, TextField } from '@apogee/ui/text-field.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#web/platform/client.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { ConfirmStep, FormDialog } from '#web/platform/form-dialog.tsx'
import { isSaidByFields, showIssues, useContractForm } from '#web/platform/forms.ts'
import { useFieldText, useText } from '#web/platform/messages.ts'
import { decimalRinggit, formatRinggit } from '@apogee/domain/money.ts'
import { invoicesMessages } from '../messages/invoices.en.ts'
import { refreshInvoices } from '../api/invoices.ts'

interface StepProps {
  invoice: InvoiceDetail
  onClose: () => void
}

function IssueDialog({ invoice, onClose }: StepProps) {
  const text = useText(invoicesMessages)
  const failureText = useFailureText()
  const notify = useNotify()
  const queries = useQueryClient()
  const [mail, setMail] = useState(true)
  const { id, total, companyName, contactEmail } = invoice
  const issue = useMutation({
    mutationFn: () => call('issueInvoice', { params: { id }, body: { mail, expectedTotal: total } }),
    onSuccess: async ({ data }) => {
      await refreshInvoices(queries)
      notify({ text: text.issuedDone(data.number ?? '') })
      onClose()
    },
  })
  const amount = formatRinggit(total)
  return (
    <FormDialog
      width="sm"
      onClose={onClose}
      title={text.issueTitle}
      text={text.issueText(companyName, amount)}
      action={text.issueAction(amount)}
      busyLabel={text.issuing}
      busy={issue.isPending}
      error={issue.isError ? failureText(issue.error, text.issueFailed) : undefined}
      onSubmit={(event) => {
        event.preventDefault()
        if (!issue.isPending) issue.mutate()
      }}
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
  const fieldText = useFieldText()
  const failureText = useFailureText()
  const notify = useNotify()
  const queries = useQueryClient()
  const [today] = useState(() => dayInMalaysia(new Date()))
  const form = useContractForm(invoicePaymentForm, {
    paidOn: today,
    bankReference: '',
  })
  const [typedAmount, setTypedAmount] = useState('')
  const [isAmountWrong, setIsAmountWrong] = useState(false)
  const { id, total } = invoice
  const pay = useMutation({
    mutationFn: (payment: { paidOn: string; bankReference: string }) =>
      call('payInvoice', { params: { id }, body: { ...payment, amount: total } }),
    onSuccess: async ({ data }) => {
      await refreshInvoices(queries)
      await queries.invalidateQueries({ queryKey: ['ledger'] })
      notify({ text: text.paidDone(text.paidSeats(data.taken)) })
      onClose()
    },
    onError: (error) => void showIssues(form, error),
  })
  const { errors } = form.formState
  const amount = formatRinggit(total)
  const isTotal = parseRinggit(typedAmount) === total
  return (
    <FormDialog
      width="sm"
      onClose={onClose}
      title={text.markPaidTitle}
      text={text.markPaidText(amount)}
      action={text.recordPayment(amount)}
      busyLabel={text.recording}
      busy={pay.isPending}
      error={
        pay.isError && !isSaidByFields(form, pay.error) ? failureText(pay.error, text.payFailed) : undefined
      }
      onSubmit={(event) => {
        setIsAmountWrong(!isTotal)
        void form.handleSubmit((payment) => {
          if (isTotal) pay.mutate(payment)
        })(event)
      }}
    >
      <TextField
        label={text.amountField}
        prefix="RM"
        inputMode="decimal"
        autoComplete="off"
        placeholder={decimalRinggit(total)}
        value={typedAmount}
        error={isAmountWrong && !isTotal ? text.amountWrong(amount) : undefined}
        onChange={(event) => setTypedAmount(event.target.value)}
      />
      <TextField
        label={text.paidOnField}
        type="date"
        max={today}
        error={fieldText(errors.paidOn?.message)}
        {...form.register('paidOn')}
      />
      <TextField
        label={text.bankReferenceField}
        hint={text.bankReferenceHint}
        autoComplete="off"
        error={fieldText(errors.bankReference?.message)}
        {...form.register('bankReference')}
      />
    </FormDialog>
  )
}

function VoidDialog({ invoice, onClose }: StepProps) {
  const text = useText(invoicesMessages)
  const fieldText = useFieldText()
  const failureText = useFailureText()
  const notify = useNotify()
  const queries = useQueryClient()
  const form = useContractForm(invoiceVoidForm, { reason: '' })
  const { id, status, companyName, total, taken } = invoice
  const cancel = useMutation({
    mutationFn: (body: { reason: string }) => call('voidInvoice', { params: { id }, body }),
    onSuccess: async ({ data }) => {
      await refreshInvoices(queries)
      await queries.invalidateQueries({ queryKey: ['ledger'] })
      notify({ text: text.voided(data.creditNoteNumber ?? '') })
      onClose()
    },
    onError: (error) => void showIssues(form, error),
  })
  const amount = formatRinggit(total)
  return (
    <FormDialog
      width="sm"
      onClose={onClose}
      title={text.voidTitle}
      text={
        status === 'paid'
          ? text.voidPaid(companyName, amount, text.seatsCounted(taken))
          : text.voidIssued(companyName, amount)
      }
      tone="danger"
      action={text.voidAction}
      busyLabel={text.voiding}
      busy={cancel.isPending}
      error={
        cancel.isError && !isSaidByFields(form, cancel.error)
          ? failureText(cancel.error, text.voidFailed)
          : undefined
      }
      onSubmit={(event) => void form.handleSubmit((given) => cancel.mutate(given))(event)}
    >
      <TextArea
        label={text.voidReason}
        hint={text.voidReasonHint}
        rows={2}
        error={fieldText(form.formState.errors.reason?.message)}
        {...form.register('reason')}
      />
    </FormDialog>
  )
}

function DeleteDialog({ invoice, onClose }: StepProps) {
  const text = useText(invoicesMessages)
  const notify = useNotify()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => call('deleteInvoice', { params: { id: invoice.id } }),
    onSuccess: async () => {
      await navigate('/admin/invoices', { replace: true })
      await queries.invalidateQueries({ queryKey: ['invoices'] })
      notify({ text: text.deleted })
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
      onClose={onClose}
    />
  )
}

function RenewDialog({ invoice, onClose }: StepProps) {
  const text = useText(invoicesMessages)
  const notify = useNotify()
  const queries = useQueryClient()
  const renew = useMutation({
    mutationFn: () => call('renewInvoiceLink', { params: { id: invoice.id }, body: {} }),
    onSuccess: async () => {
      await refreshInvoices(queries)
      notify({ text: text.renewed })
      onClose()
    },
  })
  return (
    <ConfirmStep
      step={renew}
      title={text.renewTitle}
      text={text.renewText}
      action={text.renew}
      failed={text.renewFailed}
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
