import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { courseDialogForm } from '@apogee/contracts/courses/courses.forms.ts'
import { parseRinggit } from '@apogee/domain/typed-ringgit.ts'
import type { Course } from '@apogee/contracts/courses/courses.ts'
import { courseCategories } from '@apogee/contracts/limits.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Checkbox } from '@apogee/ui/checkbox.tsx'
import { ConfirmDialog, Dialog } from '@apogee/ui/dialog.tsx'
import { Notice } from '@apogee/ui/notice.tsx'
import { Select, type SelectOption } from '@apogee/ui/select.tsx'
import { TextArea, TextField } from '@apogee/ui/text-field.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { flushSync } from 'react-dom'
import type { output } from 'zod/mini'
import { call } from '#web/platform/client.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { showIssues, useContractForm } from '#web/platform/forms.ts'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useFieldText, useText } from '#web/platform/messages.ts'
import { decimalRinggit, formatPlainRinggit } from '@apogee/domain/money.ts'
import { saveChanges } from '#web/platform/save-edit.ts'
import { uploadFile } from '#web/platform/upload.ts'
import { categoryText } from '../categories.ts'
import { CourseImageField, type CourseImage } from './course-image-field.tsx'
import { administrationMessages } from '../messages/administration.en.ts'
import { instructorsQuery, useCourseRefresh } from '../api/managed-courses.ts'
import { statesMessages } from '../messages/states.en.ts'
import { noSale, SaleFields, useSaleFields, type SaleChange } from './sale-fields.tsx'

type Details = output<typeof courseDialogForm>

/**
 * Possible instructors: everybody who teaches here, and the caller if missing
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

/** The picture did not arrive; `message` is for the person. */
class ImageFailure extends Error {}

/** A price, or what a sale has for one. */
function priceInWords(value: unknown): string | undefined {
  if (typeof value === 'number') return formatPlainRinggit(value)
  const sale = typeof value === 'object' && value !== null && 'price' in value ? value.price : undefined
  return typeof sale === 'number' ? formatPlainRinggit(sale) : undefined
}

/** Sends the picture once, then writes the course. */
function useSaveCourse(user: CurrentUser, course: Course | null) {
  const text = useText(administrationMessages)
  const failureText = useFailureText()
  const refresh = useCourseRefresh()
  const [uploaded, setUploaded] = useState<{ file: File; url: string } | null>(null)
  const [progress, setProgress] = useState<number | null>(null)

  const imageUrl = async ({ file, isRemoved }: CourseImage): Promise<string | undefined> => {
    if (!file) return isRemoved ? '' : undefined
    if (uploaded?.file === file) return uploaded.url
    setProgress(0)
    try {
      const url = await uploadFile(file, {
        purpose: 'cover',
        onProgress: (share) => setProgress(Math.round(share * 100)),
      })
      setUploaded({ file, url })
      return url
    } catch (error) {
      throw new ImageFailure(failureText(error, text.imageFailed))
    } finally {
      setProgress(null)
    }
  }
  const save = useMutation({
    mutationFn: async ({
      details,
      image,
      sale,
      draft,
    }: {
      details: Details
      image: CourseImage
      sale: SaleChange
      draft: boolean
    }) => {
      const url = await imageUrl(image)
      const body = {
        title: details.title,
        description: details.description,
        ...(url !== undefined && { image: url }),
        isPrivate: details.isPrivate,
        price: parseRinggit(details.price) ?? 0,
        category: details.category || null,
        instructorId: Number(details.instructorId),
      }
      const answer = course
        ? await saveChanges({
            fields: { ...body, sale },
            read: { ...course, sale: undefined },
            version: course.version,
            labels: {
              ...{ title: text.courseTitle, description: text.description, image: text.image },
              ...{ isPrivate: text.privateCourse, price: text.price, category: text.category },
              ...{ instructorId: text.instructor, sale: text.sale },
            },
            show: (field, value) => (field === 'price' || field === 'sale' ? priceInWords(value) : undefined),
            send: (changes) => call('updateCourse', { params: { id: course.id }, body: changes }),
          })
        : await call('createCourse', {
            body: { ...body, createdBy: user.id, businessId: user.businessId, ...(draft && { draft }) },
          })
      await refresh(answer.data.id)
      return answer.data
    },
  })
  return { save, progress }
}

