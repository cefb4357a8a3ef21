import type { LearnerDetail } from '@apogee/contracts/roster/roster.ts'
import { ConfirmStep } from '#web/platform/forms/form-dialog.tsx'
import { ReasonDialog } from '#web/platform/forms/reason-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useRemoveLearner, useRestoreLearner, type Place } from '../api/roster.ts'
import { rosterMessages } from '../messages/roster.en.ts'

const rules = () => import('@apogee/contracts/roster/roster.forms.ts').then(({ removalForm }) => removalForm)

interface Props {
  place: Place
  learner: LearnerDetail
  onClose: () => void
}

export function RemoveDialog({ place, learner, onClose }: Props) {
  const text = useText(rosterMessages)
  return (
    <ReasonDialog
      place={`removal:${place.courseId}:${place.userId}`}
      schema={rules}
      save={useRemoveLearner(place)}
      title={text.removeTitle}
      text={text.removeText(learner.name ?? text.unnamed, learner.courseTitle)}
      action={text.remove}
      busyLabel={text.removing}
      label={text.reason}
      hint={text.reasonHint}
      failed={text.removeFailed}
      done={text.accessIsRemoved}
      onClose={onClose}
    />
  )
}

export function RestoreDialog({ place, learner, onClose }: Props) {
  const text = useText(rosterMessages)
  return (
    <ConfirmStep
      step={useRestoreLearner(place)}
      title={text.restoreTitle}
      text={text.restoreText(learner.name ?? text.unnamed)}
      action={text.restore}
      busyLabel={text.restoring}
      failed={text.restoreFailed}
      notice={() => text.accessIsBack}
      onClose={onClose}
    />
  )
}
