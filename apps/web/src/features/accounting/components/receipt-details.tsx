import type { ReceiptDetails } from '@apogee/contracts/accounting/accounting.ts'
import { SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { TextArea, TextField } from '@apogee/ui/fields/text-field.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { LoadStates } from '#web/platform/failures/load-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { usePageForm } from '#web/platform/forms/page-form.ts'
import { saveAllFields } from '#web/platform/edit-conflicts/save-edit.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import { SavedNotice, SettingsFormEnd, SettingsSection } from '#web/shared/settings/settings-section.tsx'
import { accountingMessages } from '../messages/accounting.en.ts'
import { receiptDetailsQuery } from '../api/accounting.ts'
import '#web/shared/settings/settings-section.css'

const rules = () =>
  import('@apogee/contracts/accounting/accounting.forms.ts').then(
    ({ receiptDetailsForm }) => receiptDetailsForm,
  )

/** Shows the seller's details on receipts on the page of the business. Its heading is `#receipts-heading`. */
export function ReceiptDetailsSection() {
  const text = useText(accountingMessages)
  const details = useQuery(receiptDetailsQuery(useViewer()))
  return (
    <SettingsSection headingId="receipts-heading" title={text.detailsTitle} lead={text.detailsLead}>
      <LoadStates query={details} skeleton={<SkeletonRows count={3} />} failed={text.detailsFailed}>
        {(data) => <DetailsForm details={data} />}
      </LoadStates>
    </SettingsSection>
  )
}

function DetailsForm({ details }: { details: ReceiptDetails }) {
  const text = useText(accountingMessages)
  const queries = useQueryClient()
  const viewer = useViewer()
  const [{ isSaved, version, ...read }, setRead] = useState(details)
  const save = useMutation({
    mutationFn: (fields: typeof read) =>
      saveAllFields({
        fields,
        read,
        version,
        labels: {
          legalName: text.legalName,
          registrationNumber: text.registrationNumber,
          sstNumber: text.sstNumber,
          address: text.address,
        },
        send: (body) => call('updateReceiptDetails', { body }),
      }),
  })
  const { form, field, page } = usePageForm({
    repeatsIssues: true,
    schema: rules,
    values: read,
    save: save.mutateAsync,
    failed: text.saveFailed,
    onSaved: ({ data }) => {
      const { isSaved: _, version: __, ...saved } = data
      setRead(data)
      form.reset(saved)
      queries.setQueryData(receiptDetailsQuery(viewer).queryKey, data)
    },
  })
  return (
    <form className="settings-form" method="post" noValidate onSubmit={page.onSubmit}>
      {isSaved ? null : <p className="text-sm text-secondary">{text.detailsUnsaved}</p>}
      <TextField label={text.legalName} autoComplete="organization" {...field('legalName')} />
      <TextField label={text.registrationNumber} autoComplete="off" {...field('registrationNumber')} />
      <TextField label={text.sstNumber} hint={text.sstHint} autoComplete="off" {...field('sstNumber')} />
      <TextArea label={text.address} rows={3} autoComplete="street-address" {...field('address')} />
      <SettingsFormEnd
        page={page}
        variant="primary"
        action={text.save}
        busyLabel={text.saving}
        result={save.isSuccess ? <SavedNotice>{text.saved}</SavedNotice> : null}
      />
    </form>
  )
}
