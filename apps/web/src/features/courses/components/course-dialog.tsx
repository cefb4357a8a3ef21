import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { courseDialogForm } from '@apogee/contracts/courses/courses.forms.ts'
import type { Course } from '@apogee/contracts/courses/courses.ts'
import { courseCategories } from '@apogee/contracts/course-choices.ts'
import { decimalRinggit } from '@apogee/domain/money/money.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Checkbox } from '@apogee/ui/fields/checkbox.tsx'
import { ConfirmDialog } from '@apogee/ui/feedback/dialog.tsx'
import { Select, type SelectOption } from '@apogee/ui/fields/select.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { AskBeforeLeaving } from '#web/platform/drafts/ask-before-leaving.tsx'
import { useDialogSave } from '#web/platform/forms/dialog-save.ts'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { showIssues, useContractForm, useFieldProps } from '#web/platform/forms/forms.ts'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { categoryNameIn } from '#web/shared/course/category-names.ts'
import { CourseFactFields } from './course-fact-fields.tsx'
import { CourseImageField, type CourseImage } from './course-image-field.tsx'
import { SmallTextField } from '#web/shared/text/small-text/small-text-field.tsx'
import { administrationMessages } from '../messages/selling/administration.en.ts'
import { instructorsQuery } from '../api/managed-courses.ts'
import { statesMessages } from '../messages/selling/states.en.ts'
import { noSale, SaleFields, useSaleFields } from './sale/sale-fields.tsx'
import { ImageFailure, useSaveCourse } from '../use-save-course.ts'
import '#web/platform/page/admin.css'

/**
 * Returns the possible instructors: everyone who teaches here, and the caller if missing
 * (docs/specification.md#create-course-modal).
 */
function useInstructorOptions(user: CurrentUser, course: Course | null) {
  const text = useText(administrationMessages)
  const instructors = useQuery(instructorsQuery(user))
  const people = instructors.data ?? []
  const isAdmin = user.role === 'admin' || user.role === 'superadmin'
  const missesSelf = !people.some(({ id }) => id === user.id) && (isAdmin || people.length === 0)
  const options: SelectOption[] = [...(missesSelf && !instructors.isPending ? [user] : []), ...people].map(
    ({ id, name, email }) => ({
      value: String(id),
      label: id === user.id ? text.you(name ?? email) : (name ?? email),
    }),
  )
  const present = course?.instructorId
  if (present && !options.some(({ value }) => value === String(present))) {
    options.push({ value: String(present), label: course.instructorName ?? text.userNumber(present) })
  }
  return { options, isPending: instructors.isPending, isError: instructors.isError }
}

interface CourseDialogProps {
  user: CurrentUser
  course?: Course | null
  onClose: () => void
  /** Null means that the server's answer lacked the course. */
  onSaved: (course: Course | null, typed: { title: string }) => void
}

/** Holds the values of a course's details and sends them. `submitAs` calls `onInvalid` with the fields that must be mended first. */
export function useCourseForm({ user, course: given = null, onClose, onSaved }: CourseDialogProps) {
  const text = useText(administrationMessages)
  // The form keeps the version that was read when it opened, because a later refetch may contain another person's change.
  const [course] = useState(given)
  const [image, setImage] = useState<CourseImage>({ file: null, isRemoved: false })
  const [asDraft, setAsDraft] = useState(false)
  const { save, progress } = useSaveCourse(user, course)
  const form = useContractForm(courseDialogForm, {
    title: course?.title ?? '',
    description: course?.description ?? '',
    instructorId: course?.instructorId ? String(course.instructorId) : '',
    price: course ? decimalRinggit(course.price) : '0',
    isPrivate: course?.isPrivate ?? false,
    category: course?.category ?? '',
    language: course?.language ?? '',
    level: course?.level ?? '',
    allowsOfflineVideo: course?.allowsOfflineVideo ?? false,
    ...noSale,
  })
  const sale = useSaleFields(form, course)
  const failed = course ? text.updateFailed : text.createFailed
  const { send, dialog } = useDialogSave({
    save,
    failed: save.error instanceof ImageFailure ? save.error.message : failed,
    onSaved: (saved) => onSaved(saved, { title: form.getValues('title') }),
    onRefused: (error) => sale.showRefusal(error) || showIssues(form, error),
    onClose,
  })
  const submitAs = (draft: boolean, onInvalid?: (errors: object) => void) =>
    form.handleSubmit((details) => {
      setAsDraft(draft)
      return send({ details, image, sale: sale.changeIn(details), draft })
    }, onInvalid)
  const isChanged = form.formState.isDirty || image.file !== null || image.isRemoved
  return { course, form, sale, dialog, submitAs, asDraft, image, setImage, progress, isChanged }
}

