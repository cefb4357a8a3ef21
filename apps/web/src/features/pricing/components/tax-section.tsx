import { sstInside } from '@apogee/domain/proportion.ts'
import { basisPointsFrom, percentOf, taxForm } from '@apogee/contracts/pricing/pricing.forms.ts'
import type { Rates } from '@apogee/contracts/pricing/pricing.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/notice.tsx'
import { Loading, Skeleton } from '@apogee/ui/skeleton.tsx'
import { TextField } from '@apogee/ui/text-field.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/platform/client.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { useContractForm } from '#web/platform/forms.ts'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useFieldText, useText } from '#web/platform/messages.ts'
import { formatPlainRinggit } from '@apogee/domain/money.ts'
import { saveAllFields } from '#web/platform/save-edit.ts'
import { useViewer } from '#web/platform/session.tsx'
import { pricingMessages } from '../messages/pricing.en.ts'
import './pricing.css'
import { ratesQuery } from '../api/pricing.ts'

/** The SST contained in the seller's own prices, as a section of the settings. */
export function TaxSection() {
  const text = useText(pricingMessages)
  const common = useText(platformMessages)
  const rates = useQuery(ratesQuery(useViewer()))
  return (
    <section className="ap-panel settings-section" data-padded="" aria-labelledby="tax-heading">
      <h2 className="ap-h3" id="tax-heading">
        {text.taxTitle}
      </h2>
      <p className="text-sm text-secondary">{text.taxLead}</p>
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
    </section>
  )
}

/** Sen. */
const examplePrice = 10_000

function TaxForm({ rates }: { rates: Rates }) {
  const text = useText(pricingMessages)
  const fieldText = useFieldText()
  const failureText = useFailureText()
  const queries = useQueryClient()
  const [read, setRead] = useState(rates)
  const form = useContractForm(taxForm, { tax: percentOf(rates.taxBasisPoints) })
  const update = useMutation({
    mutationFn: ({ tax }: { tax: string }) =>
      saveAllFields({
        fields: { taxBasisPoints: basisPointsFrom(tax) ?? 0 },
        ...{ read: { taxBasisPoints: read.taxBasisPoints }, version: read.version },
        labels: { taxBasisPoints: text.taxLabel },
        show: (_, value) => `${percentOf(Number(value))} %`,
        send: (body) => call('updateTaxRate', { body }),
      }),
    onSuccess: ({ data }) => {
      setRead(data)
      form.reset({ tax: percentOf(data.taxBasisPoints) })
      void queries.invalidateQueries({ queryKey: ['rates'] })
    },
  })
  const typed = basisPointsFrom(form.watch('tax'))
  const { feeBasisPoints } = rates
  return (
    <form
      className="settings-form"
      method="post"
      noValidate
      onSubmit={(event) => void form.handleSubmit((given) => update.mutate(given))(event)}
    >
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
        error={fieldText(form.formState.errors.tax?.message)}
        {...form.register('tax')}
      />
      {update.isError ? <Notice tone="danger">{failureText(update.error, text.taxFailed)}</Notice> : null}
      {update.isSuccess && !form.formState.isDirty ? <Notice quiet>{text.taxSaved}</Notice> : null}
      <p className="text-sm text-secondary">
        {feeBasisPoints > 0 ? text.feeOfPlatform(percentOf(feeBasisPoints)) : text.noFee}
      </p>
      <div>
        <Button type="submit" busy={update.isPending} busyLabel={text.saving}>
          {text.save}
        </Button>
      </div>
    </form>
  )
}
