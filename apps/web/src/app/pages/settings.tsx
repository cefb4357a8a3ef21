import { accountingMessages } from '#web/features/accounting/messages.en.ts'
import { ReceiptDetailsSection } from '#web/features/accounting/receipt-details.tsx'
import { ChangePasswordSection } from '#web/features/accounts/change-password-section.tsx'
import { accessMessages } from '#web/features/accounts/access-messages.en.ts'
import { pricingMessages } from '#web/features/pricing/messages.en.ts'
import { TaxSection } from '#web/features/pricing/tax-section.tsx'
import { SettingsPage } from '#web/features/settings/settings-page.tsx'
import { useText } from '#web/platform/messages.ts'
import { useSession } from '#web/platform/session.tsx'

export function Component() {
  const text = useText(accessMessages)
  const { user } = useSession()
  const prices = useText(pricingMessages)
  const books = useText(accountingMessages)
  if (!user) return null
  const sells =
    user.role === 'admin' ||
    user.role === 'superadmin' ||
    (user.role === 'instructor' && user.businessId === null)
  const selling = [
    { heading: 'tax-heading', title: prices.taxTitle, section: <TaxSection /> },
    { heading: 'receipts-heading', title: books.detailsTitle, section: <ReceiptDetailsSection /> },
  ]
  return (
    <SettingsPage
      user={user}
      password={{ title: text.changeTitle, section: <ChangePasswordSection /> }}
      selling={sells ? selling : []}
    />
  )
}
