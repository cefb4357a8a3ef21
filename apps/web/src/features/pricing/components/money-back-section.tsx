import type { SellerMoneyBack } from '@apogee/contracts/pricing/money-back.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/notice.tsx'
import { Loading, Skeleton } from '@apogee/ui/skeleton.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/platform/client.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { LoadFailure } from '#web/platform/load-failure.tsx'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useText } from '#web/platform/messages.ts'
import {
  moneyBackChosen,
  MoneyBackFields,
  moneyBackTyped,
  useMoneyBackForm,
} from '#web/platform/money-back/fields.tsx'
import { moneyBackMessages } from '#web/platform/money-back/messages.en.ts'
import { saveAllFields } from '#web/platform/save-edit.ts'
import { useViewer } from '#web/platform/session.tsx'
import { pricingMessages } from '../messages/pricing.en.ts'
import './pricing.css'
import { moneyBackQuery } from '../api/pricing.ts'

/** The seller's money-back promise, as a section of the settings. */
export function MoneyBackSection() {
  const text = useText(pricingMessages)
  const { loading } = useText(platformMessages)
  const { data, error, isPending, refetch } = useQuery(moneyBackQuery(useViewer()))
  return (
    <section className="ap-panel settings-section" data-padded="" aria-labelledby="money-back-heading">
      <h2 className="ap-h3" id="money-back-heading">
        {text.moneyBackTitle}
      </h2>
      <p className="text-sm text-secondary">{text.moneyBackLead}</p>
      {isPending ? (
        <Loading label={loading}>
          <Skeleton width={60} />
        </Loading>
      ) : data ? (
        <MoneyBackForm promise={data.data} />
      ) : (
        <LoadFailure title={text.moneyBackLoadFailed} error={error} onRetry={() => void refetch()} />
      )}
    </section>
  )
}

function MoneyBackForm({ promise }: { promise: SellerMoneyBack }) {
  const text = useText(pricingMessages)
  const fields = useText(moneyBackMessages)
  const failureText = useFailureText()
  const queries = useQueryClient()
  const [read, setRead] = useState(promise)
  const form = useMoneyBackForm(promise)
  const save = useMutation({
    mutationFn: (typed: { days: string; percent: string }) =>
      saveAllFields({
        fields: { ...moneyBackChosen(typed) },
        ...{ read, version: read.version },
        labels: { days: fields.days, percent: fields.percent },
        show: (field, value) =>
          field === 'percent'
            ? `${Number(value)} %`
            : value === 0
              ? fields.none
              : fields.within(Number(value)),
        send: (body) => call('updateMoneyBack', { body }),
      }),
    onSuccess: (answer) => {
      setRead(answer.data)
      form.reset(moneyBackTyped(answer.data))
      queries.setQueriesData({ queryKey: ['money-back'] }, answer)
    },
  })
  return (
    <form
      className="settings-form"
      method="post"
      noValidate
      onSubmit={(event) => void form.handleSubmit((typed) => save.mutate(typed))(event)}
    >
      {promise.chosenAt === null ? <Notice tone="info">{text.moneyBackNotChosen}</Notice> : null}
      <MoneyBackFields form={form} />
      {save.isError ? <Notice tone="danger">{failureText(save.error, text.moneyBackFailed)}</Notice> : null}
      {save.isSuccess && !form.formState.isDirty ? <Notice quiet>{text.moneyBackSaved}</Notice> : null}
      <div>
        <Button type="submit" busy={save.isPending} busyLabel={text.saving}>
          {text.save}
        </Button>
      </div>
    </form>
  )
}
