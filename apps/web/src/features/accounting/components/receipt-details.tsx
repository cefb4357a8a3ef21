import { receiptDetailsForm } from '@apogee/contracts/accounting/accounting.forms.ts'
import type { ReceiptDetails } from '@apogee/contracts/accounting/accounting.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/notice.tsx'
import { Loading, SkeletonRows } from '@apogee/ui/skeleton.tsx'
import { TextArea, TextField } from '@apogee/ui/text-field.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/platform/client.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { showIssues, useContractForm } from '#web/platform/forms.ts'
import { LoadFailure } from '#web/platform/load-failure.tsx'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useFieldText, useText } from '#web/platform/messages.ts'
import { saveAllFields } from '#web/platform/save-edit.ts'
import { useViewer } from '#web/platform/session.tsx'
import { accountingMessages } from '../messages/accounting.en.ts'
import { receiptDetailsQuery } from '../api/accounting.ts'

/** Settings: the seller's details on receipts. Its heading is `#receipts-heading`. */
export function ReceiptDetailsSection() {
  const text = useText(accountingMessages)
  const { loading } = useText(platformMessages)
  const { data, isPending, error, refetch } = useQuery(receiptDetailsQuery(useViewer()))
  return (
    <section className="ap-panel settings-section" data-padded="" aria-labelledby="receipts-heading">
      <h2 className="ap-h3" id="receipts-heading">
        {text.detailsTitle}
      </h2>
      <p className="text-sm text-secondary">{text.detailsLead}</p>
      {isPending ? (
        <Loading label={loading}>
          <SkeletonRows count={3} />
        </Loading>
      ) : data ? (
        <DetailsForm details={data} />
      ) : (
        <LoadFailure title={text.detailsFailed} error={error} onRetry={() => void refetch()} />
      )}
    </section>
  )
}

function DetailsForm({ details }: { details: ReceiptDetails }) {
  const text = useText(accountingMessages)
  const fieldText = useFieldText()
  const failureText = useFailureText()
  const queries = useQueryClient()
  const viewer = useViewer()
  const [{ isSaved, version, ...read }, setRead] = useState(details)
  const form = useContractForm(receiptDetailsForm, read)
  const save = useMutation({
    mutationFn: (fields: typeof read) =>
      saveAllFields({
        ...{ fields, read, version },
        labels: {
          ...{ legalName: text.legalName, registrationNumber: text.registrationNumber },
          ...{ sstNumber: text.sstNumber, address: text.address },
        },
        send: (body) => call('updateReceiptDetails', { body }),
      }),
    onSuccess: ({ data }) => {
      const { isSaved: _, version: __, ...saved } = data
      setRead(data)
      form.reset(saved)
      queries.setQueryData(receiptDetailsQuery(viewer).queryKey, data)
    },
    onError: (error) => showIssues(form, error),
  })
  const { errors } = form.formState
  return (
    <form
      className="settings-form"
      method="post"
      noValidate
      onSubmit={(event) => void form.handleSubmit((typed) => save.mutate(typed))(event)}
    >
      {isSaved ? null : <p className="text-sm text-secondary">{text.detailsUnsaved}</p>}
      <TextField
        label={text.legalName}
        autoComplete="organization"
        error={fieldText(errors.legalName?.message)}
        {...form.register('legalName')}
      />
      <TextField
        label={text.registrationNumber}
        autoComplete="off"
        error={fieldText(errors.registrationNumber?.message)}
        {...form.register('registrationNumber')}
      />
      <TextField
        label={text.sstNumber}
        hint={text.sstHint}
        autoComplete="off"
        error={fieldText(errors.sstNumber?.message)}
        {...form.register('sstNumber')}
      />
      <TextArea
        label={text.address}
        rows={3}
        autoComplete="street-address"
        error={fieldText(errors.address?.message)}
        {...form.register('address')}
      />
      {save.isError ? <Notice tone="danger">{failureText(save.error, text.saveFailed)}</Notice> : null}
      {save.isSuccess ? (
        <div role="alert">
          <Notice quiet>{text.saved}</Notice>
        </div>
      ) : null}
      <div>
        <Button type="submit" variant="primary" busy={save.isPending} busyLabel={text.saving}>
          {text.save}
        </Button>
      </div>
    </form>
  )
}
