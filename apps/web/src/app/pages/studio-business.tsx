import { ChipSection } from '#web/features/accounts/components/chip-form.tsx'
import { PayoutBankSection } from '#web/features/accounting/components/payout-bank-section.tsx'
import { ReceiptDetailsSection } from '#web/features/accounting/components/receipt-details.tsx'
import '#web/features/operations/components/studio.css'
import { studioHomeMessages } from '#web/features/operations/messages/studio-home.en.ts'
import { MoneyBackSection } from '#web/features/pricing/components/money-back-section.tsx'
import { TaxSection } from '#web/features/pricing/components/tax-section.tsx'
import { useText } from '#web/platform/messages.ts'
import { SellerPage } from '#web/platform/money-page.tsx'
import { useSession } from '#web/platform/session.tsx'

/** The seller's own details, which the settings show too. */
export function Component() {
  const text = useText(studioHomeMessages)
  const { user } = useSession()
  if (!user) return null
  return (
    <SellerPage
      user={user}
      title={text.business}
      lead={text.businessLead}
      notForTeachers={text.notForTeachers}
    >
      <div className="studio-business">
        <ReceiptDetailsSection />
        <ChipSection user={user} />
        <TaxSection />
        <MoneyBackSection />
        {user.role === 'superadmin' ? null : <PayoutBankSection />}
      </div>
    </SellerPage>
  )
}
