import { courseDialogForm, centsFromRinggit } from '@apogee/contracts/courses.forms.ts'
import type { CatalogueCourse } from '@apogee/contracts/catalogue.ts'
import { IconButton } from '@apogee/ui/button.tsx'
import { Cover } from '@apogee/ui/cover.tsx'
import { ConfirmDialog } from '@apogee/ui/dialog.tsx'
import { InlineEdit } from '@apogee/ui/inline-edit.tsx'
import { IconLink } from '@apogee/ui/link-button.tsx'
import { useNotify } from '@apogee/ui/notice.tsx'
import { EmptyState } from '@apogee/ui/state.tsx'
import { Table, TableSubject } from '@apogee/ui/table.tsx'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { safeParse } from 'zod/mini'
import { call } from '#web/platform/client.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { useFocusWhenLost } from '#web/platform/focus.ts'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useFieldText, useText } from '#web/platform/messages.ts'
import { SavedSwitch, wasTaken } from '#web/platform/saved-switch.tsx'
import { categoryText } from './categories.ts'
import { administrationMessages } from './messages.en.ts'
import { useCourseRefresh } from './queries.ts'

/** Spec §2: Course, Privacy, Price (RM), Created By, Actions. It stays when its last row goes, to hold the focus. */
export function CourseTable({ courses }: { courses: readonly CatalogueCourse[] }) {
  const text = useText(administrationMessages)
  const [leaving, setLeaving] = useState<CatalogueCourse | null>(null)
  const region = useRef<HTMLDivElement>(null)
  const focusIsLost = useFocusWhenLost(region)
  return (
    <div ref={region} tabIndex={-1}>
      {courses.length === 0 ? (
        <EmptyState className="admin-state" title={text.noCourses} text={text.noCoursesHint} />
      ) : (
        <Table
          caption={text.courses}
          rows={courses}
          rowKey={({ id }) => id}
          columns={[
            {
              id: 'course',
              header: text.course,
              phone: 'main',
              cell: ({ id, title, category, image }) => (
                <TableSubject
                  picture={<Cover shape="thumb" id={id} title={title} category={category} image={image} />}
                  name={title}
                  detail={category ? text[categoryText[category]] : null}
                />
              ),
            },
            { id: 'privacy', header: text.privacy, cell: (course) => <PrivacyCell course={course} /> },
            {
              id: 'price',
              header: text.price,
              align: 'end',
              phoneLabel: text.ringgit,
              cell: (course) => <PriceCell course={course} />,
            },
            {
              id: 'created-by',
              header: text.createdBy,
              phoneLabel: text.by,
              cell: ({ createdBy }) => (createdBy === null ? text.unknown : text.userNumber(createdBy)),
            },
            {
              id: 'actions',
              header: text.actions,
              align: 'end',
              phone: 'actions',
              cell: (course) => (
                <>
                  <IconLink
                    as={Link}
                    to={`/course/${course.id}/manage`}
                    icon="pencil"
                    label={text.editCourse(course.title)}
                  />
                  <IconButton
                    icon="trash"
                    label={text.deleteCourse(course.title)}
                    onClick={() => setLeaving(course)}
                  />
                </>
              ),
            },
          ]}
        />
      )}
      {leaving ? (
        <DeleteCourseDialog course={leaving} onClose={() => setLeaving(null)} onDeleted={focusIsLost} />
      ) : null}
    </div>
  )
}

function PrivacyCell({ course }: { course: CatalogueCourse }) {
  const text = useText(administrationMessages)
  const notify = useNotify()
  const refresh = useCourseRefresh()
  const change = useMutation({
    mutationFn: async (isPrivate: boolean) => {
      await call('updateCourse', { params: { id: course.id }, body: { isPrivate } })
      notify({ text: isPrivate ? text.nowPrivate : text.nowPublic })
      await refresh(course.id)
    },
    // Spec §8: this sentence, whatever the reason.
    onError: () => notify({ tone: 'danger', text: text.privacyFailed }),
  })
  return (
    <SavedSwitch
      className="admin-privacy"
      label={text.publicSwitch(course.title)}
      checked={!course.isPrivate}
      save={(isPublic) => wasTaken(change.mutateAsync(!isPublic))}
    >
      {(isPublic) => (isPublic ? text.public : text.private)}
    </SavedSwitch>
  )
}

function PriceCell({ course }: { course: CatalogueCourse }) {
  const text = useText(administrationMessages)
  const common = useText(platformMessages)
  const fieldText = useFieldText()
  const failureText = useFailureText()
  const refresh = useCourseRefresh()
  const [problem, setProblem] = useState<string | undefined>()
  const price = (course.price / 100).toFixed(2)
  const save = async (draft: string): Promise<boolean> => {
    const given = safeParse(courseDialogForm.shape.price, draft.trim())
    if (!given.success) {
      setProblem(fieldText(given.error.issues[0]?.message))
      return false
    }
    try {
      await call('updateCourse', {
        params: { id: course.id },
        body: { price: centsFromRinggit(given.data) },
      })
    } catch (error) {
      setProblem(failureText(error, text.updateFailed))
      return false
    }
    await refresh(course.id)
    return true
  }
  return (
    <InlineEdit
      value={price}
      label={text.priceOf(course.title)}
      editLabel={text.editPrice(course.title)}
      saveLabel={text.savePrice}
      cancelLabel={common.cancel}
      inputMode="decimal"
      error={problem}
      onEdit={() => setProblem(undefined)}
      onSave={save}
    >
      {price}
    </InlineEdit>
  )
}

function DeleteCourseDialog({
  course,
  onClose,
  onDeleted,
}: {
  course: CatalogueCourse
  onClose: () => void
  onDeleted: () => void
}) {
  const text = useText(administrationMessages)
  const common = useText(platformMessages)
  const notify = useNotify()
  const failureText = useFailureText()
  const refresh = useCourseRefresh()
  const removal = useMutation({
    mutationFn: () => call('deleteCourse', { params: { id: course.id } }),
    onSuccess: async ({ data }) => {
      onDeleted()
      onClose()
      notify({ text: data.outcome === 'deleted' ? text.deleted(course.title) : text.archived(course.title) })
      await refresh(course.id)
    },
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => removal.mutate()}
      title={text.deleteCourse(course.title)}
      text={text.deleteQuestion}
      confirmLabel={text.deleteIt}
      cancelLabel={common.cancel}
      closeLabel={common.close}
      busy={removal.isPending}
      busyLabel={text.deleting}
      error={removal.isError ? failureText(removal.error, text.deleteFailed) : undefined}
    />
  )
}
