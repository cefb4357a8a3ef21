import { dayText } from '@apogee/contracts/calendar-text.ts'
import { cohortForm, cohortLimits } from '@apogee/contracts/enrolments/cohorts.forms.ts'
import type { Cohort } from '@apogee/contracts/enrolments/cohorts.ts'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { extend, pipe, refine, string, transform, type output } from 'zod/mini'
import { call } from '#web/platform/transfer/client.ts'
import { useDialogForm } from '#web/platform/forms/dialog-form.ts'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { saveChanges } from '#web/platform/edit-conflicts/save-edit.ts'
import { useDraft } from '#web/platform/drafts/use-draft.ts'
import { useCohortWrite } from '../api/cohorts.ts'
import { cohortsMessages } from '../messages/cohorts.en.ts'

const emptyAsNull = pipe(
  string(),
  transform((typed: string) => (typed === '' ? null : typed)),
)

const dialogForm = pipe(
  extend(cohortForm, {
    endsOn: pipe(emptyAsNull, cohortForm.shape.endsOn),
    places: pipe(
      pipe(
        string(),
        transform((typed: string) => (typed.trim() === '' ? null : Number(typed.trim()))),
      ),
      cohortForm.shape.places,
    ),
    startsOn: dayText('Please choose the first day'),
    closesOn: string(),
  }).check(
    refine(({ startsOn, closesOn }) => closesOn <= startsOn, {
      path: ['closesOn'],
      error: 'Please choose a day that is not after the first day',
    }),
    refine(({ startsOn, endsOn }) => endsOn === null || endsOn >= startsOn, {
      path: ['endsOn'],
      error: 'Please choose a day that is not before the first day',
    }),
  ),
  transform(({ closesOn, ...fields }) => ({ ...fields, closesOn: closesOn || fields.startsOn })),
)

/** A duplicate has the name and capacity of the original, and no dates. */
const fieldsOf = (cohort: Cohort | null, isDuplicate: boolean) => ({
  name: cohort?.name ?? '',
  startsOn: isDuplicate ? '' : (cohort?.startsOn ?? ''),
  endsOn: isDuplicate ? '' : (cohort?.endsOn ?? ''),
  closesOn: isDuplicate || cohort?.closesOn === cohort?.startsOn ? '' : (cohort?.closesOn ?? ''),
  places: cohort?.places ? String(cohort.places) : '',
})

/** Adds a cohort, changes `cohort`, or duplicates it. */
export function CohortDialog({
  courseId,
  cohort,
  isDuplicate = false,
  onClose,
}: {
  courseId: number
  cohort: Cohort | null
  isDuplicate?: boolean
  onClose: () => void
}) {
  const text = useText(cohortsMessages)
  const edited = isDuplicate ? null : cohort
  const fields = fieldsOf(cohort, isDuplicate)
  const draft = useDraft(
    edited ? `cohort ${edited.id}` : `new cohort ${courseId} ${cohort?.id ?? ''}`,
    fields,
    { read: edited ? fields : {}, version: edited?.version },
  )
  const save = useCohortWrite(courseId, (form: output<typeof dialogForm>) =>
    edited
      ? saveChanges({
          fields: form,
          read: {
            name: edited.name,
            startsOn: edited.startsOn,
            endsOn: edited.endsOn,
            closesOn: edited.closesOn,
            places: edited.places,
          },
          version: draft.base.version,
          labels: {
            name: text.name,
            startsOn: text.startsOn,
            endsOn: text.endsOn,
            closesOn: text.closesOn,
            places: text.places,
          },
          send: (changes) =>
            call('updateCohort', { params: { id: courseId, cohortId: edited.id }, body: changes }),
        })
      : call('createCohort', { params: { id: courseId }, body: form }),
  )
  const { field, dialog } = useDialogForm({
    schema: dialogForm,
    values: draft.fields,
    draft,
    save,
    onClose,
    failed: text.saveFailed,
    notice: () => (edited ? text.saved : text.added),
  })
  const title = edited ? text.editTitle : cohort ? text.duplicateTitle(cohort.name) : text.addTitle
  return (
    <FormDialog
      {...dialog}
      title={title}
      text={edited ? text.editLead : cohort ? text.duplicateLead : text.addLead}
      action={edited ? text.save : text.add}
      busyLabel={text.saving}
    >
      <TextField
        label={text.name}
        hint={text.nameHint}
        required
        maxLength={cohortLimits.name}
        {...field('name')}
      />
      <TextField label={text.startsOn} hint={text.startsOnHint} required type="date" {...field('startsOn')} />
      <TextField label={text.endsOn} type="date" {...field('endsOn')} />
      <TextField label={text.closesOn} hint={text.closesOnHint} type="date" {...field('closesOn')} />
      <TextField label={text.places} hint={text.placesHint} inputMode="numeric" {...field('places')} />
    </FormDialog>
  )
}
