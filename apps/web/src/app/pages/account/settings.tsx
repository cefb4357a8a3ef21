import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Loading, SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { Suspense, type ReactNode } from 'react'
import { settingsMessages } from '#web/features/accounts/messages/settings.en.ts'
import { SettingsPage } from '#web/features/accounts/components/settings/settings-page.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useSession } from '#web/platform/session/session.tsx'
import '#web/shared/settings/settings-section.css'

// These sections are below the first screen or are shown only to sellers, so their code loads after the page.
const ChangePasswordSection = lazyWithRetry(
  async () =>
    (await import('#web/features/accounts/components/settings/change-password-section.tsx'))
      .ChangePasswordSection,
)

const EmailSection = lazyWithRetry(
  async () => (await import('#web/features/accounts/components/settings/email-section.tsx')).EmailSection,
)

const ChipSection = lazyWithRetry(
  async () => (await import('#web/features/accounts/components/settings/chip-form.tsx')).ChipSection,
)

const PasskeysSection = lazyWithRetry(
  async () =>
    (await import('#web/features/accounts/components/second-factor/passkeys-section.tsx')).PasskeysSection,
)

const IdentitiesSection = lazyWithRetry(
  async () =>
    (await import('#web/features/accounts/components/settings/identities-section.tsx')).IdentitiesSection,
)

const SecondFactorSection = lazyWithRetry(
  async () =>
    (await import('#web/features/accounts/components/second-factor/second-factor-section.tsx'))
      .SecondFactorSection,
)

const SessionsSection = lazyWithRetry(
  async () =>
    (await import('#web/features/accounts/components/settings/sessions-section.tsx')).SessionsSection,
)

const TaxSection = lazyWithRetry(
  async () => (await import('#web/features/pricing/components/tax-section.tsx')).TaxSection,
)

const MoneyBackSection = lazyWithRetry(
  async () => (await import('#web/features/pricing/components/money-back-section.tsx')).MoneyBackSection,
)

const ReceiptDetailsSection = lazyWithRetry(
  async () => (await import('#web/features/accounting/components/receipt-details.tsx')).ReceiptDetailsSection,
)

const PayoutBankSection = lazyWithRetry(
  async () => (await import('#web/features/accounting/components/payout-bank-section.tsx')).PayoutBankSection,
)

const VerificationSection = lazyWithRetry(
  async () =>
    (await import('#web/features/businesses/components/verification-section.tsx')).VerificationSection,
)

const SaleMailsSection = lazyWithRetry(
  async () =>
    (await import('#web/features/notifications/components/sale-mails-section.tsx')).SaleMailsSection,
)

const QuestionMailsSection = lazyWithRetry(
  async () =>
    (await import('#web/features/community/components/question-mails-section.tsx')).QuestionMailsSection,
)

const AnnouncementMailsSection = lazyWithRetry(
  async () =>
    (await import('#web/features/announcements/components/announcement-mails-section.tsx'))
      .AnnouncementMailsSection,
)

const SecuritySection = lazyWithRetry(
  async () =>
    (await import('#web/features/accounts/components/settings/security-section.tsx')).SecuritySection,
)

export function Component() {
  const text = useText(settingsMessages)
  const { user } = useSession()
  const { loading } = useText(platformMessages)
  if (!user) return null
  const sells =
    user.role === 'admin' ||
    user.role === 'superadmin' ||
    (user.role === 'instructor' && user.businessId === null)
  const later = (section: ReactNode) => (
    <Suspense
      fallback={
        <Loading label={loading} className="ap-panel settings-section">
          <SkeletonRows count={5} />
        </Loading>
      }
    >
      {section}
    </Suspense>
  )
  const selling = [
    { heading: 'tax-heading', title: text.taxTitle, section: later(<TaxSection />) },
    { heading: 'money-back-heading', title: text.moneyBackTitle, section: later(<MoneyBackSection />) },
    { heading: 'receipts-heading', title: text.receiptDetails, section: later(<ReceiptDetailsSection />) },
    ...(user.role === 'superadmin'
      ? []
      : [
          { heading: 'payout-bank-heading', title: text.payoutBank, section: later(<PayoutBankSection />) },
          {
            heading: 'verification-heading',
            title: text.verification,
            section: later(<VerificationSection />),
          },
          { heading: 'sale-mails-heading', title: text.saleMails, section: later(<SaleMailsSection />) },
        ]),
    { heading: 'security-heading', title: text.securityLog, section: later(<SecuritySection />) },
  ]
  const mails = [
    {
      heading: 'question-mails-heading',
      title: text.questionMails,
      section: later(<QuestionMailsSection headingId="question-mails-heading" />),
    },
    {
      heading: 'announcement-mails-heading',
      title: text.announcementMails,
      section: later(<AnnouncementMailsSection headingId="announcement-mails-heading" />),
    },
  ]
  return (
    <SettingsPage
      user={user}
      password={{ title: text.changePassword, section: later(<ChangePasswordSection userId={user.id} />) }}
      mails={mails}
      email={later(<EmailSection user={user} />)}
      chip={later(<ChipSection user={user} />)}
      passkeys={later(<PasskeysSection userId={user.id} />)}
      identities={later(<IdentitiesSection userId={user.id} />)}
      secondFactor={later(<SecondFactorSection userId={user.id} />)}
      sessions={later(<SessionsSection userId={user.id} />)}
      selling={sells ? selling : []}
    />
  )
}
