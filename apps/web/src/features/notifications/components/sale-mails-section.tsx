import { saleMailChoices, type SaleMailChoice } from '@apogee/contracts/notifications/notifications.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/notice.tsx'
import { Select } from '@apogee/ui/select.tsx'
import { Loading, Skeleton } from '@apogee/ui/skeleton.tsx'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/platform/client.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { LoadFailure } from '#web/platform/load-failure.tsx'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useText } from '#web/platform/messages.ts'
import { useViewer, type Viewer } from '#web/platform/session.tsx'
import { saleMailMessages } from '../messages/sale-mail.en.ts'

const saleMailsQuery = (viewer: Viewer) =>
  queryOptions({
    queryKey: ['sale-mails', viewer],
    queryFn: ({ signal }) => call('readSaleMails', { signal }),
  })

/** The choice of sale mails, as a section of the settings. */
export function SaleMailsSection() {
  const text = useText(saleMailMessages)
  const { loading } = useText(platformMessages)
  const { data, error, isPending, refetch } = useQuery(saleMailsQuery(useViewer()))
  return (
    <section className="ap-panel settings-section" data-padded="" aria-labelledby="sale-mails-heading">
      <h2 className="ap-h3" id="sale-mails-heading">
        {text.title}
      </h2>
      <p className="text-sm text-secondary">{text.lead}</p>
      {isPending ? (
        <Loading label={loading}>
          <Skeleton width={60} />
        </Loading>
      ) : data ? (
        <SaleMailsForm saved={data.data.wanted} />
      ) : (
        <LoadFailure title={text.loadFailed} error={error} onRetry={() => void refetch()} />
      )}
    </section>
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
  return (
    <form
      className="settings-form"
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        if (!save.isPending) save.mutate()
      }}
    >
      <Select
        label={text.howOften}
        value={wanted}
        options={saleMailChoices.map((value) => ({ value, label: text[value] }))}
        onChange={(event) => {
          save.reset()
          setWanted(saleMailChoices.find((choice) => choice === event.target.value) ?? saved)
        }}
      />
      {save.isError ? <Notice tone="danger">{failureText(save.error, text.saveFailed)}</Notice> : null}
      {save.isSuccess ? <Notice quiet>{text.saved}</Notice> : null}
      <div>
        <Button type="submit" busy={save.isPending} busyLabel={text.saving}>
          {text.save}
        </Button>
      </div>
    </form>
  )
}
