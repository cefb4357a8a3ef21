import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import type { Bundle } from '@apogee/contracts/bundles/bundles.ts'
import { bundleForm } from '@apogee/contracts/bundles/bundles.forms.ts'
import { decimalRinggit, formatRinggit } from '@apogee/domain/money/money.ts'
import { parseRinggit } from '@apogee/domain/money/typed-ringgit.ts'
import { Select } from '@apogee/ui/fields/select.tsx'
import { TextArea, TextField } from '@apogee/ui/fields/text-field.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { output } from 'zod/mini'
import { call } from '#web/platform/transfer/client.ts'
import { saveChanges } from '#web/platform/edit-conflicts/save-edit.ts'
import { useDialogForm } from '#web/platform/forms/dialog-form.ts'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { bundleChoicesQuery } from '../../api/bundles.ts'
import { bundleEditingMessages } from '../../messages/editing.en.ts'
import { CourseChoices, type CourseChoice } from './course-choices.tsx'

type Given = output<typeof bundleForm>

const bodyOf = ({ title, description, price, courseIds, coverCourseId }: Given) => ({
  title,
  description,
  price: parseRinggit(price) ?? 0,
  courseIds,
  coverCourseId: coverCourseId === '' ? null : Number(coverCourseId),
})

/** Joins the courses that the bundle has with those that can be added. */
function choicesOf(bundle: Bundle | null, sold: readonly CourseChoice[]): CourseChoice[] {
  const present = (bundle?.courses ?? []).map(({ id, title, price, isSold }) => ({
    id,
    title,
    price,
    isUnsold: !isSold,
  }))
  const ids = new Set(present.map(({ id }) => id))
  return [...present, ...sold.filter(({ id }) => !ids.has(id))]
}

interface Props {
  user: CurrentUser
  /** Null means a new bundle. */
  bundle: Bundle | null
  onClose: () => void
  onSaved: (bundle: Bundle) => void
}

function useBundleForm(
  { bundle, onClose, onSaved }: Props,
  /** Holds the titles of courses, for the dialog of conflicts. */
  titles: ReadonlyMap<number, string>,
) {
  const text = useText(bundleEditingMessages)
  const change = (present: Bundle, given: Given) =>
    saveChanges({
      fields: bodyOf(given),
      read: { ...present, courseIds: present.courses.map(({ id }) => id) },
      version: present.version,
      labels: {
        title: text.name,
        description: text.description,
        price: text.priceLabel,
        courseIds: text.coursesLabel,
        coverCourseId: text.cover,
      },
      show: (name, value) => shownValue(name, value, titles),
      send: (body) => call('updateBundle', { params: { id: present.id }, body }),
    })
  return useDialogForm({
    schema: bundleForm,
    values: {
      title: bundle?.title ?? '',
      description: bundle?.description ?? '',
      price: bundle ? decimalRinggit(bundle.price) : '',
      courseIds: bundle?.courses.map(({ id }) => id) ?? [],
      coverCourseId: bundle?.coverCourseId ? String(bundle.coverCourseId) : '',
    },
    save: useMutation({
      mutationFn: (given: Given) =>
        bundle ? change(bundle, given) : call('createBundle', { body: bodyOf(given) }),
    }),
    failed: bundle ? text.changeFailed : text.createFailed,
    onSaved: ({ data }) => onSaved(data),
    onClose,
  })
}

/** Makes a bundle, or changes an existing one with a check for changes by others. */
export function BundleDialog(props: Props) {
  const text = useText(bundleEditingMessages)
  // A refetched list does not change what the form was opened with.
  const [bundle] = useState(props.bundle)
  const sold = useQuery(bundleChoicesQuery(props.user))
  const choices = choicesOf(bundle, sold.data ?? [])
  const titles = new Map(choices.map(({ id, title }) => [id, title]))
  const { form, field, dialog } = useBundleForm({ ...props, bundle }, titles)
  const [courseIds, price] = form.watch(['courseIds', 'price'])
  const chosen = choices.filter(({ id }) => courseIds.includes(id))
  return (
    <FormDialog
      {...dialog}
      title={bundle ? text.editTitle(bundle.title) : text.createTitle}
      text={bundle ? text.editText : undefined}
      action={bundle ? text.save : text.create}
      busyLabel={bundle ? text.saving : text.creating}
    >
      <TextField label={text.name} required maxLength={200} {...field('title')} />
      <TextArea label={text.description} rows={3} {...field('description')} />
      <CourseChoices
        choices={choices}
        state={sold.isError ? 'failed' : sold.isPending ? 'loading' : 'loaded'}
        chosen={courseIds}
        error={form.formState.errors.courseIds?.message}
        onChange={(ids) =>
          form.setValue('courseIds', ids, { shouldValidate: form.formState.isSubmitted, shouldDirty: true })
        }
      />
      <TextField
        label={text.priceLabel}
        required
        inputMode="decimal"
        autoComplete="off"
        prefix="RM"
        hint={<Saving chosen={chosen} price={parseRinggit(price)} />}
        {...field('price')}
      />
      <Select
        label={text.cover}
        hint={text.coverHint}
        placeholder={text.firstCover}
        options={chosen.map(({ id, title }) => ({ value: String(id), label: title }))}
        {...field('coverCourseId')}
      />
    </FormDialog>
  )
}

/** Says what the chosen courses cost apart and what the buyer saves. */
function Saving({ chosen, price }: { chosen: readonly CourseChoice[]; price: number | null }) {
  const text = useText(bundleEditingMessages)
  if (chosen.length === 0) return null
  const apart = chosen.reduce((sum, course) => sum + course.price, 0)
  const saving = price === null ? null : apart - price
  return (
    <>
      {text.apart(formatRinggit(apart))}
      {saving === null ? '' : ` ${saving > 0 ? text.savingOf(formatRinggit(saving)) : text.savesNothing}`}
    </>
  )
}

/** Writes a value of the conflict dialog in words. */
function shownValue(name: string, value: unknown, titles: ReadonlyMap<number, string>): string | undefined {
  if (name === 'price' && typeof value === 'number') return formatRinggit(value)
  if (name === 'coverCourseId' && typeof value === 'number') return titles.get(value)
  if (name === 'courseIds' && Array.isArray(value))
    return value.map((id: unknown) => titles.get(Number(id)) ?? `#${String(id)}`).join(', ')
  return undefined
}
