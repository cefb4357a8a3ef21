/**
 * Saves a learner's code in an exercise: each change is stored in the browser immediately, sent after a pause, and retried until
 * the server has it.
 */
import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { idOf } from '#web/platform/outbox/entries.ts'
import { outboxOf } from '#web/platform/outbox/outbox.ts'
import { useOutbox } from '#web/platform/outbox/saved-here.tsx'
import type { PracticeWork } from '#web/shared/practice/practice-pad.tsx'
import { exerciseCode, type Exercise } from './late-progress.ts'
import { keepProgress } from './save-progress.ts'

/** Code is sent after this pause in typing, in ms. */
const savePauseMs = 800

/** Returns the code that is not sent yet, or null when there is none. */
export function unsentExercise(userId: number, resourceId: number): Exercise | null {
  const id = idOf({ kind: exerciseCode.name, key: String(resourceId) })
  const payload = outboxOf(userId).entries.read(id)?.payload
  return exerciseCode.isPayload(payload) ? payload : null
}

async function send(queries: QueryClient, userId: number, resource: CourseResource): Promise<void> {
  const outcome = await outboxOf(userId).send(exerciseCode, String(resource.id), 'silent')
  if (outcome.kind !== 'sent') return
  const { passedAt } = outcome.answer.data
  if (passedAt !== null) keepProgress(queries, userId, resource, { exercisePassedAt: passedAt })
}

export function useSaveExercise(userId: number, resource: CourseResource) {
  const queries = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { id } = resource
  const entry = useOutbox().find(({ kind, key }) => kind === exerciseCode.name && key === String(id))
  const sendNow = () => {
    clearTimeout(timer.current)
    if (unsentExercise(userId, id)) void send(queries, userId, resource)
  }
  const latest = useRef(sendNow)
  useEffect(() => {
    latest.current = sendNow
  })
  // Sends code that an earlier page left unsent and, on unmount, code that has not been sent yet because of the pause.
  useEffect(() => {
    latest.current()
    return () => latest.current()
  }, [])

  return {
    /** `new` means that the code is being sent; undefined means that the server has it. */
    state: entry?.state,
    sendNow,
    save: ({ code, isPassing }: PracticeWork) => {
      const hasPassed = isPassing || unsentExercise(userId, id)?.hasPassed === true
      outboxOf(userId).put(exerciseCode, String(id), { resourceId: id, code, isPassing, hasPassed })
      clearTimeout(timer.current)
      if (isPassing) sendNow()
      else timer.current = setTimeout(() => latest.current(), savePauseMs)
    },
  }
}
