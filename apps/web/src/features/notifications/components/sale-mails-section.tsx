import { saleMailChoices, type SaleMailChoice } from '@apogee/contracts/notifications/notifications.ts'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { Select } from '@apogee/ui/fields/select.tsx'
import { Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { LoadStates } from '#web/platform/failures/load-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useViewer, type Viewer } from '#web/platform/session/session.tsx'
import { SettingsFormEnd, SettingsSection } from '#web/shared/settings/settings-section.tsx'
import { saleMailMessages } from '../messages/sale-mail.en.ts'
import '#web/shared/settings/settings-section.css'

const saleMailsQuery = (viewer: Viewer) =>
  queryOptions({
    queryKey: ['sale-mails', viewer],
    queryFn: ({ signal }) => call('readSaleMails', { signal }),
  })

export function SaleMailsSection() {
  const text = useText(saleMailMessages)
  const choice = useQuery(saleMailsQuery(useViewer()))
  return (
    <SettingsSection headingId="sale-mails-heading" title={text.title} lead={text.lead}>
      <LoadStates query={choice} skeleton={<Skeleton width={60} />} failed={text.loadFailed}>
        {({ data }) => <SaleMailsForm saved={data.wanted} />}
      </LoadStates>
    </SettingsSection>
  )
}

function SaleMailsForm({ saved }: { saved: SaleMailChoice }) {
  const text = useText(saleMailMessages)
  const failureText = useFailureText()
  const queries = useQueryClient()
  const [wanted, setWanted] = useState(saved)
  const save = useMutation({
    mutationFn: () => call('updateSaleMails', { body: { wanted } }),
    onSuccess: (answer) => queries.setQueriesData({ queryKey: ['sale-mails'] }, answer),
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!save.isPending) save.mutate()
  }
  return (
    <form className="settings-form" method="post" noValidate onSubmit={onSubmit}>
      <Select
        label={text.howOften}
        value={wanted}
        options={saleMailChoices.map((value) => ({ value, label: text[value] }))}
        onChange={(event) => {
          save.reset()
          setWanted(saleMailChoices.find((choice) => choice === event.target.value) ?? saved)
        }}
      />
      <SettingsFormEnd
        page={{
          busy: save.isPending,
          error: save.isError ? failureText(save.error, text.saveFailed) : undefined,
        }}
        action={text.save}
        busyLabel={text.saving}
        result={save.isSuccess ? <Notice quiet>{text.saved}</Notice> : null}
      />
    </form>
  )
}
