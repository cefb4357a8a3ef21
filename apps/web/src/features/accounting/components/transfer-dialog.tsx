import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import { decimalRinggit, formatSignedRinggit } from '@apogee/domain/money/money.ts'
import { typedTransferForm } from '@apogee/contracts/accounting/accounting.forms.ts'
import type { LedgerSummary } from '@apogee/contracts/accounting/accounting.ts'
import { parseRinggit } from '@apogee/domain/money/typed-ringgit.ts'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { ConfirmStep, FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useContractForm, useFieldProps } from '#web/platform/forms/forms.ts'
import { useText } from '#web/platform/language/messages.ts'
import { accountingMessages } from '../messages/accounting.en.ts'
import { PaidTo } from './paid-to.tsx'
import { ledgerKey } from '../api/accounting.ts'
import { newKey } from '../api/payouts.ts'

export type TransferKind = 'payout' | 'payment_in'

interface Typed {
  amount: string
  reference: string
  paidOn: string
}

/** Records the transfer once, even when the request is repeated. */
function useTransferEntry(
  kind: TransferKind,
  sellerId: LedgerSummary['seller']['id'],
  expectedBalance: number,
) {
  const queries = useQueryClient()
  const [key] = useState(newKey)
  return useMutation({
    mutationFn: ({ amount, reference, paidOn }: Typed) =>
      call('recordTransfer', {
        body: {
          sellerId,
          kind,
          amount: parseRinggit(amount) ?? 0,
          reference,
          paidOn,
          expectedBalance,
          key,
        },
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: ledgerKey }),
  })
}

interface TransferProps {
  kind: TransferKind
  seller: LedgerSummary['seller']
  summary: LedgerSummary
  onClose: () => void
}

/** Records a bank transfer between the platform and a seller: first the form, then a confirmation of its consequences. */
export function TransferDialog({ kind, seller, summary, onClose }: TransferProps) {
  const text = useText(accountingMessages)
  const [today] = useState(() => dayInMalaysia(new Date()))
  const [checked, setChecked] = useState<Typed | null>(null)
  const { balance, reserved, payable } = summary
  const owed = Math.abs(balance)
  const isPayout = kind === 'payout'
  const form = useContractForm(typedTransferForm, {
    amount: decimalRinggit(isPayout ? payable : owed),
    reference: '',
    paidOn: today,
  })
  const field = useFieldProps(form)
  const enter = useTransferEntry(kind, seller.id, balance)
  if (checked) {
    const amount = parseRinggit(checked.amount) ?? 0
    const question = isPayout ? text.confirmPayout : text.confirmPaymentIn
    return (
      <ConfirmStep
        step={{ isPending: enter.isPending, mutateAsync: () => enter.mutateAsync(checked) }}
        notice={() => text.recorded}
        onDone={onClose}
        tone="primary"
        title={isPayout ? text.confirmPayoutTitle : text.confirmPaymentInTitle}
        text={question(formatSignedRinggit(amount), seller.name, formatSignedRinggit(owed - amount))}
        action={text.confirm}
        busyLabel={text.recording}
        failed={text.recordFailed}
        onClose={() => setChecked(null)}
      />
    )
  }
  const owedText = formatSignedRinggit(owed)
  return (
    <FormDialog
      width="sm"
      title={isPayout ? text.payoutTitle(seller.name) : text.paymentInTitle(seller.name)}
      text={
        isPayout
          ? text.payoutText(owedText, formatSignedRinggit(reserved), formatSignedRinggit(payable))
          : text.paymentInText(owedText)
      }
      action={text.next}
      onClose={onClose}
      onSubmit={(event) => void form.handleSubmit(setChecked)(event)}
    >
      {isPayout ? <PaidTo sellerId={seller.id} /> : null}
      <TextField
        label={text.amount}
        hint={text.amountHint}
        inputMode="decimal"
        autoComplete="off"
        prefix="RM"
        {...field('amount')}
      />
      <TextField label={text.bankReference} autoComplete="off" {...field('reference')} />
      <TextField label={text.paidOn} type="date" max={today} {...field('paidOn')} />
    </FormDialog>
  )
}
