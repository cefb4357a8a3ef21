import type { PayoutBank } from '@apogee/contracts/businesses/businesses.ts'
import {
  malaysianBanks,
  otherBank,
  payoutBankForm,
  type PayoutBankForm,
} from '@apogee/contracts/businesses/payout-bank.forms.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/notice.tsx'
import { Select } from '@apogee/ui/select.tsx'
import { Loading, SkeletonRows } from '@apogee/ui/skeleton.tsx'
import { TextField } from '@apogee/ui/text-field.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/platform/client.ts'
import { dateInWords } from '#web/platform/dates.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { showIssues, useContractForm } from '#web/platform/forms.ts'
import { LoadFailure } from '#web/platform/load-failure.tsx'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useFieldText, useText } from '#web/platform/messages.ts'
import { useLanguage } from '#web/platform/preferences.tsx'
import { useViewer } from '#web/platform/session.tsx'
import { payoutBankMessages } from '../messages/payout-bank.en.ts'
import { payoutBankQuery } from '../api/accounting.ts'
import { SellingNotice } from './selling-notice.tsx'

/** Settings: the seller's payout account. Its heading is `#payout-bank-heading`. */
export function PayoutBankSection() {
  const text = useText(payoutBankMessages)
  const { loading } = useText(platformMessages)
  const { data, error, refetch } = useQuery(payoutBankQuery(useViewer()))
  return (
    <section className="ap-panel settings-section" data-padded="" aria-labelledby="payout-bank-heading">
      <h2 className="ap-h3" id="payout-bank-heading">
        {text.title}
      </h2>
      <p className="text-sm text-secondary">{text.lead}</p>
      <SellingNotice showApproved />
      {data ? (
        <>
          <Entered bank={data.data} />
          <BankForm isEntered={data.data !== null} />
        </>
      ) : error ? (
        <LoadFailure title={text.failed} error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading label={loading}>
          <SkeletonRows count={3} />
        </Loading>
      )}
    </section>
  )
}

function Entered({ bank }: { bank: PayoutBank | null }) {
  const text = useText(payoutBankMessages)
  const language = useLanguage()
  if (!bank) {
    return (
      <Notice tone="info" quiet>
        {text.none}
      </Notice>
    )
  }
  return (
    <Notice quiet className="settings-account">
      <b>{text.saved(bank.bankName, bank.accountEndsWith)}</b>{' '}
      <span>{text.savedOn(dateInWords(bank.savedAt, language))}</span>
    </Notice>
  )
}

/** `bank` is '' until one is chosen. */
type Typed = Omit<PayoutBankForm, 'bank'> & { bank: string }
const nothing: Typed = { bank: '', otherBankName: '', accountNumber: '', accountHolder: '' }

function BankForm({ isEntered }: { isEntered: boolean }) {
  const text = useText(payoutBankMessages)
  const fieldText = useFieldText()
  const failureText = useFailureText()
  const queries = useQueryClient()
  const viewer = useViewer()
  const form = useContractForm(payoutBankForm, nothing)
  const save = useMutation({
    mutationFn: (body: PayoutBankForm) => call('savePayoutBank', { body }),
    onSuccess: (saved) => {
      form.reset(nothing)
      queries.setQueryData(payoutBankQuery(viewer).queryKey, saved)
      void queries.invalidateQueries({ queryKey: ['security-log'] })
    },
    onError: (error) => showIssues(form, error),
  })
  const { errors } = form.formState
  const banks = malaysianBanks.map((name) => ({ value: name, label: name }))
  return (
    <form
      className="settings-form"
      method="post"
      noValidate
      onSubmit={(event) => void form.handleSubmit((typed) => save.mutate(typed))(event)}
    >
      <Select
        label={text.bank}
        placeholder={text.chooseBank}
        options={[...banks, { value: otherBank, label: text.other }]}
        error={fieldText(errors.bank?.message)}
        {...form.register('bank')}
      />
      {form.watch('bank') === otherBank ? (
        <TextField
          label={text.otherBankName}
          autoComplete="off"
          error={fieldText(errors.otherBankName?.message)}
          {...form.register('otherBankName')}
        />
      ) : null}
      <TextField
        label={text.accountNumber}
        hint={text.accountNumberHint}
        inputMode="numeric"
        autoComplete="off"
        error={fieldText(errors.accountNumber?.message)}
        {...form.register('accountNumber')}
      />
      <TextField
        label={text.accountHolder}
        autoComplete="off"
        error={fieldText(errors.accountHolder?.message)}
        {...form.register('accountHolder')}
      />
      {save.isError ? <Notice tone="danger">{failureText(save.error, text.saveFailed)}</Notice> : null}
      {save.isSuccess ? (
        <div role="alert">
          <Notice quiet>{text.done}</Notice>
        </div>
      ) : null}
      <div>
        <Button type="submit" variant="primary" busy={save.isPending} busyLabel={text.saving}>
          {isEntered ? text.replace : text.save}
        </Button>
      </div>
    </form>
  )
}
