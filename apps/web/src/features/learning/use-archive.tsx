import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import type { AnswerOf } from '@apogee/contracts/endpoints.ts'
import { call } from '#web/platform/transfer/client.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { useText } from '#web/platform/language/messages.ts'
import { myLearningMessages } from './messages/my-learning.en.ts'

type Course = Pick<CatalogueCourse, 'id' | 'title'>
type Lists = InfiniteData<AnswerOf<'listEnrolledCourses'>>

/**
 * Moves a course into or out of the archive: it disappears from its list immediately and returns when the server refuses; a notice
 * offers Undo.
 */
export function useArchive(): (course: Course, archived: boolean) => void {
  const text = useText(myLearningMessages)
  const failureText = useFailureText()
  const notify = useNotify()
  const queries = useQueryClient()
  const { mutate } = useMutation({
    scope: { id: 'archive' },
    mutationFn: ({ course, archived }: { course: Course; archived: boolean }) =>
      call('archiveEnrolment', { params: { courseId: course.id }, body: { archived } }),
    onMutate: async ({ course }) => {
      await queries.cancelQueries({ queryKey: ['enrolled'] })
      const before = queries.getQueriesData<Lists>({ queryKey: ['enrolled'] })
      // Keys of more than two parts belong to lists of a part of the courses. The list of all courses has a shorter key and keeps
      // the course.
      for (const [key, held] of before)
        if (key.length > 2) queries.setQueryData(key, held && without(held, course.id))
      return { before }
    },
    onError: (error, _sent, context) => {
      for (const [key, held] of context?.before ?? []) queries.setQueryData(key, held)
      notify({ tone: 'danger', text: failureText(error, text.archiveFailed) })
    },
    onSuccess: (_answer, { course, archived }) => {
      notify({
        text: archived ? text.archivedNow(course.title) : text.takenBack(course.title),
        link: (
          <button type="button" className="ap-link" onClick={() => mutate({ course, archived: !archived })}>
            {text.undo}
          </button>
        ),
      })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['enrolled'] }),
  })
  return (course, archived) => mutate({ course, archived })
}

const without = (held: Lists, courseId: number): Lists => ({
  ...held,
  pages: held.pages.map((page) => ({
    ...page,
    data: page.data.filter(({ id }) => id !== courseId),
    meta: { ...page.meta, total: page.meta.total - (page.data.some(({ id }) => id === courseId) ? 1 : 0) },
  })),
})
