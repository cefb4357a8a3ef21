import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Loading, SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { Suspense } from 'react'
import { BusinessProfileSection } from '#web/features/businesses/components/business-profile.tsx'
import '#web/features/operations/components/studio.css'
import { studioHomeMessages } from '#web/features/operations/messages/studio-home.en.ts'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { SellerPage } from '#web/shared/money/money-page.tsx'
import { useSession } from '#web/platform/session/session.tsx'
import '#web/shared/settings/settings-section.css'

// The component is below the first screen, or shown on wide screens only.
const BusinessIndex = lazyWithRetry(async () => (await import('../../business-index.tsx')).BusinessIndex)
const ReceiptDetailsSection = lazyWithRetry(
  async () => (await import('#web/features/accounting/components/receipt-details.tsx')).ReceiptDetailsSection,
)
const ChipSection = lazyWithRetry(
  async () => (await import('#web/features/accounts/components/settings/chip-form.tsx')).ChipSection,
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
const BrandSection = lazyWithRetry(
  async () => (await import('#web/features/businesses/components/brand-section.tsx')).BrandSection,
)
const BrandCertificate = lazyWithRetry(
  async () => (await import('#web/features/achievements/components/brand-certificate.tsx')).BrandCertificate,
)
const SchoolSection = lazyWithRetry(
  async () => (await import('#web/features/schools/components/school-section.tsx')).SchoolSection,
)
const ShareSchool = lazyWithRetry(
  async () => (await import('#web/features/courses/components/sale/share-school.tsx')).ShareSchool,
)
const VerificationSection = lazyWithRetry(
  async () =>
    (await import('#web/features/businesses/components/verification-section.tsx')).VerificationSection,
)

/** Shows the seller's own details. The settings show the form for CHIP too, as specified. */
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
          <Suspense fallback={waiting}>
            <BrandSection
              certificate={(seller) => (
                <Suspense fallback={<SkeletonRows count={4} />}>
                  <BrandCertificate {...seller} />
                </Suspense>
              )}
            />
            <SchoolSection
              share={(school) => (
                <Suspense>
                  <ShareSchool {...school} />
                </Suspense>
              )}
            />
          </Suspense>
          <Suspense fallback={waiting}>
            <ReceiptDetailsSection />
            <ChipSection user={user} />
            <TaxSection />
            <MoneyBackSection />
            {user.role === 'superadmin' ? null : (
              <>
                <PayoutBankSection />
                <VerificationSection />
              </>
            )}
          </Suspense>
        </div>
        <Suspense>
          <BusinessIndex isOfBusiness={isOfBusiness} isPaidOut={user.role !== 'superadmin'} />
        </Suspense>
      </div>
    </SellerPage>
  )
}
