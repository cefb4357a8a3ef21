import type { LearnerDetail } from '@apogee/contracts/roster/roster.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Notice, useNotify } from '@apogee/ui/feedback/notice.tsx'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLetStart, type Place } from '../api/roster.ts'
import { rosterStartMessages } from '../messages/start.en.ts'

/** Tells that the learner's lessons wait for other courses or were opened early, and offers to change that. */
export function StartAction({ place, learner }: { place: Place; learner: LearnerDetail }) {
  const text = useText(rosterStartMessages)
  const notify = useNotify()
  const failureText = useFailureText()
  const { mutate, isPending } = useLetStart(place)
  const { mayStart = false } = learner
  if (learner.removedAt) return null
  const save = (wished: boolean) =>
    mutate(wished, {
      onSuccess: () => notify({ text: wished ? text.mayStartEarly : text.waitsAgain }),
      onError: (error) => notify({ tone: 'danger', text: failureText(error, text.startFailed) }),
    })
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Notice tone="info" quiet className="min-w-64 flex-1">
        {mayStart ? text.startsEarly : text.waitingNotice}
      </Notice>
      <Button busy={isPending} busyLabel={text.saving} onClick={() => save(!mayStart)}>
        {mayStart ? text.withdrawStart : text.letStart}
      </Button>
    </div>
  )
}
