import type { Attendance, LiveSession } from '@apogee/contracts/live-sessions/live-sessions.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Dialog } from '@apogee/ui/feedback/dialog.tsx'
import { downloadIcon } from '@apogee/ui/icons/more-icons.ts'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { LoadStates } from '#web/platform/failures/load-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { saveText } from '#web/platform/edit-conflicts/save-text.ts'
import { AutosaveSwitch } from '#web/platform/drafts/autosave-switch.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import { attendanceQuery } from '../api/live-sessions.ts'
import { sessionEditorMessages } from '../messages/session-editor.en.ts'
import { useSessionName } from '../session-name.ts'
import './live-sessions.css'

interface AttendanceProps {
  courseId: number
  session: LiveSession
}

/** Records the attendance of a session: one switch for each learner, saved on each press. */
export function AttendanceDialog({ courseId, session, onClose }: AttendanceProps & { onClose: () => void }) {
  const text = useText(sessionEditorMessages)
  const sessionName = useSessionName()
  const query = useQuery(attendanceQuery(courseId, session.id, useViewer()))
  return (
    <Dialog
      open
      title={text.attendanceTitle(sessionName(session))}
      text={text.attendanceLead}
      closeLabel={text.close}
      onClose={onClose}
    >
      <LoadStates query={query} skeleton={<SkeletonRows count={4} />} failed={text.attendanceFailed}>
        {({ data }) => <AttendanceList courseId={courseId} session={session} read={data} />}
      </LoadStates>
    </Dialog>
  )
}

function AttendanceList({ courseId, session, read }: AttendanceProps & { read: Attendance }) {
  const text = useText(sessionEditorMessages)
  const sessionName = useSessionName()
  const notify = useNotify()
  const failureText = useFailureText()
  const [noted, setNoted] = useState<Readonly<Record<number, boolean>>>({})
  const learners = read.learners.map((learner) => ({
    ...learner,
    isPresent: noted[learner.userId] ?? learner.isPresent,
  }))
  const note = async (userId: number, isPresent: boolean): Promise<boolean> => {
    try {
      await call('saveAttendance', {
        params: { id: courseId, sessionId: session.id },
        body: { learners: [{ userId, isPresent }] },
      })
      setNoted((before) => ({ ...before, [userId]: isPresent }))
      return true
    } catch (error) {
      notify({ tone: 'danger', text: failureText(error, text.noteFailed) })
      return false
    }
  }
  if (learners.length === 0)
    return <EmptyState titleAs="h3" title={text.noLearners} text={text.noLearnersHint} />
  const present = learners.filter(({ isPresent }) => isPresent === true).length
  return (
    <>
      <p className="text-sm text-secondary" role="status">
        {text.present(present, read.total)}
        {read.total > learners.length ? ` · ${text.onlyFirst(learners.length, read.total)}` : null}
      </p>
      <ul className="attendance">
        {learners.map(({ userId, name, email, isPresent }) => (
          <li key={userId}>
            <span>{name ?? email}</span>
            <AutosaveSwitch
              className="attendance-switch"
              label={text.presentOf(name ?? email)}
              checked={isPresent === true}
              save={(wish) => note(userId, wish)}
            >
              {() => text.notePresent}
            </AutosaveSwitch>
          </li>
        ))}
      </ul>
      <div>
        <Button
          variant="quiet"
          size="sm"
          icon={downloadIcon}
          onClick={() => saveText(`${sessionName(session)}.csv`, csvOf(learners, text), 'text/csv')}
        >
          {text.download}
        </Button>
      </div>
    </>
  )
}

/** Puts an apostrophe before a field that a spreadsheet could take for a formula. */
const cell = (value: string): string => `"${value.replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`

function csvOf(
  learners: Attendance['learners'],
  text: Record<'csvName' | 'csvEmail' | 'csvPresent' | 'yes' | 'no', string>,
): string {
  const rows = learners.map(({ name, email, isPresent }) => [
    name ?? '',
    email,
    isPresent === null ? '' : isPresent ? text.yes : text.no,
  ])
  return `\uFEFF${[[text.csvName, text.csvEmail, text.csvPresent], ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
}
