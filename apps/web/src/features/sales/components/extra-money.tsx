import type { PaymentInDetail } from '@apogee/contracts/sales/checkout.ts'
import { dateInWords } from '#web/platform/language/dates.ts'
import { useText } from '#web/platform/language/messages.ts'
import { formatPlainRinggit } from '@apogee/domain/money/money.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { purchasesMessages } from '../messages/purchases.en.ts'

export function ExtraMoney({ extra }: Pick<PaymentInDetail, 'extra'>) {
  const text = useText(purchasesMessages)
  const language = useLanguage()
  return (
    <section className="mt-6" aria-labelledby="extra-heading">
      <h2 className="ap-h4" id="extra-heading">
        {text.extraHeading}
      </h2>
      <ul className="mt-2 text-sm text-secondary">
        {extra.map(({ cause, amount, state, at }, place) => {
          const arrived = (cause === 'second' ? text.extraSecond : text.extraMismatch)(
            formatPlainRinggit(amount),
          )
          const date = dateInWords(at, language)
          const became = {
            waiting: text.extraWaiting,
            returning: text.extraReturning,
            returned: text.extraReturned(date),
            kept: text.extraKept(date),
          }
          return <li key={place}>{`${arrived} ${became[state]}`}</li>
        })}
      </ul>
    </section>
  )
}
