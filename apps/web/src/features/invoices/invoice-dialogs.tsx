/** What moves money, or cannot be taken back, is asked about once: amount, company and consequence. */
import type { InvoiceDetail } from '@apogee/contracts/invoices.ts'
import { invoicePaymentForm, invoiceVoidForm } from '@apogee/contracts/invoices.forms.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Checkbox } from '@apogee/ui/checkbox.tsx'
import { ConfirmDialog, Dialog } from '@apogee/ui/dialog.tsx'
import { Notice, useNotify } from '@apogee/ui/notice.tsx'
import { TextArea, TextField } from '@apogee/ui/text-field.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#web/platform/client.ts'
import { dayInKualaLumpur } from '#web/platform/dates.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { showIssues, useContractForm } from '#web/platform/forms.ts'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useFieldText, useText } from '#web/platform/messages.ts'
import { ringgitSum } from '#web/platform/money.ts'
import { priceTyped } from './invoice-lines.ts'
import { invoicesMessages } from './messages.en.ts'
import { refreshInvoices } from './queries.ts'

interface StepProps {
  invoice: InvoiceDetail
  onClose: () => void
}

/** A dialog around a form of its own, with the one thing it does. */
function StepDialog({
  title,
  text,
  formId,
  action,
  busyLabel,
  busy,
  tone = 'primary',
  onClose,
  children,
}: {
  title: string
  text: string
  formId: string
  action: string
  busyLabel: string
  busy: boolean
  tone?: 'primary' | 'danger'
  onClose: () => void
  children: ReactNode
}) {
  const common = useText(platformMessages)
  return (
    <Dialog
      {...{ title, text, onClose, busy }}
      open
      width="sm"
      closeLabel={common.close}
      footer={
        <>
          <Button variant="quiet" size="sm" onClick={onClose} disabled={busy}>
            {common.cancel}
          </Button>
          <Button type="submit" form={formId} variant={tone} size="sm" busy={busy} busyLabel={busyLabel}>
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}

function IssueDialog({ invoice, onClose }: StepProps) {
  const text = useText(invoicesMessages)
  const failureText = useFailureText()
  const notify = useNotify()
  const queries = useQueryClient()
  const formId = useId()
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
  const amount = ringgitSum(total)
  return (
    <StepDialog
      {...{ formId, onClose }}
      title={text.issueTitle}
      text={text.issueText(companyName, amount)}
      action={text.issueAction(amount)}
      busyLabel={text.issuing}
      busy={issue.isPending}
    >
      <form
        id={formId}
        className="invoices-form"
        method="post"
        onSubmit={(event) => {
          event.preventDefault()
          if (!issue.isPending) issue.mutate()
        }}
      >
        {issue.isError ? <Notice tone="danger">{failureText(issue.error, text.issueFailed)}</Notice> : null}
        <Checkbox
          label={text.issueMail(contactEmail)}
          checked={mail}
          onChange={(event) => setMail(event.target.checked)}
        />
      </form>
    </StepDialog>
  )
}

function PaymentDialog({ invoice, onClose }: StepProps) {
  const text = useText(invoicesMessages)
  const fieldText = useFieldText()
  const failureText = useFailureText()
  const notify = useNotify()
  const queries = useQueryClient()
  const formId = useId()
  const [today] = useState(() => dayInKualaLumpur(new Date().toISOString()))
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
  const amount = ringgitSum(total)
  const isTotal =
    typedAmount
      .trim()
      .replace(/^RM\s*/i, '')
      .replaceAll(/,(?=\d{3})/g, '') === priceTyped(total)
  return (
    <StepDialog
      {...{ formId, onClose }}
      title={text.markPaidTitle}
      text={text.markPaidText(amount)}
      action={text.recordPayment(amount)}
      busyLabel={text.recording}
      busy={pay.isPending}
    >
      <form
        id={formId}
        className="invoices-form"
        method="post"
        noValidate
        onSubmit={(event) => {
          setIsAmountWrong(!isTotal)
          void form.handleSubmit((payment) => {
            if (isTotal) pay.mutate(payment)
          })(event)
        }}
      >
        {pay.isError ? <Notice tone="danger">{failureText(pay.error, text.payFailed)}</Notice> : null}
        <TextField
          label={text.amountField}
          prefix="RM"
          inputMode="decimal"
          autoComplete="off"
          placeholder={priceTyped(total)}
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
      </form>
    </StepDialog>
  )
}

function VoidDialog({ invoice, onClose }: StepProps) {
  const text = useText(invoicesMessages)
  const fieldText = useFieldText()
  const failureText = useFailureText()
  const notify = useNotify()
  const queries = useQueryClient()
  const formId = useId()
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
  const amount = ringgitSum(total)
  return (
    <StepDialog
      {...{ formId, onClose }}
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
    >
      <form
        id={formId}
        className="invoices-form"
        method="post"
        noValidate
        onSubmit={(event) => void form.handleSubmit((given) => cancel.mutate(given))(event)}
      >
        {cancel.isError ? <Notice tone="danger">{failureText(cancel.error, text.voidFailed)}</Notice> : null}
        <TextArea
          label={text.voidReason}
          hint={text.voidReasonHint}
          rows={2}
          error={fieldText(form.formState.errors.reason?.message)}
          {...form.register('reason')}
        />
      </form>
    </StepDialog>
  )
}

function DeleteDialog({ invoice, onClose }: StepProps) {
  const text = useText(invoicesMessages)
  const common = useText(platformMessages)
  const failureText = useFailureText()
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
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      title={text.deleteTitle}
      text={text.deleteText(invoice.companyName)}
      confirmLabel={text.deleteDraft}
      cancelLabel={common.cancel}
      closeLabel={common.close}
      busy={remove.isPending}
      busyLabel={text.deleting}
      error={remove.isError ? failureText(remove.error, text.deleteFailed) : undefined}
    />
  )
}

function RenewDialog({ invoice, onClose }: StepProps) {
  const text = useText(invoicesMessages)
  const common = useText(platformMessages)
  const failureText = useFailureText()
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
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => renew.mutate()}
      title={text.renewTitle}
      text={text.renewText}
      confirmLabel={text.renew}
      cancelLabel={common.cancel}
      closeLabel={common.close}
      busy={renew.isPending}
      error={renew.isError ? failureText(renew.error, text.renewFailed) : undefined}
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
