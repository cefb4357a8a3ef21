import type { LiveSession } from '@apogee/contracts/live-sessions/live-sessions.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { Disclosure } from '@apogee/ui/feedback/disclosure.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { pencilIcon, usersIcon } from '@apogee/ui/icons/more-icons.ts'
import { SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AudienceName } from '#web/shared/people/audience-name.tsx'
import { call } from '#web/platform/transfer/client.ts'
import { timeInWords } from '#web/platform/language/dates.ts'
import { OwnTime } from '#web/platform/language/own-time.tsx'
import { ConfirmStep } from '#web/platform/forms/form-dialog.tsx'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { LoadStates } from '#web/platform/failures/load-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { PlainText } from '#web/shared/text/plain-text.tsx'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import { liveSessionsQuery, useSessionWrite } from '../api/live-sessions.ts'
import { liveSessionsMessages } from '../messages/live-sessions.en.ts'
import { sessionEditorMessages } from '../messages/session-editor.en.ts'
import { useSessionName } from '../session-name.ts'
import './live-sessions.css'

const SessionDialog = lazyOnPress(async () => (await import('./session-dialog.tsx')).SessionDialog)
const AttendanceDialog = lazyOnPress(async () => (await import('./attendance-dialog.tsx')).AttendanceDialog)

type Open = { step: 'plan' } | { step: 'edit' | 'cancel' | 'attendance'; session: LiveSession } | null

const endOf = ({ startsAt, minutes }: LiveSession): number => Date.parse(startsAt) + minutes * 60_000

/** Shows live sessions above the announcements of a course. Learners of a course without sessions see nothing. */
export function LiveSessions({ courseId, canManage }: { courseId: number; canManage: boolean }) {
  const text = useText(liveSessionsMessages)
  const query = useQuery(liveSessionsQuery(courseId, useViewer()))
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  if (!canManage && query.data?.data.sessions.length === 0) return null
  return (
    <section className="live-sessions" aria-labelledby="live-sessions-title">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="ap-h3" id="live-sessions-title">
          {text.title}
        </h2>
        {canManage ? (
          <Button icon="plus" onClick={() => setOpen({ step: 'plan' })}>
            {text.plan}
          </Button>
        ) : null}
      </div>
      <LoadStates query={query} skeleton={<SkeletonRows count={1} />} failed={text.loadFailed}>
        {({ data }) => <SessionLists {...data} canManage={canManage} onOpen={setOpen} />}
      </LoadStates>
      {open?.step === 'plan' ? <SessionDialog courseId={courseId} session={null} onClose={close} /> : null}
      {open?.step === 'edit' ? (
        <SessionDialog courseId={courseId} session={open.session} onClose={close} />
      ) : null}
      {open?.step === 'cancel' ? (
        <CancelSession courseId={courseId} session={open.session} onClose={close} />
      ) : null}
      {open?.step === 'attendance' ? (
        <AttendanceDialog courseId={courseId} session={open.session} onClose={close} />
      ) : null}
    </section>
  )
}

interface ListProps {
  canManage: boolean
  onOpen: (open: Open) => void
}

function SessionLists({ sessions, ...list }: ListProps & { sessions: readonly LiveSession[] }) {
  const text = useText(liveSessionsMessages)
  const [now] = useState(() => Date.now())
  const past = sessions.filter((session) => endOf(session) < now).toReversed()
  const coming = sessions.filter((session) => endOf(session) >= now)
  if (sessions.length === 0)
    return <EmptyState titleAs="h3" title={text.noneWritten} text={text.noneWrittenHint} />
  return (
    <>
      {coming.length > 0 ? (
        <ol className="live-sessions-list">
          {coming.map((session) => (
            <li key={session.id}>
              <Session {...list} session={session} />
            </li>
          ))}
        </ol>
      ) : null}
      {past.length > 0 ? (
        <Disclosure title={text.past(past.length)}>
          <ol className="live-sessions-list">
            {past.map((session) => (
              <li key={session.id}>
                <Session {...list} session={session} isPast />
              </li>
            ))}
          </ol>
        </Disclosure>
      ) : null}
    </>
  )
}

function Session({
  session,
  canManage,
  isPast = false,
  onOpen,
}: ListProps & { session: LiveSession; isPast?: boolean }) {
  const text = useText(liveSessionsMessages)
  const sessionName = useSessionName()
  const language = useLanguage()
  const { title, startsAt, minutes, notes, link, linkFrom, wasPresent, audience } = session
  const isOpen = link !== null && !isPast
  const [now] = useState(() => Date.now())
  const isOn = !isPast && Date.parse(startsAt) <= now
  return (
    <article className="live-session">
      <div className="live-session-main">
        <h3 className="ap-h4">{title}</h3>
        <p className="live-session-facts">
          <time dateTime={startsAt}>{timeInWords(startsAt, language)}</time>
          <span>{text.length(minutes)}</span>
          <span>{text.malaysianTime}</span>
          <OwnTime of={startsAt} />
          <AudienceName audience={audience} />
          {isOn ? <Badge tone="positive">{text.runs}</Badge> : null}
          {isPast && wasPresent !== null ? (
            <span>{wasPresent ? text.wasPresent : text.wasAbsent}</span>
          ) : null}
        </p>
      </div>
      {isOpen ? (
        <LinkButton
          className="live-session-join"
          href={link}
          target="_blank"
          rel="noopener noreferrer"
          size="sm"
          variant={canManage ? 'secondary' : 'primary'}
          aria-label={text.joinOf(sessionName(session))}
        >
          {text.join}
        </LinkButton>
      ) : null}
      {notes ? <PlainText text={notes} /> : null}
      {!isOpen && !isPast ? (
        <p className="text-sm text-secondary">{text.joinFrom(timeInWords(linkFrom, language))}</p>
      ) : null}
      {canManage ? <SessionActions session={session} isPast={isPast} onOpen={onOpen} /> : null}
    </article>
  )
}

function SessionActions({
  session,
  isPast,
  onOpen,
}: {
  session: LiveSession
  isPast: boolean
  onOpen: (open: Open) => void
}) {
  const text = useText(sessionEditorMessages)
  const name = useSessionName()(session)
  const look = { variant: 'quiet', size: 'sm' } as const
  return (
    <div className="live-session-actions">
      <Button
        {...look}
        icon={usersIcon}
        aria-label={text.attendanceOf(name)}
        onClick={() => onOpen({ step: 'attendance', session })}
      >
        {text.attendance}
      </Button>
      {isPast ? null : (
        <Button
          {...look}
          icon={pencilIcon}
          aria-label={text.editOf(name)}
          onClick={() => onOpen({ step: 'edit', session })}
        >
          {text.edit}
        </Button>
      )}
      <Button
        {...look}
        icon="trash"
        aria-label={text.cancelOf(name)}
        onClick={() => onOpen({ step: 'cancel', session })}
      >
        {text.cancel}
      </Button>
    </div>
  )
}

function CancelSession({
  courseId,
  session: { id },
  onClose,
}: {
  courseId: number
  session: LiveSession
  onClose: () => void
}) {
  const text = useText(sessionEditorMessages)
  const step = useSessionWrite(courseId, () =>
    call('removeLiveSession', { params: { id: courseId, sessionId: id } }),
  )
  return (
    <ConfirmStep
      step={step}
      onClose={onClose}
      title={text.cancelTitle}
      text={text.cancelText}
      tone="danger"
      action={text.cancel}
      busyLabel={text.cancelling}
      failed={text.cancelFailed}
      notice={() => text.cancelled}
    />
  )
}
