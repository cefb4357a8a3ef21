import { payoutBankMessages } from '#web/features/accounting/messages/payout-bank.en.ts'
import { settingsMessages } from '#web/features/accounts/messages/settings.en.ts'
import { brandMessages } from '#web/features/businesses/messages/brand.en.ts'
import { businessProfileMessages } from '#web/features/businesses/messages/business-profile.en.ts'
import '#web/features/operations/components/studio.css'
import { studioHomeMessages } from '#web/features/operations/messages/studio-home.en.ts'
import { peopleMessages } from '#web/features/people/messages/people.en.ts'
import { pricingMessages } from '#web/features/pricing/messages/pricing.en.ts'
import { schoolEditorMessages } from '#web/features/schools/messages/school-editor.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { Link } from '#web/platform/router/router.tsx'

/** Shows the index of the business's page on wide screens beside the sections, in the style of the settings. */
export function BusinessIndex({ isOfBusiness, isPaidOut }: { isOfBusiness: boolean; isPaidOut: boolean }) {
  const text = useText(studioHomeMessages)
  const { title: profile } = useText(businessProfileMessages)
  const { team } = useText(peopleMessages)
  const { chipTitle, receiptDetails, verification } = useText(settingsMessages)
  const { title: brand } = useText(brandMessages)
  const { title: school } = useText(schoolEditorMessages)
  const { taxTitle, moneyBackTitle } = useText(pricingMessages)
  const { title: payoutBank } = useText(payoutBankMessages)
  const links = [
    ...(isOfBusiness ? [['profile', profile] as const, ['team', team] as const] : []),
    ['brand', brand] as const,
    ['school', school] as const,
    ['receipts', receiptDetails] as const,
    ['chip', chipTitle] as const,
    ['tax', taxTitle] as const,
    ['money-back', moneyBackTitle] as const,
    ...(isPaidOut ? [['payout-bank', payoutBank] as const, ['verification', verification] as const] : []),
  ]
  return (
    <nav className="studio-index" aria-label={text.onThisPage}>
      <ul>
        {links.map(([id, title]) => (
          <li key={id}>
            <Link to={{ hash: `${id}-heading` }}>{title}</Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
