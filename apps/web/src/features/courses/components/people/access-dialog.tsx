import { accessLengthMost, type AccessLength } from '@apogee/contracts/courses/access-length.ts'
import type { Course } from '@apogee/contracts/courses/courses.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Notice, useNotify } from '@apogee/ui/feedback/notice.tsx'
import { RadioGroup } from '@apogee/ui/fields/radio-group.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAnnouncedMutation } from '#web/platform/forms/announced-mutation.ts'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { lengthInWords } from '#web/platform/language/dates.ts'
import { call } from '#web/platform/transfer/client.ts'
import { useDialogSave } from '#web/platform/forms/dialog-save.ts'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { saveChanges } from '#web/platform/edit-conflicts/save-edit.ts'
import { useCourseRefresh } from '../../api/managed-courses.ts'
import { courseAccessMessages } from '../../messages/selling/access.en.ts'

const choices = ['forEver', 'days', 'months'] as const
type Choice = (typeof choices)[number]
/** The fields initially suggest these lengths. */
const usual = { days: '90', months: '12' }

interface Typed {
  choice: Choice
  days: string
  months: string
}

const typedFrom = (access: AccessLength | undefined): Typed => ({
  ...usual,
  choice: access === undefined ? 'forEver' : 'days' in access ? 'days' : 'months',
  ...(access && ('days' in access ? { days: String(access.days) } : { months: String(access.months) })),
})

/** Returns undefined when the typed text is not a valid length. */
function accessFrom({ choice, ...typed }: Typed): AccessLength | null | undefined {
  if (choice === 'forEver') return null
  const count = /^\d{1,4}$/.test(typed[choice].trim()) ? Number(typed[choice]) : 0
  if (count < 1 || count > accessLengthMost[choice]) return undefined
  return choice === 'days' ? { days: count } : { months: count }
}

const learnersQuery = (courseId: number, access: AccessLength | null) => ({
  queryKey: ['course', courseId, 'access', access],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await call('readCourseAccess', { params: { id: courseId }, signal })).data,
  staleTime: 0,
  gcTime: 0,
})

/** Provides the typed values, the mutation, and the learners whose access the saved length would extend. */
function useAccessForm(course: Course, onClose: () => void) {
  const text = useText(courseAccessMessages)
  const lengths = useText(platformMessages)
  const refresh = useCourseRefresh()
  const [saved, setSaved] = useState<Pick<Course, 'access' | 'version'>>(course)
  const [typed, setTyped] = useState(() => typedFrom(course.access))
  const [isWrong, setIsWrong] = useState(false)
  const learners = useQuery(learnersQuery(course.id, saved.access ?? null))
  const shown = (access: AccessLength | null) => (access ? lengthInWords(access, lengths) : text.forEver)
  const save = useMutation({
    mutationFn: async (access: AccessLength | null) => {
      const { data } = await saveChanges({
        fields: { access },
        read: { access: saved.access ?? null },
        version: saved.version,
        labels: { access: text.choice },
        show: (_, value) => shown(value as AccessLength | null),
        send: (body) => call('updateCourse', { params: { id: course.id }, body }),
      })
      await refresh(course.id)
      const now = (await call('readCourseAccess', { params: { id: course.id } })).data
      return { course: data, learners: now.learners }
    },
  })
  const { send, dialog } = useDialogSave({
    save,
    failed: text.saveFailed,
    notice: () => text.saved,
    onSaved: (answer) => {
      if (answer.learners === 0) return onClose()
      setSaved(answer.course)
      setTyped(typedFrom(answer.course.access))
    },
    onClose,
  })
  return {
    typed,
    isWrong,
    dialog,
    savedLength: shown(saved.access ?? null),
    change: (part: Partial<Typed>) => {
      setIsWrong(false)
      setTyped({ ...typed, ...part })
    },
    submit: () => {
      const access = accessFrom(typed)
      setIsWrong(access === undefined)
      if (access !== undefined) void send(access)
    },
    learners: learners.data?.learners ?? 0,
    countAgain: () => void learners.refetch(),
  }
}

/** Edits how long future access lasts, and whether existing learners get the longer access too. */
export function AccessDialog({ course, onClose }: { course: Course; onClose: () => void }) {
  const text = useText(courseAccessMessages)
  const { typed, change, isWrong, submit, dialog, savedLength, learners, countAgain } = useAccessForm(
    course,
    onClose,
  )
  const { choice } = typed
  return (
    <FormDialog
      {...dialog}
      title={text.title}
      text={text.lead}
      action={text.save}
      busyLabel={text.saving}
      onSubmit={submit}
    >
      <RadioGroup<Choice>
        legend={text.choice}
        value={choice}
        options={choices.map((value) => ({ value, label: text[value] }))}
        onChange={(chosen) => change({ choice: chosen })}
      />
      {choice === 'forEver' ? null : (
        <TextField
          label={choice === 'days' ? text.daysLabel : text.monthsLabel}
          hint={text.within(accessLengthMost[choice])}
          inputMode="numeric"
          value={typed[choice]}
          error={isWrong ? text.wrong(accessLengthMost[choice]) : undefined}
          onChange={({ currentTarget }) => change({ [choice]: currentTarget.value })}
        />
      )}
      {learners > 0 ? (
        <LongerForAll courseId={course.id} count={learners} length={savedLength} onDone={countAgain} />
      ) : null}
    </FormDialog>
  )
}

/** Extends existing learners' access after a press. Nobody's access gets shorter. */
function LongerForAll({
  courseId,
  count,
  length,
  onDone,
}: {
  courseId: number
  count: number
  /** `length` is the saved access length of the course, in words. */
  length: string
  onDone: () => void
}) {
  const text = useText(courseAccessMessages)
  const notify = useNotify()
  const lengthen = useAnnouncedMutation({
    mutationFn: () => call('lengthenAccess', { params: { id: courseId } }),
    onSuccess: ({ data }) => {
      notify({ text: text.lengthened(data.learners) })
      onDone()
    },
    failed: text.saveFailed,
  })
  return (
    <div className="grid justify-items-start gap-3">
      <Notice tone="info" quiet>
        {text.endEarlier(count, length)}
      </Notice>
      <Button busy={lengthen.isPending} busyLabel={text.lengthening} onClick={() => lengthen.mutate()}>
        {text.lengthen(count)}
      </Button>
    </div>
  )
}
