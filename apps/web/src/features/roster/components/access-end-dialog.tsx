import { accessNoteMaxLength } from '@apogee/contracts/enrolments/access-end.forms.ts'
import type { LearnerDetail } from '@apogee/contracts/roster/roster.ts'
import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import { RadioGroup } from '@apogee/ui/fields/radio-group.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useState } from 'react'
import { useDialogSave } from '#web/platform/forms/dialog-save.ts'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useSetAccessEnd, type Place } from '../api/roster.ts'
import { rosterMessages } from '../messages/roster.en.ts'

const choices = ['forEver', 'untilDay'] as const
type Choice = (typeof choices)[number]

export function AccessEndDialog({
  place,
  learner,
  onClose,
}: {
  place: Place
  learner: LearnerDetail
  onClose: () => void
}) {
  const text = useText(rosterMessages)
  const { accessEndsAt, name } = learner
  const [typed, setTyped] = useState<{ choice: Choice; day: string; note: string }>({
    choice: accessEndsAt === undefined ? 'forEver' : 'untilDay',
    day: accessEndsAt === undefined ? '' : dayInMalaysia(accessEndsAt),
    note: '',
  })
  const [isMissing, setIsMissing] = useState(false)
  const change = (part: Partial<typeof typed>) => {
    setIsMissing(false)
    setTyped({ ...typed, ...part })
  }
  const { send, dialog } = useDialogSave({
    save: useSetAccessEnd(place),
    failed: text.endFailed,
    notice: () => text.endSaved,
    onClose,
  })
  const submit = () => {
    const endsOn = typed.choice === 'forEver' ? null : typed.day
    setIsMissing(endsOn === '')
    if (endsOn !== '') void send({ endsOn, note: typed.note })
  }
  return (
    <FormDialog
      {...dialog}
      title={text.changeEndTitle}
      text={text.changeEndText(name ?? text.unnamed)}
      action={text.saveEnd}
      busyLabel={text.savingEnd}
      onSubmit={submit}
    >
      <RadioGroup<Choice>
        legend={text.accessLasts}
        value={typed.choice}
        options={choices.map((value) => ({ value, label: text[value] }))}
        onChange={(choice) => change({ choice })}
      />
      {typed.choice === 'untilDay' ? (
        <TextField
          label={text.lastDay}
          type="date"
          value={typed.day}
          error={isMissing ? text.lastDayMissing : undefined}
          onChange={({ currentTarget }) => change({ day: currentTarget.value })}
        />
      ) : null}
      <TextField
        label={text.note}
        hint={text.noteHint}
        maxLength={accessNoteMaxLength}
        value={typed.note}
        onChange={({ currentTarget }) => change({ note: currentTarget.value })}
      />
    </FormDialog>
  )
}
