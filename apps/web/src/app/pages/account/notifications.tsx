import { Breadcrumb } from '@apogee/ui/navigation/breadcrumb.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { achievementsMessages } from '#web/features/achievements/messages/achievements.en.ts'
import { notificationsMessages } from '#web/features/notifications/messages/notifications.en.ts'
import { NotificationList } from '#web/features/notifications/components/notification-list.tsx'
import { Head } from '#web/platform/page/head.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useSession } from '#web/platform/session/session.tsx'

export function Component() {
  const text = useText(notificationsMessages)
  const badges = useText(achievementsMessages)
  const { user } = useSession()
  return (
    <div className="ap-wrap pb-16" data-width="narrow">
      <Head title={text.notifications} />
      <header className="ap-page-head">
        <Breadcrumb
          as={Link}
          label={text.notifications}
          places={[['/dashboard', text.dashboard]]}
          current={text.notifications}
        />
        <h1 className="ap-h1 mt-1">{text.notifications}</h1>
      </header>
      {user ? <NotificationList userId={user.id} badgeName={(badge) => badges[`name:${badge}`]} /> : null}
    </div>
  )
}
