import { sstInside } from '@apogee/domain/money/proportion.ts'
import { basisPointsFrom, percentOf, taxForm } from '@apogee/contracts/pricing/pricing.forms.ts'
import type { Rates } from '@apogee/contracts/pricing/pricing.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { Loading, Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { formatPlainRinggit } from '@apogee/domain/money/money.ts'
import { usePageForm } from '#web/platform/forms/page-form.ts'
import { saveAllFields } from '#web/platform/edit-conflicts/save-edit.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import { SettingsFormEnd, SettingsSection } from '#web/shared/settings/settings-section.tsx'
import { pricingMessages } from '../messages/pricing.en.ts'
import './pricing.css'
import { ratesQuery } from '../api/pricing.ts'
import '#web/shared/settings/settings-section.css'

/** Edits the SST contained in the seller's prices, as a section of the settings. */
export function TaxSection() {
  const text = useText(pricingMessages)
  const common = useText(platformMessages)
  const rates = useQuery(ratesQuery(useViewer()))
  return (
    <SettingsSection headingId="tax-heading" title={text.taxTitle} lead={text.taxLead}>
      {rates.isPending ? (
        <Loading label={common.loading}>
          <Skeleton width={60} />
        </Loading>
      ) : rates.data ? (
        <TaxForm rates={rates.data.data} />
      ) : (
        <Notice
          tone="warning"
          link={
            <Button variant="quiet" size="sm" onClick={() => void rates.refetch()}>
              {common.tryAgain}
            </Button>
          }
        >
          {text.ratesFailed}
        </Notice>
      )}
    </SettingsSection>
  )
}

/** The example's price is in sen. */
const examplePrice = 10_000

function TaxForm({ rates }: { rates: Rates }) {
  const text = useText(pricingMessages)
  const queries = useQueryClient()
  const [read, setRead] = useState(rates)
  const update = useMutation({
    mutationFn: ({ tax }: { tax: string }) =>
      saveAllFields({
        fields: { taxBasisPoints: basisPointsFrom(tax) ?? 0 },
        read: { taxBasisPoints: read.taxBasisPoints },
        version: read.version,
        labels: { taxBasisPoints: text.taxLabel },
        show: (_, value) => `${percentOf(Number(value))} %`,
        send: (body) => call('updateTaxRate', { body }),
      }),
  })
  const { form, field, page } = usePageForm({
    schema: taxForm,
    values: { tax: percentOf(rates.taxBasisPoints) },
    save: update.mutateAsync,
    failed: text.taxFailed,
    onSaved: ({ data }) => {
      setRead(data)
      form.reset({ tax: percentOf(data.taxBasisPoints) })
      void queries.invalidateQueries({ queryKey: ['rates'] })
    },
  })
  const typed = basisPointsFrom(form.watch('tax'))
  const { feeBasisPoints } = rates
  return (
    <form className="settings-form" method="post" noValidate onSubmit={page.onSubmit}>
      <TextField
        label={text.taxLabel}
        end={
          <span className="pricing-percent" aria-hidden="true">
            %
          </span>
        }
        inputMode="decimal"
        autoComplete="off"
        hint={
          typed
            ? text.taxExample(
                formatPlainRinggit(examplePrice),
                formatPlainRinggit(sstInside(examplePrice, typed)),
              )
            : text.taxHint
        }
        {...field('tax')}
      />
      <SettingsFormEnd
        page={page}
        action={text.save}
        busyLabel={text.saving}
        result={
          <>
            {update.isSuccess && !form.formState.isDirty ? <Notice quiet>{text.taxSaved}</Notice> : null}
            <p className="text-sm text-secondary">
              {feeBasisPoints > 0 ? text.feeOfPlatform(percentOf(feeBasisPoints)) : text.noFee}
            </p>
          </>
        }
      />
    </form>
  )
}
