import { IconLink } from '@apogee/ui/navigation/link-button.tsx'
import { useQuery } from '@tanstack/react-query'
import { NavLink } from '#web/platform/router/nav-link.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { notificationsMessages } from '../messages/notifications.en.ts'
import { unreadQuery } from '../api/notifications.ts'

export function NotificationsLink({ userId }: { userId: number }) {
  const text = useText(notificationsMessages)
  const { data: unread = 0 } = useQuery(unreadQuery(userId))
  return (
    <IconLink
      as={NavLink}
      to="/notifications"
      icon="bell"
      label={unread > 0 ? text.withUnread(unread) : text.notifications}
      count={unread}
    />
  )
}
