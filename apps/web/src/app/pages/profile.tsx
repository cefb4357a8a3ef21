import { settingsMessages } from '#web/features/settings/messages.en.ts'
import { Profile } from '#web/features/settings/profile.tsx'
import { Head } from '#web/platform/head.tsx'
import { useText } from '#web/platform/messages.ts'
import { useSession } from '#web/platform/session.tsx'

export function Component() {
  const text = useText(settingsMessages)
  const { user } = useSession()
  return (
    <>
      <Head title={text.profile} />
      {user ? <Profile user={user} /> : null}
    </>
  )
}
