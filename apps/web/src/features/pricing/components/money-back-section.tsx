import type { SellerMoneyBack } from '@apogee/contracts/pricing/money-back.ts'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { LoadStates } from '#web/platform/failures/load-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import {
  moneyBackChosen,
  MoneyBackFields,
  moneyBackTyped,
  moneyBackRules,
} from '#web/shared/buying/money-back/fields.tsx'
import { moneyBackMessages } from '#web/shared/buying/money-back/messages.en.ts'
import { usePageForm } from '#web/platform/forms/page-form.ts'
import { saveAllFields } from '#web/platform/edit-conflicts/save-edit.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import { SettingsFormEnd, SettingsSection } from '#web/shared/settings/settings-section.tsx'
import { pricingMessages } from '../messages/pricing.en.ts'
import { moneyBackQuery } from '../api/pricing.ts'
import '#web/shared/settings/settings-section.css'

export function MoneyBackSection() {
  const text = useText(pricingMessages)
  const promise = useQuery(moneyBackQuery(useViewer()))
  return (
    <SettingsSection headingId="money-back-heading" title={text.moneyBackTitle} lead={text.moneyBackLead}>
      <LoadStates query={promise} skeleton={<Skeleton width={60} />} failed={text.moneyBackLoadFailed}>
        {({ data }) => <MoneyBackForm promise={data} />}
      </LoadStates>
    </SettingsSection>
  )
}

function MoneyBackForm({ promise }: { promise: SellerMoneyBack }) {
  const text = useText(pricingMessages)
  const fields = useText(moneyBackMessages)
  const queries = useQueryClient()
  const [read, setRead] = useState(promise)
  const save = useMutation({
    mutationFn: (typed: { days: string; percent: string }) =>
      saveAllFields({
        fields: { ...moneyBackChosen(typed) },
        read,
        version: read.version,
        labels: { days: fields.days, percent: fields.percent },
        show: (field, value) =>
          field === 'percent'
            ? `${Number(value)} %`
            : value === 0
              ? fields.none
              : fields.within(Number(value)),
        send: (body) => call('updateMoneyBack', { body }),
      }),
  })
  const { form, page } = usePageForm({
    schema: moneyBackRules,
    values: moneyBackTyped(promise),
    save: save.mutateAsync,
    failed: text.moneyBackFailed,
    onSaved: (answer) => {
      setRead(answer.data)
      form.reset(moneyBackTyped(answer.data))
      queries.setQueriesData({ queryKey: ['money-back'] }, answer)
    },
  })
  const isSaved = save.isSuccess && !form.formState.isDirty
  return (
    <form className="settings-form" method="post" noValidate onSubmit={page.onSubmit}>
      {promise.chosenAt === null ? <Notice tone="info">{text.moneyBackNotChosen}</Notice> : null}
      <MoneyBackFields form={form} />
      <SettingsFormEnd
        page={page}
        action={text.save}
        busyLabel={text.saving}
        result={isSaved ? <Notice quiet>{text.moneyBackSaved}</Notice> : null}
      />
    </form>
  )
}
