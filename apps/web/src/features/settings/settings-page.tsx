import type { CurrentUser } from '@apogee/contracts/accounts.ts'
import { Head } from '#web/platform/head.tsx'
import { useText } from '#web/platform/messages.ts'
import { AccountSection } from './account-section.tsx'
import { ChipSection } from './chip-form.tsx'
import { DisplaySection } from './display-section.tsx'
import { LeavingSection } from './leaving-section.tsx'
import { settingsMessages } from './messages.en.ts'
import { SessionsSection } from './sessions-section.tsx'
import type { ReactNode } from 'react'
import './settings.css'

/** Spec §2 Settings, with what else belongs to one's own account. */
export function SettingsPage({ user, password }: { user: CurrentUser; password: ReactNode }) {
  const text = useText(settingsMessages)
  return (
    <div className="ap-wrap settings" data-width="narrow">
      <Head title={text.settings} />
      <h1 className="ap-h2">{text.settings}</h1>
      <AccountSection user={user} />
      <ChipSection user={user} />
      <DisplaySection />
      {password}
      <SessionsSection userId={user.id} />
      <LeavingSection teaches={user.role !== 'student'} />
    </div>
  )
}
