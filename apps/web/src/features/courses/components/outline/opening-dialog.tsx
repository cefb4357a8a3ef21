import type { CourseContent } from '@apogee/contracts/courses/courses.ts'
import { openingDaysMost, type ModuleOpening } from '@apogee/contracts/courses/module-opening.ts'
import { Select } from '@apogee/ui/fields/select.tsx'
import { RadioGroup } from '@apogee/ui/fields/radio-group.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useState } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { useDialogSave } from '#web/platform/forms/dialog-save.ts'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { saveChanges } from '#web/platform/edit-conflicts/save-edit.ts'
import { useContentWrite } from '../../api/authoring.ts'
import { openingMessages } from '../../messages/opening.en.ts'
import { earlierItems, useShownOpening } from './shown-opening.ts'

const choices = ['atOnce', 'afterDays', 'onDay', 'afterItem'] as const
type Choice = (typeof choices)[number]

interface Typed {
  choice: Choice
  days: string
  day: string
  /** Holds the id of an item, or ''. */
  item: string
}

const usualDays = 7

const typedFrom = (opening: ModuleOpening | undefined): Typed => ({
  choice:
    opening === undefined
      ? 'atOnce'
      : 'on' in opening
        ? 'onDay'
        : 'afterDays' in opening
          ? 'afterDays'
          : 'afterItem',
  days: String(opening && 'afterDays' in opening ? opening.afterDays : usualDays),
  day: opening && 'on' in opening ? opening.on : '',
  item: opening && 'afterItem' in opening ? String(opening.afterItem) : '',
})

/** Returns undefined when the typed text is not a valid rule. */
function openingFrom({ choice, days, day, item }: Typed): ModuleOpening | null | undefined {
  if (choice === 'atOnce') return null
  if (choice === 'onDay') return day === '' ? undefined : { on: day }
  if (choice === 'afterItem') return item === '' ? undefined : { afterItem: Number(item) }
  const afterDays = Number(days)
  return /^\d{1,3}$/.test(days.trim()) && afterDays >= 1 && afterDays <= openingDaysMost
    ? { afterDays }
    : undefined
}

interface OpeningDialogProps {
  module: CourseContent
  /** Holds all modules of the course, in order. */
  modules: readonly CourseContent[]
  onClose: () => void
}

/** Edits when learners may open a module. */
export function OpeningDialog({ module, modules, onClose }: OpeningDialogProps) {
  const text = useText(openingMessages)
  const [read] = useState(module)
  const [typed, setTyped] = useState(() => typedFrom(module.opening))
  const [isWrong, setIsWrong] = useState(false)
  const change = (part: Partial<Typed>) => {
    setIsWrong(false)
    setTyped({ ...typed, ...part })
  }
  const items = earlierItems(modules, module)
  const shown = useShownOpening(modules, module)
  const { send, dialog } = useDialogSave({
    save: useContentWrite(module.courseId, (opening: ModuleOpening | null) =>
      saveChanges({
        fields: { opening },
        read: { opening: read.opening ?? null },
        version: read.version,
        labels: { opening: text.choice },
        show: (_, value) => (value === null ? text.atOnce : shown(value as ModuleOpening)),
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
      {typed.choice === 'afterItem' ? (
        <ItemChoice
          items={items}
          value={typed.item}
          isMissing={isWrong}
          onChange={(item) => change({ item })}
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

interface ItemChoiceProps {
  items: ReturnType<typeof earlierItems>
  value: string
  isMissing: boolean
  onChange: (item: string) => void
}

function ItemChoice({ items, value, isMissing, onChange }: ItemChoiceProps) {
  const text = useText(openingMessages)
  return (
    <Select
      label={text.item}
      hint={text.itemHint}
      placeholder={items.length === 0 ? text.noItem : text.chooseItem}
      value={value}
      error={isMissing ? text.chooseItem : undefined}
      options={items.map(({ item, module }) => ({
        value: String(item.id),
        label: text.inModule(item.title, module.title),
      }))}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
