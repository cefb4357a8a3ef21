import type { Course, CourseStateInfo } from '@apogee/contracts/courses/courses.ts'
import type { MoneyBackForm } from '@apogee/contracts/pricing/money-back.ts'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useCourseRefresh } from './managed-courses.ts'
import { statesMessages } from '../messages/selling/states.en.ts'

/** The query refetches each time it is shown, because people may buy in the meantime. */
export const courseStateQuery = (courseId: number) =>
  queryOptions({
    queryKey: ['course', courseId, 'state'],
    queryFn: async ({ signal }) => (await call('readCourseState', { params: { id: courseId }, signal })).data,
    staleTime: 0,
    gcTime: 0,
  })

interface StateChange {
  state: CourseStateInfo['state']
  /** The field holds the seller's first promise and accompanies 'published'. */
  moneyBack?: MoneyBackForm
}

/** Changes the state of a course; lists and pages show it when the mutation ends. A failure is announced. */
export function useStateChange(course: Course) {
  const text = useText(statesMessages)
  const notify = useNotify()
  const failureText = useFailureText()
  const refresh = useCourseRefresh()
  const wasArchived = course.state === 'archived'
  const sentences = {
    draft: wasArchived ? text.restoredAsDraft : text.unpublished,
    published: wasArchived ? text.restored : text.published,
    archived: text.archivedNow,
  }
  return useMutation({
    mutationFn: (change: StateChange) =>
      call('changeCourseState', { params: { id: course.id }, body: change }),
    onSuccess: async (_, { state }) => {
      notify({ text: sentences[state](course.title) })
      await refresh(course.id)
    },
    onError: (error) => notify({ tone: 'danger', text: failureText(error, text.changeFailed) }),
  })
}

export function useRestore(course: Course) {
  const change = useStateChange(course)
  return useMutation({
    mutationFn: async () => {
      const { data } = await call('readCourseState', { params: { id: course.id } })
      await change.mutateAsync({ state: data.restoresTo })
    },
  })
}
