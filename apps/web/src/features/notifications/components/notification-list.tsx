import './notifications.css'
import type { BadgeKey } from '@apogee/contracts/achievements/achievements.ts'
import type { Notification } from '@apogee/contracts/notifications/notifications.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '#web/platform/router/router.tsx'
import { call } from '#web/platform/transfer/client.ts'
import { timeInWords } from '#web/platform/language/dates.ts'
import { useRefusalText, useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { EmptyWithLink, ListStates } from '#web/platform/lists/list-states.tsx'
import { PlainText } from '#web/shared/text/plain-text.tsx'
import { notificationsMessages } from '../messages/notifications.en.ts'
import { useNotificationText } from '../notification-text.ts'
import { notificationsQuery } from '../api/notifications.ts'
import '@apogee/ui/figures/rows.css'

interface NotificationsProps {
  userId: number
  badgeName: (badge: BadgeKey) => string
}

function useMarkRead(userId: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (ids?: number[]) => call('markNotificationsRead', { body: ids ? { ids } : {} }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['notifications', userId] }),
  })
}

export function NotificationList({ userId, badgeName }: NotificationsProps) {
  const text = useText(notificationsMessages)
  const refusalText = useRefusalText()
  const list = useInfiniteQuery(notificationsQuery(userId))
  const markRead = useMarkRead(userId)
  const { unread = 0 } = list.data?.pages[0]?.meta ?? {}
  return (
    <ListStates
      list={list}
      skeletons={6}
      titleAs="h2"
      failed={text.failed}
      why={refusalText}
      empty={
        <EmptyWithLink
          titleAs="h2"
          title={text.none}
          text={text.noneHint}
          to="/courses"
          action={text.browseCourses}
          variant="primary"
        />
      }
      shownOf={text.shownOf}
      more={text.showMore}
    >
      {(notifications) => (
        <>
          <div className="note-head">
            <p role="status">{unread > 0 ? text.unread(unread) : text.allRead}</p>
            {unread > 0 ? <MarkAll markRead={markRead} /> : null}
          </div>
          <ul className="ap-rows note-list" data-inset="">
            {notifications.map((notification) => (
              <Item
                key={notification.id}
                notification={notification}
                badgeName={badgeName}
                onOpen={() => {
                  if (!notification.isRead) markRead.mutate([notification.id])
                }}
              />
            ))}
          </ul>
        </>
      )}
    </ListStates>
  )
}

function MarkAll({ markRead }: { markRead: ReturnType<typeof useMarkRead> }) {
  const text = useText(notificationsMessages)
  const notify = useNotify()
  return (
    <Button
      size="sm"
      icon="check"
      busy={markRead.isPending}
      busyLabel={text.marking}
      onClick={() =>
        markRead.mutate(undefined, {
          onError: () => notify({ tone: 'danger', text: text.markFailed }),
        })
      }
    >
      {text.markAllRead}
    </Button>
  )
}

function Item({
  notification,
  badgeName,
  onOpen,
}: {
  notification: Notification
  badgeName: NotificationsProps['badgeName']
  onOpen: () => void
}) {
  const text = useText(notificationsMessages)
  const language = useLanguage()
  const { icon, sentence, to, quote } = useNotificationText(badgeName)(notification)
  return (
    <li data-unread={!notification.isRead || undefined}>
      <Icon name={icon} />
      <div>
        {notification.isGone ? (
          <p className="notification-gone">{sentence}</p>
        ) : (
          <Link className="ap-row-link" to={to} onClick={onOpen}>
            {sentence}
          </Link>
        )}
        {quote === undefined ? null : (
          <div className="notification-quote">
            <PlainText text={quote} />
          </div>
        )}
        <time dateTime={notification.createdAt}>{timeInWords(notification.createdAt, language)}</time>
      </div>
      {notification.isGone ? <Badge>{text.isGone}</Badge> : null}
      {notification.isRead ? null : <Badge tone="info">{text.isNew}</Badge>}
    </li>
  )
}
