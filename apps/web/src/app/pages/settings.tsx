import { settingsMessages } from '#web/features/settings/messages.en.ts'
import { SettingsPage } from '#web/features/settings/settings-page.tsx'
import { Head } from '#web/platform/head.tsx'
import { useText } from '#web/platform/messages.ts'
import { useSession } from '#web/platform/session.tsx'

export function Component() {
  const text = useText(settingsMessages)
  const { user } = useSession()
  return (
    <>
      <Head title={text.settings} />
      {user ? <SettingsPage user={user} /> : null}
    </>
  )
}
