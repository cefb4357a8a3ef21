import { StopReminders } from '#web/features/goals/components/stop-reminders.tsx'
import { goalsMessages } from '#web/features/goals/messages/goals.en.ts'
import { Head } from '#web/platform/page/head.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useParams } from '#web/platform/router/router.tsx'

export function Component() {
  const text = useText(goalsMessages)
  const { token = '' } = useParams()
  return (
    <>
      <Head title={text.stopTitle} />
      <StopReminders token={token} />
    </>
  )
}
