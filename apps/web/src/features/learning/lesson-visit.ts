import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#web/platform/transfer/client.ts'

/** Reports an opened lesson to the server, so that the dashboard links to this course. */
export function useLessonVisit(resourceId: number, isLearner: boolean): void {
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (id: number) => call('saveResourceProgress', { params: { id }, body: {} }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: ['enrolled'] }),
  })
  useEffect(() => {
    if (isLearner) mutate(resourceId)
  }, [mutate, resourceId, isLearner])
}
