import type { Course, CourseStateInfo } from '@apogee/contracts/courses/courses.ts'
import type { MoneyBackForm } from '@apogee/contracts/pricing/money-back.ts'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { useAnnouncedMutation } from '#web/platform/forms/announced-mutation.ts'
import { call } from '#web/platform/transfer/client.ts'
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
  /** `moneyBack` is the money-back promise that a seller chooses with the first publication of a paid course. */
  moneyBack?: MoneyBackForm
}

/** Changes the state of a course; lists and pages show it when the mutation ends. A failure is announced. */
export function useStateChange(course: Course) {
  const text = useText(statesMessages)
  const refresh = useCourseRefresh()
  const wasArchived = course.state === 'archived'
  const sentences = {
    draft: wasArchived ? text.restoredAsDraft : text.unpublished,
    published: wasArchived ? text.restored : text.published,
    archived: text.archivedNow,
  }
  return useAnnouncedMutation({
    mutationFn: (change: StateChange) =>
      call('changeCourseState', { params: { id: course.id }, body: change }),
    notice: (_, { state }) => sentences[state](course.title),
    onSuccess: () => refresh(course.id),
    failed: text.changeFailed,
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
