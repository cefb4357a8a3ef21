import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { practice as practiceForm, type Practice } from '@apogee/contracts/courses/practice.ts'
import { RadioGroup } from '@apogee/ui/fields/radio-group.tsx'
import { useRef, useState } from 'react'
import { safeParse } from 'zod/mini'
import { call } from '#web/platform/transfer/client.ts'
import { useDialogSave } from '#web/platform/forms/dialog-save.ts'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { saveChanges } from '#web/platform/edit-conflicts/save-edit.ts'
import { AutosaveSwitch, wasTaken } from '#web/platform/drafts/autosave-switch.tsx'
import { practiceEditorMessages } from '../../messages/practice.en.ts'
import { useContentWrite } from '../../api/authoring.ts'
import { practiceFrom, problemsIn, typedFrom } from '../../practice-form.ts'
import { trialProblem, type TrialProblem } from '../../practice-trial.ts'
import { ExerciseFields } from './practice-fields.tsx'
import '../authoring.css'

/**
 * Runs the author's code. When a trial is cancelled, nobody waits for its result, and its engine continues loading for the next
 * trial.
 */
function useTrial() {
  const [isTrying, setTrying] = useState(false)
  const last = useRef(0)
  const tryOut = async (practice: Practice): Promise<TrialProblem | 'cancelled' | null> => {
    const own = (last.current += 1)
    setTrying(true)
    const problem = await trialProblem(practice)
    if (own !== last.current) return 'cancelled'
    setTrying(false)
    return problem
  }
  const cancel = () => {
    last.current += 1
    setTrying(false)
  }
  return { isTrying, tryOut, cancel }
}

/** Edits the practice below a lesson: the author's exercise, a scratchpad or none. */
export function PracticeDialog({
  resource,
  hasScratchpad,
  onClose,
}: {
  resource: CourseResource
  /** `hasScratchpad` is a setting of the whole course. */
  hasScratchpad: boolean
  onClose: () => void
}) {
  const text = useText(practiceEditorMessages)
  const [read] = useState(resource)
  const [typed, setTyped] = useState(() => typedFrom(resource.practice))
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  const { send, dialog } = useDialogSave({
    save: useContentWrite(resource.courseId, (practice: Practice) =>
      saveChanges({
        fields: { practice },
        read: { practice: read.practice ?? { kind: 'default' } },
        version: read.version,
        labels: { practice: text.kind },
        send: (body) => call('updateResource', { params: { id: read.id }, body }),
      }),
    ),
    failed: text.saveFailed,
    notice: () => text.saved,
    onClose,
  })
  const { isTrying, tryOut, cancel } = useTrial()
  const problemText = (problem: TrialProblem): string => {
    if ('got' in problem) return text.solutionGives(problem.got)
    return typed.language === 'sql' ? text.sqlFails(problem.message) : text.codeFails(problem.message)
  }
  const submit = async () => {
    const given = safeParse(practiceForm, practiceFrom(typed))
    if (!given.success) return setProblems(problemsIn(practiceFrom(typed)))
    setProblems(new Map())
    const problem = await tryOut(given.data)
    if (problem === 'cancelled') return
    if (problem === null) await send(given.data)
    else setProblems(new Map([[problem.field, problemText(problem)]]))
  }
  return (
    <FormDialog
      {...dialog}
      busy={dialog.busy || isTrying}
      isCancellable={!dialog.busy}
      onCancel={isTrying ? cancel : dialog.onClose}
      title={text.title(resource.title)}
      text={text.lead}
      width="lg"
      action={text.save}
      busyLabel={isTrying ? text.trying : text.saving}
      onSubmit={() => void submit()}
    >
      <RadioGroup
        legend={text.kind}
        options={[
          { value: 'default', label: text.kindDefault, hint: text.kindDefaultHint },
          { value: 'exercise', label: text.kindExercise },
          { value: 'off', label: text.kindOff },
        ]}
        value={typed.kind}
        onChange={(kind) => setTyped({ ...typed, kind })}
      />
      {typed.kind === 'exercise' ? (
        <ExerciseFields
          place={`preview ${resource.id}`}
          typed={typed}
          problems={problems}
          onChange={setTyped}
        />
      ) : (
        <CourseSwitch courseId={resource.courseId} hasScratchpad={hasScratchpad} />
      )}
    </FormDialog>
  )
}

function CourseSwitch({ courseId, hasScratchpad }: { courseId: number; hasScratchpad: boolean }) {
  const text = useText(practiceEditorMessages)
  const change = useContentWrite(
    courseId,
    (wish: boolean) => call('updateCourse', { params: { id: courseId }, body: { hasScratchpad: wish } }),
    text.courseFailed,
  )
  return (
    <AutosaveSwitch
      className="authoring-switch"
      label={text.courseSwitch}
      checked={hasScratchpad}
      save={(wish) => wasTaken(change.mutateAsync(wish))}
    >
      {(isOn) => (isOn ? text.courseSwitchOn : text.courseSwitchOff)}
    </AutosaveSwitch>
  )
}
