import type { Announcement } from '@apogee/contracts/announcements/announcements.ts'
import { Button } from '@apogee/ui/button.tsx'
import { pencilIcon } from '@apogee/ui/icons/more-icons.ts'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AudienceName } from '#web/shared/people/audience-name.tsx'
import { call } from '#web/platform/transfer/client.ts'
import { dateInWords } from '#web/platform/language/dates.ts'
import { ConfirmStep } from '#web/platform/forms/form-dialog.tsx'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { ListStates } from '#web/platform/lists/list-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import { SmallText } from '#web/shared/text/small-text/small-text.tsx'
import { announcementsQuery, useAnnouncementWrite } from '../api/announcements.ts'
import { announcementsMessages } from '../messages/announcements.en.ts'
import './announcements.css'

const AnnouncementDialog = lazyOnPress(
  async () => (await import('./announcement-dialog.tsx')).AnnouncementDialog,
)

type Open = { step: 'write' } | { step: 'edit' | 'delete'; announcement: Announcement } | null

export function CourseAnnouncements({ courseId, canManage }: { courseId: number; canManage: boolean }) {
  const text = useText(announcementsMessages)
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h2 className="ap-h3">{text.title}</h2>
        {canManage ? (
          <Button icon="plus" onClick={() => setOpen({ step: 'write' })}>
            {text.write}
          </Button>
        ) : null}
      </div>
      <AnnouncementList courseId={courseId} canManage={canManage} onOpen={setOpen} />
      {open?.step === 'write' ? (
        <AnnouncementDialog courseId={courseId} announcement={null} onClose={close} />
      ) : null}
      {open?.step === 'edit' ? (
        <AnnouncementDialog courseId={courseId} announcement={open.announcement} onClose={close} />
      ) : null}
      {open?.step === 'delete' ? (
        <DeleteAnnouncement courseId={courseId} announcement={open.announcement} onClose={close} />
      ) : null}
    </>
  )
}

function AnnouncementList({
  courseId,
  canManage,
  onOpen,
}: {
  courseId: number
  canManage: boolean
  onOpen: (open: Open) => void
}) {
  const text = useText(announcementsMessages)
  const list = useInfiniteQuery({
    ...announcementsQuery(courseId, useViewer()),
    // The delivery count of an announcement grows while it is being sent.
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.data.some(({ delivery }) => delivery?.isDone === false) ? 3000 : false,
  })
  return (
    <ListStates
      list={list}
      skeletons={3}
      failed={text.loadFailed}
      titleAs="h3"
      empty={
        <EmptyState
          titleAs="h3"
          title={canManage ? text.noneWritten : text.none}
          text={canManage ? text.noneWrittenHint : text.noneHint}
        />
      }
      shownOf={text.shownOf}
      more={text.loadMore}
    >
      {(rows) => (
        <ol className="announcements" aria-label={text.title}>
          {rows.map((announcement) => (
            <li key={announcement.id}>
              <AnnouncementArticle announcement={announcement} canManage={canManage} onOpen={onOpen} />
            </li>
          ))}
        </ol>
      )}
    </ListStates>
  )
}

function AnnouncementArticle({
  announcement,
  canManage,
  onOpen,
}: {
  announcement: Announcement
  canManage: boolean
  onOpen: (open: Open) => void
}) {
  const text = useText(announcementsMessages)
  const language = useLanguage()
  const { title, body, authorName, createdAt, editedAt, delivery, audience } = announcement
  return (
    <article className="announcement">
      <h3 className="ap-h4">{title}</h3>
      <p className="announcement-facts">
        <time dateTime={createdAt}>{text.byline(authorName, dateInWords(createdAt, language))}</time>
        <AudienceName audience={audience} />
        {editedAt ? <span>{text.edited}</span> : null}
        {delivery ? (
          <span role="status">
            {delivery.isDone
              ? text.delivered(delivery.toldCount, delivery.isMailed)
              : text.delivering(delivery.toldCount)}
          </span>
        ) : null}
      </p>
      <SmallText kind="announcement" text={body} />
      {canManage ? (
        <div className="announcement-actions">
          <Button
            variant="quiet"
            size="sm"
            icon={pencilIcon}
            aria-label={text.editOf(title)}
            onClick={() => onOpen({ step: 'edit', announcement })}
          >
            {text.edit}
          </Button>
          <Button
            variant="quiet"
            size="sm"
            icon="trash"
            aria-label={text.deleteOf(title)}
            onClick={() => onOpen({ step: 'delete', announcement })}
          >
            {text.delete}
          </Button>
        </div>
      ) : null}
    </article>
  )
}

function DeleteAnnouncement({
  courseId,
  announcement: { id },
  onClose,
}: {
  courseId: number
  announcement: Announcement
  onClose: () => void
}) {
  const text = useText(announcementsMessages)
  const step = useAnnouncementWrite(courseId, () =>
    call('removeAnnouncement', { params: { id: courseId, announcementId: id } }),
  )
  return (
    <ConfirmStep
      step={step}
      onClose={onClose}
      title={text.deleteTitle}
      text={text.deleteText}
      tone="danger"
      action={text.delete}
      busyLabel={text.deleting}
      failed={text.deleteFailed}
      notice={() => text.deleted}
    />
  )
}
