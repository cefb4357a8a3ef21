import type { Cohort } from '@apogee/contracts/enrolments/cohorts.ts'
import { Button } from '@apogee/ui/button.tsx'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { Select } from '@apogee/ui/fields/select.tsx'
import { useState } from 'react'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useMoveLearners } from '../api/cohort-members.ts'
import { cohortMembersMessages } from '../messages/cohort-members.en.ts'
import './roster.css'

export function MoveLearners({
  courseId,
  cohorts,
  userIds,
  onDone,
}: {
  courseId: number
  cohorts: readonly Cohort[]
  userIds: number[]
  onDone: () => void
}) {
  const text = useText(cohortMembersMessages)
  const notify = useNotify()
  const failureText = useFailureText()
  const { mutate, isPending } = useMoveLearners(courseId)
  const [into, setInto] = useState('')
  const move = () =>
    mutate(
      { userIds, cohortId: into === 'none' ? null : Number(into) },
      {
        onSuccess: ({ data }) => {
          notify({ text: text.movedLearners(data.moved) })
          onDone()
        },
        onError: (error) => notify({ tone: 'danger', text: failureText(error, text.moveFailed) }),
      },
    )
  return (
    <div className="roster-move" role="group" aria-label={text.move}>
      <p>
        <b>{text.chosen(userIds.length)}</b>
        <span className="text-secondary"> {text.moveHint}</span>
      </p>
      <Select
        label={text.moveInto}
        placeholder={text.chooseCohort}
        value={into}
        options={[
          ...cohorts.map(({ id, name }) => ({ value: String(id), label: name })),
          { value: 'none', label: text.noCohort },
        ]}
        onChange={(event) => setInto(event.target.value)}
      />
      <Button
        variant="primary"
        disabled={into === ''}
        busy={isPending}
        busyLabel={text.moving}
        onClick={move}
      >
        {text.move}
      </Button>
      <Button variant="quiet" onClick={onDone}>
        {text.chooseNone}
      </Button>
    </div>
  )
}
