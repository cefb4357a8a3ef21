import type { InvoiceBank } from '@apogee/contracts/invoices.ts'
import { invoiceBankForm } from '@apogee/contracts/invoices.forms.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Dialog } from '@apogee/ui/dialog.tsx'
import { Notice, useNotify } from '@apogee/ui/notice.tsx'
import { TextField } from '@apogee/ui/text-field.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { call } from '#web/platform/client.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { showIssues, useContractForm } from '#web/platform/forms.ts'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useFieldText, useText } from '#web/platform/messages.ts'
import { invoicesMessages } from './messages.en.ts'
import { refreshInvoices } from './queries.ts'

/** Where companies pay to. */
export function BankDialog({ bank, onClose }: { bank: InvoiceBank | null; onClose: () => void }) {
  const text = useText(invoicesMessages)
  const common = useText(platformMessages)
  const fieldText = useFieldText()
  const failureText = useFailureText()
  const notify = useNotify()
  const queries = useQueryClient()
  const formId = useId()
  const form = useContractForm(invoiceBankForm, bank ?? { bankName: '', accountName: '', accountNumber: '' })
  const save = useMutation({
    mutationFn: (details: InvoiceBank) => call('saveInvoiceBank', { body: details }),
    onSuccess: async () => {
      await Promise.all([queries.invalidateQueries({ queryKey: ['invoice-desk'] }), refreshInvoices(queries)])
      notify({ text: text.bankSaved })
      onClose()
    },
    onError: (error) => void showIssues(form, error),
  })
  const { errors } = form.formState
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.bankDetails}
      text={text.bankLead}
      closeLabel={common.close}
      width="sm"
      busy={save.isPending}
      footer={
        <>
          <Button variant="quiet" size="sm" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            size="sm"
            busy={save.isPending}
            busyLabel={text.saving}
          >
            {text.save}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="invoices-form"
        method="post"
        noValidate
        onSubmit={(event) => void form.handleSubmit((details) => save.mutate(details))(event)}
      >
        {save.isError ? <Notice tone="danger">{failureText(save.error, text.saveFailed)}</Notice> : null}
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
      </form>
    </Dialog>
  )
}
