import { Button } from '@apogee/ui/button.tsx'
import { SegmentedControl } from '@apogee/ui/fields/chip.tsx'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { totalOf } from '#web/platform/language/numbers.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import { useNavigate } from '#web/platform/router/router.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { DiscussionDialog } from './dialogs.tsx'
import { DiscussionList } from './discussion-list.tsx'
import { CourseAccessLink } from './discussion-thread.tsx'
import { useAnswerTime, WhoAnswers } from './who-answers.tsx'
import { discussionsQuery, type OnlyThose } from '../../api/community.ts'
import { communityMessages } from '../../messages/community.en.ts'

/** Switches for the course's people between all discussions and the unanswered questions with their number. */
function QuestionFilter({
  courseId,
  only,
  onChoose,
}: {
  courseId: number
  only: OnlyThose
  onChoose: (only: OnlyThose) => void
}) {
  const text = useText(communityMessages)
  const filter = { place: { courseId }, search: '', only: 'unanswered' } as const
  const waiting = useInfiniteQuery(discussionsQuery(filter, useViewer())).data?.pages[0]?.meta
  return (
    <SegmentedControl<'all' | 'unanswered'>
      className="mb-4"
      label={text.whichDiscussions}
      value={only === 'unanswered' ? 'unanswered' : 'all'}
      onChange={(chosen) => onChoose(chosen === 'unanswered' ? 'unanswered' : null)}
      options={[
        { value: 'all', label: text.all },
        { value: 'unanswered', label: text.unanswered(waiting ? totalOf(waiting) : null) },
      ]}
    />
  )
}

export function CourseDiscussions({
  courseId,
  canStudy,
  canManage,
}: {
  courseId: number
  canStudy: boolean
  canManage: boolean
}) {
  const text = useText(communityMessages)
  const [isStarting, setIsStarting] = useState(false)
  const [only, setOnly] = useState<OnlyThose>(null)
  if (!canStudy) {
    return (
      <EmptyState
        titleAs="h2"
        title={text.enrolToDiscuss}
        text={text.enrolToDiscussHint}
        action={<CourseAccessLink courseId={courseId} />}
      />
    )
  }
  const start = (
    <Button icon="plus" onClick={() => setIsStarting(true)}>
      {text.newDiscussion}
    </Button>
  )
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h2 className="ap-h3">{text.discussions}</h2>
        {start}
      </div>
      {canManage ? null : <WhoAnswers courseId={courseId} />}
      {canManage ? <QuestionFilter courseId={courseId} only={only} onChoose={setOnly} /> : null}
      <DiscussionList
        place={{ courseId }}
        only={only}
        emptyHint={text.noCourseDiscussionsHint}
        emptyAction={null}
      />
      {isStarting ? <StartDiscussion courseId={courseId} onClose={() => setIsStarting(false)} /> : null}
    </>
  )
}

/** Opens the started discussion, and says when an answer can be expected. */
function StartDiscussion({ courseId, onClose }: { courseId: number; onClose: () => void }) {
  const navigate = useNavigate()
  const notify = useNotify()
  const answerTime = useAnswerTime(courseId)
  return (
    <DiscussionDialog
      place={{ courseId }}
      onClose={onClose}
      onSaved={(id) => {
        if (answerTime) notify({ text: answerTime })
        navigate(`/community/discussions/${id}`)
      }}
    />
  )
}
