import { Button } from '@apogee/ui/button.tsx'
import { EmptyState } from '@apogee/ui/state.tsx'
import { useState } from 'react'
import { useNavigate } from '#web/platform/router/router.tsx'
import { useText } from '#web/platform/messages.ts'
import { DiscussionDialog } from './dialogs.tsx'
import { DiscussionList } from './discussion-list.tsx'
import { CourseAccessLink } from './discussion-thread.tsx'
import { communityMessages } from '../messages/community.en.ts'

/** The tab 'Discussion' of a course. */
export function CourseDiscussions({ courseId, canStudy }: { courseId: number; canStudy: boolean }) {
  const text = useText(communityMessages)
  const navigate = useNavigate()
  const [isStarting, setIsStarting] = useState(false)
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
      <DiscussionList place={{ courseId }} emptyHint={text.noCourseDiscussionsHint} emptyAction={null} />
      {isStarting ? (
        <DiscussionDialog
          place={{ courseId }}
          onClose={() => setIsStarting(false)}
          onSaved={(id) => navigate(`/community/discussions/${id}`)}
        />
      ) : null}
    </>
  )
}
