import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import type { Quote } from '@apogee/contracts/pricing/pricing.ts'
import { useState, type FormEvent, type ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { useDraft } from '#web/platform/drafts/use-draft.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { usePageForm } from '#web/platform/forms/page-form.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { useIsMutating } from '#web/platform/transfer/use-is-mutating.ts'
import { changesSince } from '#web/shared/buying/offer-refusal.ts'
import { offerOfQuote } from '#web/shared/buying/offers.ts'
import { PaymentUrlMissing } from '#web/shared/buying/payment-page.ts'
import { blankGift, giftDraftPlace, typedGiftOf } from '../gift-form.ts'
import { useGiftQuote } from '../gift-quote.ts'
import type { GivenCourses } from '../given-courses.ts'
import { newGiftMessages } from '../messages/new-gift.en.ts'
import { usePayForGift } from '../pay-for-gift.ts'
import { GiftCard } from './gift-card.tsx'
import { GiftFields } from './gift-fields.tsx'
import { GiftPayment } from './gift-payment.tsx'
import './gifts.css'

/** Provides the form of a gift and its payment at the shown prices. */
function useNewGift(given: GivenCourses, quote: Quote | undefined) {
  const text = useText(newGiftMessages)
  const failureText = useFailureText()
  const language = useLanguage()
  const pay = usePayForGift()
  const [changes, setChanges] = useState<ReactNode>(null)
  const kept = useDraft(giftDraftPlace, blankGift(language), null)
  const offers = (quote?.courses ?? []).filter(({ state }) => state === 'buyable').map(offerOfQuote)
  const { form, field, page } = usePageForm({
    schema: async () => (await import('../gift-rules.ts')).giftRules,
    values: typedGiftOf(kept.fields, language),
    // The typed text is kept until the gift is paid, so that a declined payment does not lose it.
    draft: { keep: kept.keep, forget: () => undefined },
    save: async (gift) => {
      setChanges(null)
      const code = quote?.code?.refusal === null ? quote.code.code : null
      await pay.mutateAsync({ given, offers, code, gift })
    },
    failed: (error) =>
      error instanceof PaymentUrlMissing
        ? text.noPaymentUrl
        : failureText(error, text.payFailed, text.paymentFailed),
    onRefused: (error) => {
      setChanges(changesSince(offers, error))
      return false
    },
  })
  // The button stays busy until the browser has left this page.
  return { form, field, page, changes, isPaying: page.busy || pay.isSuccess }
}

/** Shows the form of a gift beside its card, what is given and the price. */
export function NewGift({ buyer, given }: { buyer: CurrentUser; given: GivenCourses }) {
  const text = useText(newGiftMessages)
  const isUnderWay = useIsMutating()
  const priced = useGiftQuote(given)
  const { form, field, page, changes, isPaying } = useNewGift(given, priced.quote)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    // If a code is typed but not applied, the first press only applies it, so that the buyer sees the total before paying.
    if (priced.applyTypedCode() || isUnderWay(['pay'])) event.preventDefault()
    else page.onSubmit(event)
  }
  return (
    <div className="gifts-columns">
      <form id="gift" className="grid gap-5" method="post" noValidate onSubmit={submit}>
        <h2 className="ap-h3">{text.who}</h2>
        <GiftFields form={form} field={field} />
      </form>
      <div className="gifts-side">
        <Preview form={form} from={buyer.name ?? buyer.email} quote={priced.quote} />
        <GiftPayment
          given={given}
          priced={priced}
          isPaying={isPaying}
          problem={
            page.error ? (
              <>
                {page.error}
                {changes}
              </>
            ) : null
          }
        />
      </div>
    </div>
  )
}

function Preview({
  form,
  from,
  quote,
}: {
  form: Parameters<typeof GiftFields>[0]['form']
  from: string
  quote: Quote | undefined
}) {
  const text = useText(newGiftMessages)
  const [recipientName, message, language] = useWatch({
    control: form.control,
    name: ['recipientName', 'message', 'language'],
  })
  return (
    <section aria-label={text.preview}>
      <GiftCard
        recipientName={recipientName}
        from={from}
        message={message}
        language={language}
        courses={(quote?.courses ?? []).flatMap(({ title, state }) =>
          state === 'buyable' && title !== null ? [title] : [],
        )}
      />
    </section>
  )
}
