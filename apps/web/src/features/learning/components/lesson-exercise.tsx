import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import type { PracticeExercise } from '@apogee/contracts/courses/practice.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { Loading, Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { SavedHere } from '#web/platform/outbox/saved-here.tsx'
import { DraftPad, PracticePad, type PracticeWork } from '#web/shared/practice/practice-pad.tsx'
import { exerciseQuery } from '../api/learning.ts'
import { learningMessages } from '../messages/learning.en.ts'
import { unsentExercise, useSaveExercise } from '../use-save-exercise.ts'
import '#web/shared/practice/practice.css'

interface ExerciseProps {
  userId: number
  resource: CourseResource
  exercise: PracticeExercise
}

/** Shows the author's exercise below a lesson: a learner's code is saved, that of other people stays in their tab. */
export function LessonExercise({ isLearner, ...props }: ExerciseProps & { isLearner: boolean }) {
  const { userId, resource, exercise } = props
  return isLearner ? (
    <LearnersExercise {...props} />
  ) : (
    <DraftPad userId={userId} place={String(resource.id)} task={exercise} />
  )
}

function LearnersExercise(props: ExerciseProps) {
  const text = useText(learningMessages)
  const { loading, tryAgain } = useText(platformMessages)
  const { userId, resource, exercise } = props
  const [unsent] = useState(() => unsentExercise(userId, resource.id))
  const { data, isPending, refetch, isFetching } = useQuery({
    ...exerciseQuery(resource.id, userId),
    // An offline load fails immediately, and the learner can begin.
    networkMode: 'always',
    // It is loaded when the connection returns, unless the learner has begun to write something else.
    refetchOnReconnect: (query) =>
      query.state.data === undefined && unsentExercise(userId, resource.id) === null,
    enabled: unsent === null,
    staleTime: 0,
  })
  if (unsent) return <SavedPad {...props} start={unsent} />
  // A cached copy may be older than this page's later saves.
  if (isPending || (isFetching && data)) {
    return (
      <Loading label={loading} className="practice-pad">
        <Skeleton shape="block" />
      </Loading>
    )
  }
  const blank = { code: exercise.starter, isPassing: false }
  return (
    <>
      {data ? null : (
        <Notice
          tone="info"
          quiet
          className="mt-6"
          link={
            <Button size="sm" variant="quiet" busy={isFetching} onClick={() => void refetch()}>
              {tryAgain}
            </Button>
          }
        >
          {text.exerciseFailed}
        </Notice>
      )}
      <SavedPad key={data ? 'loaded' : 'blank'} {...props} start={data?.data ?? blank} />
    </>
  )
}

function SavedPad({ userId, resource, exercise, start }: ExerciseProps & { start: PracticeWork }) {
  const text = useText(learningMessages)
  const { save, sendNow, state } = useSaveExercise(userId, resource)
  return (
    <PracticePad
      task={exercise}
      start={start}
      onWork={save}
      onLeave={sendNow}
      status={
        state === 'waits' ? <SavedHere /> : state === 'refused' ? text.notSavedCode : text.exerciseSaved
      }
    />
  )
}
