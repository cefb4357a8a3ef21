import type { PayoutBank } from '@apogee/contracts/businesses/businesses.ts'
import { malaysianBanks, otherBank } from '@apogee/contracts/businesses/malaysian-banks.ts'
import type { PayoutBankForm } from '@apogee/contracts/businesses/payout-bank.forms.ts'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { Select } from '@apogee/ui/fields/select.tsx'
import { SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'
import { dateInWords } from '#web/platform/language/dates.ts'
import { LoadStates } from '#web/platform/failures/load-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { usePageForm } from '#web/platform/forms/page-form.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import { SavedNotice, SettingsFormEnd, SettingsSection } from '#web/shared/settings/settings-section.tsx'
import { payoutBankMessages } from '../messages/payout-bank.en.ts'
import { payoutBankQuery } from '../api/accounting.ts'
import { SellingNotice } from './selling-notice.tsx'
import '#web/shared/settings/settings-section.css'

const rules = () =>
  import('@apogee/contracts/businesses/payout-bank.forms.ts').then(({ payoutBankForm }) => payoutBankForm)

/** Shows the seller's payout account on the page of the business. Its heading is `#payout-bank-heading`. */
export function PayoutBankSection() {
  const text = useText(payoutBankMessages)
  const bank = useQuery(payoutBankQuery(useViewer()))
  return (
    <SettingsSection headingId="payout-bank-heading" title={text.title} lead={text.lead}>
      <SellingNotice showApproved />
      <LoadStates query={bank} skeleton={<SkeletonRows count={3} />} failed={text.failed}>
        {({ data }) => (
          <>
            <Entered bank={data} />
            <BankForm isEntered={data !== null} />
          </>
        )}
      </LoadStates>
    </SettingsSection>
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

/** `bank` is '' until the person chooses a bank. */
type Typed = Omit<PayoutBankForm, 'bank'> & { bank: string }
const nothing: Typed = { bank: '', otherBankName: '', accountNumber: '', accountHolder: '' }

function BankForm({ isEntered }: { isEntered: boolean }) {
  const text = useText(payoutBankMessages)
  const queries = useQueryClient()
  const viewer = useViewer()
  const save = useMutation({
    mutationFn: (body: PayoutBankForm) => call('savePayoutBank', { body }),
    onSuccess: (saved) => {
      queries.setQueryData(payoutBankQuery(viewer).queryKey, saved)
      void queries.invalidateQueries({ queryKey: ['security-log'] })
      // A changed account must be verified again, so the state of the seller's verification is reloaded.
      void queries.invalidateQueries({ queryKey: ['seller-checks'] })
    },
  })
  const { form, field, page } = usePageForm({
    repeatsIssues: true,
    schema: rules,
    values: nothing,
    save: save.mutateAsync,
    failed: text.saveFailed,
    onSaved: () => form.reset(nothing),
  })
  const { readOnly: _, ...bank } = field('bank')
  const banks = malaysianBanks.map((name) => ({ value: name, label: name }))
  return (
    <form className="settings-form" method="post" noValidate onSubmit={page.onSubmit}>
      <Select
        label={text.bank}
        placeholder={text.chooseBank}
        options={[...banks, { value: otherBank, label: text.other }]}
        {...bank}
      />
      {form.watch('bank') === otherBank ? (
        <TextField label={text.otherBankName} autoComplete="off" {...field('otherBankName')} />
      ) : null}
      <TextField
        label={text.accountNumber}
        hint={text.accountNumberHint}
        inputMode="numeric"
        autoComplete="off"
        {...field('accountNumber')}
      />
      <TextField label={text.accountHolder} autoComplete="off" {...field('accountHolder')} />
      <SettingsFormEnd
        page={page}
        variant="primary"
        action={isEntered ? text.replace : text.save}
        busyLabel={text.saving}
        result={save.isSuccess ? <SavedNotice>{text.done}</SavedNotice> : null}
      />
    </form>
  )
}
