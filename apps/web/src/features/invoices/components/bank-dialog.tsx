import type { InvoiceBank } from '@apogee/contracts/invoices/invoices.ts'
import { invoiceBankForm } from '@apogee/contracts/invoices/invoices.forms.ts'
import { useNotify } from '@apogee/ui/notice.tsx'
import { TextField } from '@apogee/ui/text-field.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/platform/client.ts'
import { saveWhole } from '#web/platform/save-edit.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { FormDialog } from '#web/platform/form-dialog.tsx'
import { isSaidByFields, showIssues, useContractForm } from '#web/platform/forms.ts'
import { useFieldText, useText } from '#web/platform/messages.ts'
import { invoicesMessages } from '../messages/invoices.en.ts'
import { refreshInvoices } from '../api/invoices.ts'

/** Where companies pay to. */
export function BankDialog({
  bank,
  version,
  onClose,
}: {
  bank: InvoiceBank | null
  version: number | undefined
  onClose: () => void
}) {
  const text = useText(invoicesMessages)
  const fieldText = useFieldText()
  const failureText = useFailureText()
  const notify = useNotify()
  const queries = useQueryClient()
  const [read] = useState({ bank: bank ?? { bankName: '', accountName: '', accountNumber: '' }, version })
  const form = useContractForm(invoiceBankForm, read.bank)
  const save = useMutation({
    mutationFn: (fields: InvoiceBank) =>
      saveWhole({
        ...{ fields, read: read.bank, version: read.version },
        labels: {
          ...{ bankName: text.bankName, accountName: text.accountName, accountNumber: text.accountNumber },
        },
        send: (body) => call('saveInvoiceBank', { body }),
      }),
    onSuccess: async () => {
      await Promise.all([queries.invalidateQueries({ queryKey: ['invoice-desk'] }), refreshInvoices(queries)])
      notify({ text: text.bankSaved })
      onClose()
    },
    onError: (error) => void showIssues(form, error),
  })
  const { errors } = form.formState
  return (
    <FormDialog
      onClose={onClose}
      title={text.bankDetails}
      text={text.bankLead}
      width="sm"
      action={text.save}
      busyLabel={text.saving}
      busy={save.isPending}
      error={
        save.isError && !isSaidByFields(form, save.error)
          ? failureText(save.error, text.saveFailed)
          : undefined
      }
      onSubmit={(event) => void form.handleSubmit((details) => save.mutate(details))(event)}
    >
      <TextField
        label={text.bankName}
        autoComplete="off"
        error={fieldText(errors.bankName?.message)}
        {...form.register('bankName')}
      />
      <TextField
        label={text.accountName}
        autoComplete="off"
        error={fieldText(errors.accountName?.message)}
        {...form.register('accountName')}
      />
      <TextField
        label={text.accountNumber}
        autoComplete="off"
        inputMode="numeric"
        error={fieldText(errors.accountNumber?.message)}
        {...form.register('accountNumber')}
      />
    </FormDialog>
  )
}
