import { formatSignedRinggit } from '@apogee/domain/money.ts'
import { reversalForm } from '@apogee/contracts/accounting/accounting.forms.ts'
import type { LedgerRow, LedgerSummary } from '@apogee/contracts/accounting/accounting.ts'
import { useNotify } from '@apogee/ui/notice.tsx'
import { TextField } from '@apogee/ui/text-field.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/platform/client.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { FormDialog } from '#web/platform/form-dialog.tsx'
import { useContractForm } from '#web/platform/forms.ts'
import { useFieldText, useText } from '#web/platform/messages.ts'
import { accountingMessages } from '../messages/accounting.en.ts'
import { ledgerKey } from '../api/accounting.ts'

/** A transfer that was entered wrongly: nothing is struck out, the opposite is entered. */
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
  const fieldText = useFieldText()
  const failureText = useFailureText()
  const notify = useNotify()
  const queries = useQueryClient()
  const form = useContractForm(reversalForm, { reason: '' })
  const takeBack = useMutation({
    mutationFn: (body: { reason: string }) => call('reverseTransfer', { params: { id: row.id }, body }),
    onSuccess: () => {
      notify({ text: text.takenBack })
      onClose()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ledgerKey }),
  })
  return (
    <FormDialog
      width="sm"
      role="alertdialog"
      title={text.takeBackTitle}
      text={text.takeBackText(formatSignedRinggit(Math.abs(row.change)), seller.name)}
      tone="danger"
      action={text.takeBack}
      busyLabel={text.recording}
      busy={takeBack.isPending}
      error={takeBack.isError ? failureText(takeBack.error, text.recordFailed) : undefined}
      onClose={onClose}
      onSubmit={(event) => void form.handleSubmit((typed) => takeBack.mutate(typed))(event)}
    >
      <TextField
        label={text.reason}
        autoComplete="off"
        error={fieldText(form.formState.errors.reason?.message)}
        {...form.register('reason')}
      />
    </FormDialog>
  )
}
