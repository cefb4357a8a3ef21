import { typedPayoutForm } from '@apogee/contracts/accounting/payouts.forms.ts'
import type { LedgerSummary } from '@apogee/contracts/accounting/accounting.ts'
import { decimalRinggit, formatSignedRinggit } from '@apogee/domain/money/money.ts'
import { parseRinggit } from '@apogee/domain/money/typed-ringgit.ts'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { useDialogForm } from '#web/platform/forms/dialog-form.ts'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { ledgerKey } from '../api/accounting.ts'
import { newKey } from '../api/payouts.ts'
import { payoutsMessages } from '../messages/payouts.en.ts'
import { PaidTo } from './paid-to.tsx'

/** Prepares a payout that another superadmin approves. */
export function PreparePayoutDialog({ summary, onClose }: { summary: LedgerSummary; onClose: () => void }) {
  const text = useText(payoutsMessages)
  const queries = useQueryClient()
  const [key] = useState(newKey)
  const { seller, balance, reserved, payable, payouts } = summary
  const { field, dialog } = useDialogForm({
    schema: typedPayoutForm,
    values: { amount: decimalRinggit(payable) },
    save: useMutation({
      mutationFn: ({ amount }: { amount: string }) =>
        call('preparePayout', {
          body: { sellerId: seller.id, amount: parseRinggit(amount) ?? 0, expectedBalance: balance, key },
        }),
      onSettled: () => queries.invalidateQueries({ queryKey: ledgerKey }),
    }),
    failed: text.prepareFailed,
    notice: () => text.preparedNotice,
    onClose,
  })
  const [owed, kept, open, free] = [balance, reserved, payouts?.open ?? 0, payable].map(formatSignedRinggit)
  return (
    <FormDialog
      {...dialog}
      width="sm"
      title={text.prepareTitle(seller.name)}
      text={text.prepareText(owed ?? '', kept ?? '', open ?? '', free ?? '')}
      action={text.prepare}
      busyLabel={text.preparing}
    >
      <PaidTo sellerId={seller.id} />
      <TextField
        label={text.amountLabel}
        hint={text.amountHint}
        inputMode="decimal"
        autoComplete="off"
        prefix="RM"
        {...field('amount')}
      />
    </FormDialog>
  )
}
