import { lazyPart } from '@apogee/ui/lazy-part.ts'
import { Loading, SkeletonRows } from '@apogee/ui/skeleton.tsx'
import { Suspense } from 'react'
import { ChangePasswordSection } from '#web/features/accounts/change-password-section.tsx'
import { accessMessages } from '#web/features/accounts/access-messages.en.ts'
import { pricingMessages } from '#web/features/pricing/messages.en.ts'
import { MoneyBackSection } from '#web/features/pricing/money-back-section.tsx'
import { TaxSection } from '#web/features/pricing/tax-section.tsx'
import { settingsMessages } from '#web/features/settings/messages.en.ts'
import { SettingsPage } from '#web/features/settings/settings-page.tsx'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useText } from '#web/platform/messages.ts'
import { useSession } from '#web/platform/session.tsx'

/** Sellers alone see it, and below what everybody sees: its code comes after the page. */
const ReceiptDetailsSection = lazyPart(
  async () => (await import('#web/features/accounting/receipt-details.tsx')).ReceiptDetailsSection,
)

export function Component() {
  const text = useText(accessMessages)
  const { user } = useSession()
  const prices = useText(pricingMessages)
  const { receiptDetails } = useText(settingsMessages)
  const { loading } = useText(platformMessages)
  if (!user) return null
  const sells =
    user.role === 'admin' ||
    user.role === 'superadmin' ||
    (user.role === 'instructor' && user.businessId === null)
  const receipts = (
    <Suspense
      fallback={
        <Loading label={loading} className="ap-panel settings-section">
          <SkeletonRows count={5} />
        </Loading>
      }
    >
      <ReceiptDetailsSection />
    </Suspense>
  )
  const selling = [
    { heading: 'tax-heading', title: prices.taxTitle, section: <TaxSection /> },
    { heading: 'money-back-heading', title: prices.moneyBackTitle, section: <MoneyBackSection /> },
    { heading: 'receipts-heading', title: receiptDetails, section: receipts },
  ]
  return (
    <SettingsPage
      user={user}
      password={{ title: text.changeTitle, section: <ChangePasswordSection /> }}
      selling={sells ? selling : []}
    />
  )
}
