import { ChangePasswordSection } from '#web/features/accounts/change-password-section.tsx'
import { SettingsPage } from '#web/features/settings/settings-page.tsx'
import { useSession } from '#web/platform/session.tsx'

export function Component() {
  const { user } = useSession()
  return user ? <SettingsPage user={user} password={<ChangePasswordSection />} /> : null
}
