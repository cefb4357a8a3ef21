import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Loading, SkeletonRows } from '@apogee/ui/skeleton.tsx'
import { Suspense } from 'react'
import { BusinessProfileSection } from '#web/features/businesses/components/business-profile.tsx'
import { ReceiptDetailsSection } from '#web/features/accounting/components/receipt-details.tsx'
import '#web/features/operations/components/studio.css'
import { payoutBankMessages } from '#web/features/accounting/messages/payout-bank.en.ts'
import { settingsMessages } from '#web/features/accounts/messages/settings.en.ts'
import { businessProfileMessages } from '#web/features/businesses/messages/business-profile.en.ts'
import { peopleMessages } from '#web/features/people/messages/people.en.ts'
import { pricingMessages } from '#web/features/pricing/messages/pricing.en.ts'
import { Link } from '#web/platform/router/router.tsx'
import { studioHomeMessages } from '#web/features/operations/messages/studio-home.en.ts'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useText } from '#web/platform/messages.ts'
import { SellerPage } from '#web/platform/money-page.tsx'
import { useSession } from '#web/platform/session.tsx'
import '#web/platform/settings-section.css'

// Below the first screen.
const ChipSection = lazyWithRetry(
  async () => (await import('#web/features/accounts/components/chip-form.tsx')).ChipSection,
)
const TeamSection = lazyWithRetry(
  async () => (await import('#web/features/people/components/team-section.tsx')).TeamSection,
)
const TaxSection = lazyWithRetry(
  async () => (await import('#web/features/pricing/components/tax-section.tsx')).TaxSection,
)
const MoneyBackSection = lazyWithRetry(
  async () => (await import('#web/features/pricing/components/money-back-section.tsx')).MoneyBackSection,
)
const PayoutBankSection = lazyWithRetry(
  async () => (await import('#web/features/accounting/components/payout-bank-section.tsx')).PayoutBankSection,
)

/** The seller's own details, which the settings show too. */
export function Component() {
  const text = useText(studioHomeMessages)
  const { loading } = useText(platformMessages)
  const { user } = useSession()
  if (!user) return null
  const isOfBusiness = user.role === 'admin' && user.businessId !== null
  const waiting = (
    <Loading label={loading} className="ap-panel settings-section">
      <SkeletonRows count={5} />
    </Loading>
  )
  return (
    <SellerPage
      user={user}
      title={text.business}
      lead={text.businessLead}
      notForTeachers={text.notForTeachers}
    >
      <div className="studio-business">
        <div className="studio-business-sections">
          {isOfBusiness && user.businessId !== null ? (
            <>
              <BusinessProfileSection businessId={user.businessId} />
              <Suspense fallback={waiting}>
                <TeamSection user={user} />
              </Suspense>
            </>
          ) : null}
          <ReceiptDetailsSection />
          <Suspense fallback={waiting}>
            <ChipSection user={user} />
            <TaxSection />
            <MoneyBackSection />
            {user.role === 'superadmin' ? null : <PayoutBankSection />}
          </Suspense>
        </div>
        <Index isOfBusiness={isOfBusiness} isPaidOut={user.role !== 'superadmin'} />
      </div>
    </SellerPage>
  )
}

/** Wide screens only: beside the sections, as the settings have it. */
function Index({ isOfBusiness, isPaidOut }: { isOfBusiness: boolean; isPaidOut: boolean }) {
  const text = useText(studioHomeMessages)
  const { title: profile } = useText(businessProfileMessages)
  const { team } = useText(peopleMessages)
  const { chipTitle, receiptDetails } = useText(settingsMessages)
  const { taxTitle, moneyBackTitle } = useText(pricingMessages)
  const { title: payoutBank } = useText(payoutBankMessages)
  const links = [
    ...(isOfBusiness ? [['profile', profile] as const, ['team', team] as const] : []),
    ['receipts', receiptDetails] as const,
    ['chip', chipTitle] as const,
    ['tax', taxTitle] as const,
    ['money-back', moneyBackTitle] as const,
    ...(isPaidOut ? [['payout-bank', payoutBank] as const] : []),
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