/** Implements docs/specification.md#create-course-modal. With a course it edits that course's details. */
export function CourseDialog(props: CourseDialogProps) {
  const text = useText(administrationMessages)
  const states = useText(statesMessages)
  const { close } = useText(platformMessages)
  const fields = useCourseForm(props)
  const { course, dialog, submitAs, asDraft, isChanged } = fields
  const [isLeaving, setIsLeaving] = useState(false)
  // The dialogs close one after the other, so that each returns the focus to its opener.
  const discard = () => {
    flushSync(() => setIsLeaving(false))
    props.onClose()
  }
  return (
    <>
      <FormDialog
        {...dialog}
        // Esc, the cross or a click outside may be accidental, so they ask before changes are lost. Cancel does not ask.
        onClose={() => (isChanged ? setIsLeaving(true) : props.onClose())}
        onCancel={props.onClose}
        title={course ? text.editCourseDetails : text.createCourse}
        {...(!course && { text: states.createMeans })}
        action={course ? text.save : text.createCourse}
        busyLabel={course ? text.saving : text.creating}
        disabled={dialog.busy && asDraft}
        secondAction={
          course ? null : (
            <Button
              onClick={(event) => void submitAs(true)(event)}
              disabled={dialog.busy && !asDraft}
              busy={dialog.busy && asDraft}
              busyLabel={text.creating}
            >
              {states.createDraft}
            </Button>
          )
        }
        onSubmit={(event) => void submitAs(false)(event)}
      >
        <CourseFields user={props.user} {...fields} />
      </FormDialog>
      <ConfirmDialog
        open={isLeaving}
        onClose={() => setIsLeaving(false)}
        onConfirm={discard}
        title={text.discardTitle}
        text={text.discardQuestion}
        confirmLabel={text.discard}
        cancelLabel={text.keepEditing}
        closeLabel={close}
      />
    </>
  )
}

function CourseFields({
  user,
  course,
  form,
  sale,
  dialog,
  image,
  setImage,
  progress,
}: Omit<ReturnType<typeof useCourseForm>, 'submitAs' | 'asDraft' | 'isChanged'> & { user: CurrentUser }) {
  const text = useText(administrationMessages)
  const language = useLanguage()
  const field = useFieldProps(form, dialog.busy)
  return (
    <>
      <TextField label={text.courseTitle} required maxLength={200} {...field('title')} />
      <SmallTextField
        kind="description"
        label={text.description}
        required
        {...field('description')}
        text={form.watch('description')}
        onText={(description) =>
          form.setValue('description', description, {
            shouldDirty: true,
            shouldValidate: form.formState.isSubmitted,
          })
        }
      />
      <div className="admin-dialog-row">
        <InstructorField user={user} course={course} field={field('instructorId')} />
        <TextField
          label={text.price}
          type="number"
          min={0}
          step={0.01}
          inputMode="decimal"
          hint={text.priceHint}
          {...field('price')}
        />
      </div>
      {course ? <SaleFields form={form} sale={sale} /> : null}
      <Checkbox label={text.privateCourse} {...form.register('isPrivate')} />
      <Select
        label={text.category}
        hint={text.categoryHint}
        placeholder={text.noCategory}
        options={courseCategories.map((value) => ({ value, label: categoryNameIn(language, value) }))}
        {...form.register('category')}
      />
      <AskBeforeLeaving loss={progress === null ? null : 'upload'} />
      <CourseImageField image={image} present={course?.image ?? ''} progress={progress} onChange={setImage} />
      <CourseFactFields form={form} />
      {course ? (
        <Checkbox
          label={text.offlineVideo}
          hint={text.offlineVideoHint}
          {...form.register('allowsOfflineVideo')}
        />
      ) : null}
    </>
  )
}

function InstructorField({
  user,
  course,
  field: { readOnly: _, ...field },
}: {
  user: CurrentUser
  course: Course | null
  field: UseFormRegisterReturn & { error: string | undefined; readOnly: boolean }
}) {
  const text = useText(administrationMessages)
  const { loading } = useText(platformMessages)
  const instructors = useInstructorOptions(user, course)
  return (
    <Select
      key={instructors.options.length}
      label={text.instructor}
      required
      placeholder={instructors.isPending ? loading : text.chooseInstructor}
      options={instructors.options}
      hint={instructors.isError ? text.instructorsFailed : undefined}
      {...field}
    />
  )
}
