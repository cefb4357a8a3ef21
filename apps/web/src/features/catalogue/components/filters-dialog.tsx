import { Button } from '@apogee/ui/button.tsx'
import { Select } from '@apogee/ui/fields/select.tsx'
import { useState } from 'react'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import type { FactFilter } from '../fact-names.ts'
import { courseFiltersMessages } from '../messages/filters.en.ts'

/** Edits language, level, length and rating. They apply together, so that the back button undoes them together. */
export function FiltersDialog({
  filters,
  onApply,
  onClose,
}: {
  filters: readonly FactFilter[]
  /** The keys are the names of the filters; null removes one. */
  onApply: (changes: Record<string, string | null>) => void
  onClose: () => void
}) {
  const text = useText(courseFiltersMessages)
  const [chosen, setChosen] = useState<Record<string, string>>(() =>
    Object.fromEntries(filters.map(({ name, value }) => [name, value])),
  )
  const apply = (values: Record<string, string>) => {
    onApply(Object.fromEntries(filters.map(({ name }) => [name, values[name] || null])))
    onClose()
  }
  return (
    <FormDialog
      title={text.title}
      action={text.show}
      secondAction={
        filters.some(({ value }) => value !== '') ? (
          <Button onClick={() => apply({})}>{text.clear}</Button>
        ) : null
      }
      onSubmit={() => apply(chosen)}
      onClose={onClose}
    >
      {filters.map(({ name, label, options }) => (
        <Select
          key={name}
          label={label}
          placeholder={text.any}
          options={options}
          value={chosen[name] ?? ''}
          onChange={({ target }) => setChosen({ ...chosen, [name]: target.value })}
        />
      ))}
    </FormDialog>
  )
}
