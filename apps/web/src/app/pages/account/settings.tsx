import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Loading, SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { Suspense, type ReactNode } from 'react'
import { settingsMessages } from '#web/features/accounts/messages/settings.en.ts'
import { SettingsPage } from '#web/features/accounts/components/settings/settings-page.tsx'
import { studioHomeMessages } from '#web/features/operations/messages/studio-home.en.ts'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { Link, Navigate, useLocation } from '#web/platform/router/router.tsx'
import { useSession } from '#web/platform/session/session.tsx'
import { SettingsSection } from '#web/shared/settings/settings-section.tsx'
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

/** These sections are on the page of the business. Older mails and bookmarks lead to them here. */
const movedHeadings: ReadonlySet<string> = new Set([
  'tax-heading',
  'money-back-heading',
  'receipts-heading',
  'payout-bank-heading',
  'verification-heading',
])

function BusinessLink() {
  const text = useText(studioHomeMessages)
  return (
    <SettingsSection headingId="business-heading" title={text.business} lead={text.businessLead}>
      <LinkButton as={Link} to="/studio/business">
        {text.openBusiness}
      </LinkButton>
    </SettingsSection>
  )
}

export function Component() {
  const text = useText(settingsMessages)
  const { user } = useSession()
  const { loading } = useText(platformMessages)
  const studio = useText(studioHomeMessages)
  const { hash } = useLocation()
  if (!user) return null
  const sells =
    user.role === 'admin' ||
    user.role === 'superadmin' ||
    (user.role === 'instructor' && user.businessId === null)
  if (sells && movedHeadings.has(hash.slice(1))) return <Navigate to={`/studio/business${hash}`} replace />
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
    { heading: 'business-heading', title: studio.business, section: <BusinessLink /> },
    ...(user.role === 'superadmin'
      ? []
      : [{ heading: 'sale-mails-heading', title: text.saleMails, section: later(<SaleMailsSection />) }]),
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
