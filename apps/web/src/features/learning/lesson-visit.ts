import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#web/platform/transfer/client.ts'

/** The server counts a day as learned 60 s after the visit; this is more, because the visit itself may arrive late. */
const readingSeconds = 65

/** Runs the action once when the page was visible for this many seconds. Returns a function that cancels it. */
function afterVisibleSeconds(seconds: number, act: () => void): () => void {
  let left = seconds
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') left -= 1
    if (left !== 0) return
    clearInterval(timer)
    act()
  }, 1000)
  return () => clearInterval(timer)
}

/**
 * Reports an opened lesson to the server, so that the dashboard links to this course. A lesson that is read is reported once more
 * when it was visible for a minute, so that the day counts as learned; videos and quizzes save more often by themselves.
 */
export function useLessonVisit({ id, fileType }: CourseResource, isLearner: boolean): void {
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (resourceId: number) =>
      call('saveResourceProgress', { params: { id: resourceId }, body: {} }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: ['enrolled'] }),
  })
  useEffect(() => {
    if (isLearner) mutate(id)
  }, [mutate, id, isLearner])
  const isRead = fileType !== 'video' && fileType !== 'quiz'
  useEffect(
    () => (isLearner && isRead ? afterVisibleSeconds(readingSeconds, () => mutate(id)) : undefined),
    [mutate, id, isLearner, isRead],
  )
}
