import { ChangePasswordSection } from '#web/features/accounts/change-password-section.tsx'
import { accessMessages } from '#web/features/accounts/access-messages.en.ts'
import { SettingsPage } from '#web/features/settings/settings-page.tsx'
import { useText } from '#web/platform/messages.ts'
import { useSession } from '#web/platform/session.tsx'

export function Component() {
  const text = useText(accessMessages)
  const { user } = useSession()
  return user ? (
    <SettingsPage user={user} password={{ title: text.changeTitle, section: <ChangePasswordSection /> }} />
  ) : null
}
