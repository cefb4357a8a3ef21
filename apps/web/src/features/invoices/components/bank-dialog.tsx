import type { InvoiceBank } from '@apogee/contracts/invoices/invoices.ts'
import { invoiceBankForm } from '@apogee/contracts/invoices/invoices.forms.ts'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { saveAllFields } from '#web/platform/edit-conflicts/save-edit.ts'
import { useDialogForm } from '#web/platform/forms/dialog-form.ts'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { invoicesMessages } from '../messages/invoices.en.ts'
import { refreshInvoices } from '../api/invoices.ts'

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
  const queries = useQueryClient()
  const [read] = useState({ bank: bank ?? { bankName: '', accountName: '', accountNumber: '' }, version })
  const { field, dialog } = useDialogForm({
    schema: invoiceBankForm,
    values: read.bank,
    save: useMutation({
      mutationFn: (fields: InvoiceBank) =>
        saveAllFields({
          fields,
          read: read.bank,
          version: read.version,
          labels: {
            bankName: text.bankName,
            accountName: text.accountName,
            accountNumber: text.accountNumber,
          },
          send: (body) => call('saveInvoiceBank', { body }),
        }),
      onSuccess: () =>
        Promise.all([queries.invalidateQueries({ queryKey: ['invoice-desk'] }), refreshInvoices(queries)]),
    }),
    failed: text.saveFailed,
    notice: () => text.bankSaved,
    onClose,
  })
  return (
    <FormDialog
      {...dialog}
      title={text.bankDetails}
      text={text.bankLead}
      width="sm"
      action={text.save}
      busyLabel={text.saving}
    >
      <TextField label={text.bankName} autoComplete="off" {...field('bankName')} />
      <TextField label={text.accountName} autoComplete="off" {...field('accountName')} />
      <TextField
        label={text.accountNumber}
        autoComplete="off"
        inputMode="numeric"
        {...field('accountNumber')}
      />
    </FormDialog>
  )
}
