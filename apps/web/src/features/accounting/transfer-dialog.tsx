import { typedTransferForm } from '@apogee/contracts/accounting.forms.ts'
import type { LedgerSummary } from '@apogee/contracts/accounting.ts'
import { centsFromRinggit } from '@apogee/contracts/courses.forms.ts'
import { Button } from '@apogee/ui/button.tsx'
import { ConfirmDialog, Dialog } from '@apogee/ui/dialog.tsx'
import { useNotify } from '@apogee/ui/notice.tsx'
import { TextField } from '@apogee/ui/text-field.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '#web/platform/client.ts'
import { dayInKualaLumpur } from '#web/platform/dates.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { useContractForm } from '#web/platform/forms.ts'
import { useFieldText, useText } from '#web/platform/messages.ts'
import { signed } from './amounts.ts'
import { accountingMessages } from './messages.en.ts'
import { ledgerKey } from './queries.ts'

export type TransferKind = 'payout' | 'payment_in'

interface Typed {
  amount: string
  reference: string
  paidOn: string
}

/** Made once for a form: however often it is sent, the transfer is entered once. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')

/** What a bank has moved between the platform and a seller: first the form, then the question with all it means. */
export function TransferDialog({
  kind,
  seller,
  balance,
  onClose,
}: {
  kind: TransferKind
  seller: LedgerSummary['seller']
  balance: number
  onClose: () => void
}) {
  const text = useText(accountingMessages)
  const fieldText = useFieldText()
  const failureText = useFailureText()
  const notify = useNotify()
  const queries = useQueryClient()
  const formId = useId()
  const [today] = useState(() => dayInKualaLumpur(new Date().toISOString()))
  const [key] = useState(newKey)
  const [checked, setChecked] = useState<Typed | null>(null)
  const owed = Math.abs(balance)
  const form = useContractForm(typedTransferForm, {
    amount: (owed / 100).toFixed(2),
    reference: '',
    paidOn: today,
  })
  const { errors } = form.formState
  const enter = useMutation({
    mutationFn: ({ amount, reference, paidOn }: Typed) =>
      call('recordTransfer', {
        body: {
          ...{ sellerId: seller.id, kind, amount: centsFromRinggit(amount), reference, paidOn },
          ...{ expectedBalance: balance, key },
        },
      }),
    onSuccess: () => {
      notify({ text: text.recorded })
      onClose()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ledgerKey }),
  })
  const isPayout = kind === 'payout'
  if (checked) {
    const amount = centsFromRinggit(checked.amount)
    const question = isPayout ? text.confirmPayout : text.confirmPaymentIn
    return (
      <ConfirmDialog
        open
        tone="primary"
        title={isPayout ? text.confirmPayoutTitle : text.confirmPaymentInTitle}
        text={question(signed(amount), seller.name, signed(owed - amount))}
        confirmLabel={text.confirm}
        cancelLabel={text.cancel}
        closeLabel={text.close}
        busy={enter.isPending}
        busyLabel={text.recording}
        error={enter.isError ? failureText(enter.error, text.recordFailed) : undefined}
        onConfirm={() => enter.mutate(checked)}
        onClose={() => {
          enter.reset()
          setChecked(null)
        }}
      />
    )
  }
  return (
    <Dialog
      open
      width="sm"
      title={isPayout ? text.payoutTitle(seller.name) : text.paymentInTitle(seller.name)}
      text={isPayout ? text.payoutText(signed(owed)) : text.paymentInText(signed(owed))}
      closeLabel={text.close}
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button variant="primary" type="submit" form={formId}>
            {text.next}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="ledger-form"
        method="post"
        noValidate
        onSubmit={(event) => void form.handleSubmit((typed) => setChecked(typed))(event)}
      >
        <TextField
          label={text.amount}
          hint={text.amountHint}
          inputMode="decimal"
          autoComplete="off"
          prefix="RM"
          error={fieldText(errors.amount?.message)}
          {...form.register('amount')}
        />
        <TextField
          label={text.bankReference}
          autoComplete="off"
          error={fieldText(errors.reference?.message)}
          {...form.register('reference')}
        />
        <TextField
          label={text.paidOn}
          type="date"
          max={today}
          error={fieldText(errors.paidOn?.message)}
          {...form.register('paidOn')}
        />
      </form>
    </Dialog>
  )
}
