/** Receives reports from the frame of a package and sends them through the outbox. */
import type { PackageLaunch } from '@apogee/contracts/scorm/scorm.ts'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { outboxOf } from '#web/platform/outbox/outbox.ts'
import { useOutbox } from '#web/platform/outbox/saved-here.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import { packageReport, reportKey } from './late-report.ts'
import { readMessage } from './package-messages.ts'

export interface Reached {
  isCompleted: boolean | null
  isPassed: boolean | null
  score: number | null
}

interface Reports {
  /** Maps activities to results. Activities without a report in this launch are absent. */
  reached: Readonly<Record<string, Reached>>
  /** `opened` is the activity whose page has loaded last; null means none. */
  opened: string | null
  /** True means that the lesson was opened in another tab or on another device after this launch. */
  isOvertaken: boolean
  isWaiting: boolean
}

/** A page may still report while it is removed; its messages arrive afterwards. */
const lateMessageMs = 1000

export function usePackageReports(
  frame: RefObject<HTMLIFrameElement | null>,
  { resourceId, launch, onCompleted }: { resourceId: number; launch: PackageLaunch; onCompleted: () => void },
): Reports {
  const viewer = useViewer()
  const [reached, setReached] = useState<Record<string, Reached>>({})
  const [opened, setOpened] = useState<string | null>(null)
  const [isOvertaken, setOvertaken] = useState(false)
  const completed = useRef(onCompleted)
  useEffect(() => {
    completed.current = onCompleted
  })
  const mine = useOutbox().filter(
    ({ kind, key }) => kind === packageReport.name && key.startsWith(`${resourceId}-`),
  )

  useEffect(() => {
    if (typeof viewer !== 'number') return
    const sending = new Set<string>()
    const send = async (key: string, activity: string) => {
      sending.add(key)
      const outcome = await outboxOf(viewer)
        .send(packageReport, key, 'silent')
        .finally(() => sending.delete(key))
      if (outcome.kind !== 'sent') return
      const { isLessonCompleted, isLatest, ...result } = outcome.answer.data
      setReached((known) => ({ ...known, [activity]: result }))
      setOvertaken(!isLatest)
      if (isLessonCompleted) completed.current()
    }
    const hear = (event: MessageEvent<unknown>) => {
      const message = readMessage(event, frame.current?.contentWindow ?? null, launch)
      if (!message) return
      if (message.apogee === 'open') return setOpened(message.activity)
      if (message.apogee !== 'report' || !launch.isRecorded) return
      const { activity, cmi } = message
      const report = { resourceId, launch: launch.launch, activity }
      const key = reportKey(report)
      outboxOf(viewer).put(packageReport, key, { ...report, cmi })
      // While a report is being sent, a newer one replaces it in the outbox and is sent afterwards.
      if (!sending.has(key)) void send(key, activity)
    }
    window.addEventListener('message', hear)
    return () => {
      setTimeout(() => window.removeEventListener('message', hear), lateMessageMs)
    }
  }, [viewer, frame, resourceId, launch])

  return { reached, opened, isOvertaken, isWaiting: mine.some(({ state }) => state === 'waits') }
}
