import type { CourseContent } from '@apogee/contracts/courses/courses.ts'
import { openingDaysMost, type ModuleOpening } from '@apogee/contracts/courses/module-opening.ts'
import { RadioGroup } from '@apogee/ui/fields/radio-group.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useState } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { dateInWords } from '#web/platform/language/dates.ts'
import { useDialogSave } from '#web/platform/forms/dialog-save.ts'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { saveChanges } from '#web/platform/edit-conflicts/save-edit.ts'
import { useContentWrite } from '../../api/authoring.ts'
import { openingMessages } from '../../messages/opening.en.ts'

const choices = ['atOnce', 'afterDays', 'onDay'] as const
type Choice = (typeof choices)[number]

interface Typed {
  choice: Choice
  days: string
  day: string
}

const usualDays = 7

const typedFrom = (opening: ModuleOpening | undefined): Typed => ({
  choice: opening === undefined ? 'atOnce' : 'on' in opening ? 'onDay' : 'afterDays',
  days: String(opening && 'afterDays' in opening ? opening.afterDays : usualDays),
  day: opening && 'on' in opening ? opening.on : '',
})

/** Returns undefined when the typed text is not a valid rule. */
function openingFrom({ choice, days, day }: Typed): ModuleOpening | null | undefined {
  if (choice === 'atOnce') return null
  if (choice === 'onDay') return day === '' ? undefined : { on: day }
  const afterDays = Number(days)
  return /^\d{1,3}$/.test(days.trim()) && afterDays >= 1 && afterDays <= openingDaysMost
    ? { afterDays }
    : undefined
}

/** Edits when learners may open a module. */
export function OpeningDialog({ module, onClose }: { module: CourseContent; onClose: () => void }) {
  const text = useText(openingMessages)
  const language = useLanguage()
  const [read] = useState(module)
  const [typed, setTyped] = useState(() => typedFrom(module.opening))
  const [isWrong, setIsWrong] = useState(false)
  const change = (part: Partial<Typed>) => {
    setIsWrong(false)
    setTyped({ ...typed, ...part })
  }
  const shown = (opening: ModuleOpening | null): string =>
    opening === null
      ? text.atOnce
      : 'on' in opening
        ? text.opensOn(dateInWords(opening.on, language))
        : text.opensAfter(opening.afterDays)
  const { send, dialog } = useDialogSave({
    save: useContentWrite(module.courseId, (opening: ModuleOpening | null) =>
      saveChanges({
        fields: { opening },
        read: { opening: read.opening ?? null },
        version: read.version,
        labels: { opening: text.choice },
        show: (_, value) => shown(value as ModuleOpening | null),
        send: (body) => call('updateContent', { params: { id: read.id }, body }),
      }),
    ),
    failed: text.saveFailed,
    notice: () => text.saved,
    onClose,
  })
  const submit = () => {
    const opening = openingFrom(typed)
    setIsWrong(opening === undefined)
    if (opening !== undefined) void send(opening)
  }
  return (
    <FormDialog
      {...dialog}
      title={text.title(module.title)}
      text={text.lead}
      action={text.save}
      busyLabel={text.saving}
      onSubmit={submit}
    >
      <RadioGroup<Choice>
        legend={text.choice}
        value={typed.choice}
        options={choices.map((value) => ({ value, label: text[value] }))}
        onChange={(choice) => change({ choice })}
      />
      {typed.choice === 'afterDays' ? (
        <TextField
          label={text.days}
          hint={text.daysHint}
          inputMode="numeric"
          value={typed.days}
          error={isWrong ? text.daysWrong : undefined}
          onChange={({ currentTarget }) => change({ days: currentTarget.value })}
        />
      ) : null}
      {typed.choice === 'onDay' ? (
        <TextField
          label={text.day}
          type="date"
          value={typed.day}
          error={isWrong ? text.dayWrong : undefined}
          onChange={({ currentTarget }) => change({ day: currentTarget.value })}
        />
      ) : null}
    </FormDialog>
  )
}
