import { pencilIcon, usersIcon } from '@apogee/ui/icons/more-icons.ts'
import { parseRinggit } from '@apogee/domain/money/typed-ringgit.ts'
import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { Button, IconButton } from '@apogee/ui/button.tsx'
import { Cover } from '@apogee/ui/art/cover.tsx'
import { InlineEdit } from '@apogee/ui/fields/inline-edit.tsx'
import { IconLink } from '@apogee/ui/navigation/link-button.tsx'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { Table, TableSubject } from '@apogee/ui/figures/table.tsx'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { call } from '#web/platform/transfer/client.ts'
import { readTyped } from '#web/platform/forms/typed-value.ts'
import { useSession } from '#web/platform/session/session.tsx'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { useFocusWhenLost } from '#web/platform/page/focus.ts'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useFieldText, useText } from '#web/platform/language/messages.ts'
import { useCategoryName } from '#web/shared/course/category-names.ts'
import { decimalRinggit, formatPlainRinggit } from '@apogee/domain/money/money.ts'
import { saveChanges } from '#web/platform/edit-conflicts/save-edit.ts'
import { AutosaveSwitch, wasTaken } from '#web/platform/drafts/autosave-switch.tsx'
import { useRestore } from '../api/course-state.ts'
import { administrationMessages } from '../messages/selling/administration.en.ts'
import { useCourseRefresh } from '../api/managed-courses.ts'
import { statesMessages } from '../messages/selling/states.en.ts'
import '#web/platform/page/admin.css'

const DeleteCourseDialog = lazyOnPress(
  async () => (await import('./delete-course-dialog.tsx')).DeleteCourseDialog,
)

const priceRules = () =>
  import('@apogee/contracts/courses/courses.forms.ts').then((forms) => forms.courseDialogForm.shape.price)

/**
 * Shows the columns Course, Privacy, Price (RM), Created By, Actions (docs/specification.md#admin-dashboard-admin). The empty table
 * stays to hold the focus.
 */
