import { formatSignedRinggit } from '@apogee/domain/money/money.ts'
import { reversalForm } from '@apogee/contracts/accounting/accounting.forms.ts'
import type { LedgerRow, LedgerSummary } from '@apogee/contracts/accounting/accounting.ts'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'
import { useDialogForm } from '#web/platform/forms/dialog-form.ts'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { accountingMessages } from '../messages/accounting.en.ts'
import { ledgerKey } from '../api/accounting.ts'

/** Reverses a wrong transfer with an opposite posting; nothing is deleted. */
export function TakeBackDialog({
  row,
  seller,
  onClose,
}: {
  row: LedgerRow
  seller: LedgerSummary['seller']
  onClose: () => void
}) {
  const text = useText(accountingMessages)
  const queries = useQueryClient()
  const { field, dialog } = useDialogForm({
    schema: reversalForm,
    values: { reason: '' },
    save: useMutation({
      mutationFn: (body: { reason: string }) => call('reverseTransfer', { params: { id: row.id }, body }),
      onSettled: () => queries.invalidateQueries({ queryKey: ledgerKey }),
    }),
    failed: text.recordFailed,
    notice: () => text.takenBack,
    onClose,
  })
  return (
    <FormDialog
      {...dialog}
      width="sm"
      role="alertdialog"
      title={text.takeBackTitle}
      text={text.takeBackText(formatSignedRinggit(Math.abs(row.change)), seller.name)}
      tone="danger"
      action={text.takeBack}
      busyLabel={text.recording}
    >
      <TextField label={text.reason} autoComplete="off" {...field('reason')} />
    </FormDialog>
  )
}