/** Implements docs/specification.md#create-course-modal. With a course it edits that one's details. */
export function CourseDialog({
  user,
  course: given = null,
  onClose,
  onSaved,
}: {
  user: CurrentUser
  course?: Course | null
  onClose: () => void
  onSaved: (course: Course) => void
}) {
  const text = useText(administrationMessages)
  const states = useText(statesMessages)
  const common = useText(platformMessages)
  const fieldText = useFieldText()
  const failureText = useFailureText()
  const formId = useId()
  // The version that was read: a refetch in the meantime may contain another person's change.
  const [course] = useState(given)
  const [image, setImage] = useState<CourseImage>({ file: null, isRemoved: false })
  const [problem, setProblem] = useState<string | null>(null)
  const instructors = useInstructorOptions(user, course)
  const { save, progress } = useSaveCourse(user, course)
  const form = useContractForm(courseDialogForm, {
    title: course?.title ?? '',
    description: course?.description ?? '',
    instructorId: course?.instructorId ? String(course.instructorId) : '',
    price: course ? decimalRinggit(course.price) : '0',
    isPrivate: course?.isPrivate ?? false,
    category: course?.category ?? '',
    ...noSale,
  })
  const sale = useSaleFields(form, course)
  const { errors, isDirty } = form.formState
  const [isLeaving, setIsLeaving] = useState(false)
  // Esc, the cross or a click outside may be accidental; Cancel is not.
  const leave = () => {
    if (isDirty || image.file !== null || image.isRemoved) setIsLeaving(true)
    else onClose()
  }
  // One after the other, so that each returns the focus to its opener.
  const discard = () => {
    flushSync(() => setIsLeaving(false))
    onClose()
  }
  const [asDraft, setAsDraft] = useState(false)
  const saveAs = (draft: boolean) =>
    form.handleSubmit((details) => {
      setProblem(null)
      setAsDraft(draft)
      save.mutate(
        { details, image, sale: sale.changeIn(details), draft },
        {
          onSuccess: onSaved,
          onError: (error) => {
            if (error instanceof ImageFailure) return setProblem(error.message)
            if (sale.showRefusal(error)) return
            if (!showIssues(form, error)) {
              setProblem(failureText(error, course ? text.updateFailed : text.createFailed))
            }
          },
        },
      )
    })
  const submit = saveAs(false)
  return (
    <Dialog
      open
      onClose={leave}
      title={course ? text.editCourseDetails : text.createCourse}
      closeLabel={common.close}
      busy={save.isPending}
      footer={
        <>
          <Button variant="quiet" onClick={onClose} disabled={save.isPending}>
            {common.cancel}
          </Button>
          {course ? null : (
            <Button
              onClick={(event) => void saveAs(true)(event)}
              disabled={save.isPending && !asDraft}
              busy={save.isPending && asDraft}
              busyLabel={text.creating}
            >
              {states.createDraft}
            </Button>
          )}
          <Button
            type="submit"
            form={formId}
            variant="primary"
            disabled={save.isPending && asDraft}
            busy={save.isPending && !asDraft}
            busyLabel={course ? text.saving : text.creating}
          >
            {course ? text.save : text.createCourse}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="grid gap-5"
        method="post"
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        {problem ? <Notice tone="danger">{problem}</Notice> : null}
        <TextField
          label={text.courseTitle}
          required
          maxLength={200}
          error={fieldText(errors.title?.message)}
          {...form.register('title')}
        />
        <TextArea
          label={text.description}
          required
          error={fieldText(errors.description?.message)}
          {...form.register('description')}
        />
        <div className="admin-dialog-row">
          <Select
            key={instructors.options.length}
            label={text.instructor}
            required
            placeholder={instructors.isPending ? common.loading : text.chooseInstructor}
            options={instructors.options}
            hint={instructors.isError ? text.instructorsFailed : undefined}
            error={fieldText(errors.instructorId?.message)}
            {...form.register('instructorId')}
          />
          <TextField
            label={text.price}
            type="number"
            min={0}
            step={0.01}
            inputMode="decimal"
            hint={text.priceHint}
            error={fieldText(errors.price?.message)}
            {...form.register('price')}
          />
        </div>
        {course ? <SaleFields form={form} sale={sale} /> : null}
        <Checkbox label={text.privateCourse} {...form.register('isPrivate')} />
        <Select
          label={text.category}
          hint={text.categoryHint}
          placeholder={text.noCategory}
          options={courseCategories.map((category) => ({
            value: category,
            label: text[categoryText[category]],
          }))}
          {...form.register('category')}
        />
        <CourseImageField
          image={image}
          present={course?.image ?? ''}
          progress={progress}
          onChange={setImage}
        />
      </form>
      <ConfirmDialog
        open={isLeaving}
        onClose={() => setIsLeaving(false)}
        onConfirm={discard}
        title={text.discardTitle}
        text={text.discardQuestion}
        confirmLabel={text.discard}
        cancelLabel={text.keepEditing}
        closeLabel={common.close}
      />
    </Dialog>
  )
}
