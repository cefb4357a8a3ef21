/** Saves how far a learner has read a PDF document in the product's own viewer. */
import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { newId } from '#web/platform/session/new-id.ts'
import { outboxOf, type Outbox } from '#web/platform/outbox/outbox.ts'
import { useViewer, type Viewer } from '#web/platform/session/session.tsx'
import { pagesRead } from './late-progress.ts'
import { createPageRecord, createReading } from './page-record.ts'
import { keepProgress } from './save-progress.ts'
import { useSaveOnLeave } from './use-watch-progress.ts'

const saveEveryMs = 5_000
/** Two tabs that show the same document have separate entries. */
const thisPage = newId()

/** Returns the page that the learner reached last. A page in an unsent entry on this device is newer than the server's. */
function reachedPage(viewer: Viewer, { id, progress }: CourseResource): number | undefined {
  const waiting =
    typeof viewer === 'number'
      ? outboxOf(viewer)
          .shown.getState()
          .flatMap(({ kind, payload }) =>
            kind === pagesRead.name && pagesRead.isPayload(payload) && payload.resourceId === id
              ? [payload.page]
              : [],
          )
      : []
  return waiting.at(-1) ?? progress?.page
}

/**
 * Records the progress in one document. A page counts as read after two seconds and is then stored on this device; it is sent every 5
 * s, when the page is hidden and when it is left. `startPage` is where the learner was on any device, or undefined when the server
 * has no position.
 */
export function usePageProgress(resource: CourseResource, isLearner: boolean) {
  const queries = useQueryClient()
  const viewer = useViewer()
  const [startPage] = useState(() => (isLearner ? reachedPage(viewer, resource) : undefined))
  const [record] = useState(createPageRecord)
  const timers = useRef<{ save?: ReturnType<typeof setTimeout> }>({})
  /** Holds the page that was read last, and whether it or an earlier one is unsent. */
  const reading = useRef({ page: 0, isUnsent: false })
  const current = useRef({ resource, isLearner, viewer })
  useEffect(() => {
    current.current = { resource, isLearner, viewer }
  })

  /** Stores unsent pages. Returns null when there are none. */
  const keep = useCallback((): { outbox: Outbox; key: string } | null => {
    const { resource: read, isLearner: counts, viewer: who } = current.current
    const { page, isUnsent } = reading.current
    if (!counts || !isUnsent || typeof who !== 'number') return null
    const outbox = outboxOf(who)
    const key = `${read.id}-${thisPage}`
    outbox.put(pagesRead, key, { resourceId: read.id, page, pages: record.unsaved() })
    keepProgress(queries, who, read, { page })
    return { outbox, key }
  }, [queries, record])

  const save = useCallback(
    async (isLeft = false) => {
      clearTimeout(timers.current.save)
      delete timers.current.save
      const { resource: read, viewer: who } = current.current
      const kept = keep()
      if (!kept) return
      reading.current.isUnsent = false
      const arrived = record.send()
      const outcome = await kept.outbox.send(pagesRead, kept.key, isLeft ? 'left' : 'silent')
      // A waiting entry is sent by the outbox later. Then the pages stay unsaved in the record, so that the entry for the next page
      // replaces this one and includes them.
      if (outcome.kind !== 'waits') arrived()
      if (outcome.kind === 'sent' && outcome.answer.pagesSeen !== undefined)
        keepProgress(queries, who, read, { pagesSeen: outcome.answer.pagesSeen })
    },
    [keep, queries, record],
  )
  useSaveOnLeave(save)

  const onRead = useEffectEvent((page: number) => {
    record.see(page)
    reading.current = { page, isUnsent: true }
    keep()
    timers.current.save ??= setTimeout(() => void save(), saveEveryMs)
  })
  const [shown] = useState(createReading)
  useEffect(() => shown.start(onRead), [shown])
  return { startPage, onPage: shown.show }
}
