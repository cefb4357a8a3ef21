import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { Fragment, type ReactNode } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { Head } from '#web/platform/page/head.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { AccountSection } from './account-section.tsx'
import { accountMessages } from '../../messages/account.en.ts'
import { DataSection } from './data-section.tsx'
import { DisplaySection } from './display-section.tsx'
import { LeavingSection } from './leaving-section.tsx'
import { settingsMessages } from '../../messages/settings.en.ts'
import './settings.css'
import './settings-page.css'

/**
 * Implements docs/specification.md#settings, and other settings of the user's account. Wide screens show an index of the sections.
 */
export function SettingsPage({
  user,
  password,
  mails,
  email,
  chip,
  passkeys,
  identities,
  secondFactor,
  sessions,
  selling = [],
}: {
  user: CurrentUser
  /** Another feature provides this section; its heading is `#password-heading`. */
  password: { title: string; section: ReactNode }
  /** Other features provide these sections about mails, each with the id of its heading. */
  mails: readonly { heading: string; title: string; section: ReactNode }[]
  /** The section's heading is `#email-heading`. */
  email: ReactNode
  /** The section's heading is `#chip-heading`. */
  chip: ReactNode
  /** The section's heading is `#passkeys-heading`. */
  passkeys: ReactNode
  /** The section's heading is `#identities-heading`. */
  identities: ReactNode
  /** The section's heading is `#second-factor-heading`. */
  secondFactor: ReactNode
  /** The section's heading is `#sessions-heading`. */
  sessions: ReactNode
  /** Other features provide these sections for sellers, each with the id of its heading. */
  selling?: readonly { heading: string; title: string; section: ReactNode }[]
}) {
  const text = useText(settingsMessages)
  const account = useText(accountMessages)
  const sections = [
    ['account-heading', account.yourAccount],
    ['email-heading', text.emailAddress],
    ['chip-heading', text.chipTitle],
    ...selling.map(({ heading, title }) => [heading, title] as const),
    ['display-heading', text.display],
    ...mails.map(({ heading, title }) => [heading, title] as const),
    ['password-heading', password.title],
    ['passkeys-heading', text.passkeys],
    ['identities-heading', text.identities],
    ['second-factor-heading', text.secondFactor],
    ['sessions-heading', text.sessions],
    ['data-heading', account.dataTitle],
    ['leaving-heading', account.deleteAccount],
  ] as const
  return (
    <div className="ap-wrap settings">
      <Head title={text.settings} />
      <header>
        <h1 className="ap-h2">{text.settings}</h1>
        <p className="mt-1 text-secondary">{text.settingsOf(user.email)}</p>
      </header>
      <div className="settings-columns">
        <nav className="settings-index" aria-label={text.sections}>
          <ul>
            {sections.map(([id, title]) => (
              <li key={id}>
                <Link to={{ hash: id }}>{title}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="settings-sections">
          <AccountSection user={user} />
          {email}
          {chip}
          {selling.map(({ heading, section }) => (
            <Fragment key={heading}>{section}</Fragment>
          ))}
          <DisplaySection />
          {mails.map(({ heading, section }) => (
            <Fragment key={heading}>{section}</Fragment>
          ))}
          {password.section}
          {passkeys}
          {identities}
          {secondFactor}
          {sessions}
          <DataSection userId={user.id} />
          <LeavingSection teaches={user.role !== 'student'} />
        </div>
      </div>
    </div>
  )
}