export function CourseTable({
  courses,
  isArchive,
}: {
  courses: readonly CatalogueCourse[]
  /** The archive contains courses that can be managed and restored. */
  isArchive: boolean
}) {
  const text = useText(administrationMessages)
  const states = useText(statesMessages)
  const [leaving, setLeaving] = useState<CatalogueCourse | null>(null)
  const region = useRef<HTMLDivElement>(null)
  const focusIsLost = useFocusWhenLost(region)
  return (
    <div ref={region} tabIndex={-1}>
      {courses.length === 0 ? (
        <EmptyState
          title={isArchive ? states.noArchived : text.noCourses}
          text={isArchive ? states.noArchivedHint : text.noCoursesHint}
        />
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
              cell: (course) => <SubjectCell course={course} />,
            },
            {
              id: 'privacy',
              header: text.privacy,
              phoneLabel: null,
              cell: (course) => <PrivacyCell course={course} />,
            },
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
              cell: (course) => <CreatorCell course={course} />,
            },
            {
              id: 'actions',
              header: text.actions,
              align: 'end',
              phone: 'actions',
              cell: (course) => <RowActions course={course} onDelete={() => setLeaving(course)} />,
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

function RowActions({ course, onDelete }: { course: CatalogueCourse; onDelete: () => void }) {
  const text = useText(administrationMessages)
  return (
    <>
      <IconLink
        as={Link}
        to={`/course/${course.id}/manage`}
        icon={pencilIcon}
        label={text.editCourse(course.title)}
      />
      <IconLink
        as={Link}
        to={`/course/${course.id}/people`}
        icon={usersIcon}
        label={text.learnersOf(course.title)}
      />
      {course.state === 'archived' ? <RestoreButton course={course} /> : null}
      <IconButton icon="trash" label={text.deleteCourse(course.title)} onClick={onDelete} />
    </>
  )
}

function SubjectCell({ course }: { course: CatalogueCourse }) {
  const categoryName = useCategoryName()
  const { id, title, category, image, instructorName } = course
  return (
    <TableSubject
      picture={<Cover shape="thumb" id={id} title={title} category={category} image={image} />}
      name={title}
      detail={
        <>
          {[category && categoryName(category), instructorName].filter(Boolean).join(' · ')}{' '}
          <StateBadges course={course} />
        </>
      }
    />
  )
}

/** Marks drafts, archived courses, and published courses without content. */
function StateBadges({ course }: { course: CatalogueCourse }) {
  const text = useText(statesMessages)
  return (
    <>
      {course.state === 'draft' ? <Badge tone="info">{text.draft}</Badge> : null}
      {course.state === 'archived' ? <Badge>{text.archived}</Badge> : null}
      {course.isEmpty && course.state === undefined ? <Badge tone="warning">{text.noContent}</Badge> : null}
    </>
  )
}

function RestoreButton({ course }: { course: CatalogueCourse }) {
  const text = useText(statesMessages)
  const restore = useRestore(course)
  return (
    <Button
      size="sm"
      aria-label={text.restoreOf(course.title)}
      busy={restore.isPending}
      busyLabel={text.restoring}
      onClick={() => restore.mutate()}
    >
      {text.restore}
    </Button>
  )
}

/** Shows the number of a creator whose name is unknown, because the person is neither the course's teacher nor the reader. */
function CreatorCell({ course: { createdBy, instructorId, instructorName } }: { course: CatalogueCourse }) {
  const text = useText(administrationMessages)
  const { user } = useSession()
  if (createdBy === null) return text.unknown
  const name = createdBy === instructorId ? instructorName : createdBy === user?.id ? user.name : null
  return name ?? text.userNumber(createdBy)
}

function PrivacyCell({ course }: { course: CatalogueCourse }) {
  const text = useText(administrationMessages)
  const notify = useNotify()
  const refresh = useCourseRefresh()
  const change = useMutation({
    mutationFn: async (isPrivate: boolean) => {
      await call('updateCourse', { params: { id: course.id }, body: { isPrivate } })
      notify({
        text: isPrivate ? text.nowPrivate : text.nowPublic,
        link: (
          <Button size="sm" onClick={() => change.mutate(!isPrivate)}>
            {text.undo}
          </Button>
        ),
      })
      await refresh(course.id)
    },
    // The specification fixes this sentence (docs/specification.md#8-error-catalogue).
    onError: () => notify({ tone: 'danger', text: text.privacyFailed }),
  })
  return (
    <AutosaveSwitch
      className="admin-privacy"
      label={text.publicSwitch(course.title)}
      checked={!course.isPrivate}
      save={(isPublic) => wasTaken(change.mutateAsync(!isPublic))}
    >
      {(isPublic) => (isPublic ? text.public : text.private)}
    </AutosaveSwitch>
  )
}

function PriceCell({ course }: { course: CatalogueCourse }) {
  const text = useText(administrationMessages)
  const common = useText(platformMessages)
  const fieldText = useFieldText()
  const failureText = useFailureText()
  const refresh = useCourseRefresh()
  const [problem, setProblem] = useState<string | undefined>()
  const read = useRef(course)
  const price = decimalRinggit(course.price)
  const save = async (draft: string): Promise<boolean> => {
    try {
      const given = await readTyped(priceRules, draft.trim())
      if (!('value' in given)) {
        setProblem(fieldText(given.problem))
        return false
      }
      await saveChanges({
        fields: { price: parseRinggit(given.value) ?? 0 },
        read: { price: read.current.price },
        version: read.current.version,
        labels: { price: text.priceOf(course.title) },
        show: (_, value) => formatPlainRinggit(Number(value)),
        send: (body) => call('updateCourse', { params: { id: course.id }, body }),
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
      onEdit={() => {
        read.current = course
        setProblem(undefined)
      }}
      onSave={save}
    >
      {price}
    </InlineEdit>
  )
}
