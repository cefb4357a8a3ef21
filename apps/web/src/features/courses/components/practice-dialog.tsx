import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import {
  practice as practiceForm,
  practiceExercise,
  practiceLimits,
  type Practice,
} from '@apogee/contracts/courses/practice.ts'
import { Button, IconButton } from '@apogee/ui/button.tsx'
import { RadioGroup } from '@apogee/ui/radio-group.tsx'
import { TextArea, TextField } from '@apogee/ui/text-field.tsx'
import { useState } from 'react'
import { safeParse } from 'zod/mini'
import { call } from '#web/platform/client.ts'
import { useDialogSave } from '#web/platform/dialog-save.ts'
import { FormDialog } from '#web/platform/form-dialog.tsx'
import { useFieldText, useText } from '#web/platform/messages.ts'
import { DraftPad } from '#web/platform/practice/practice-pad.tsx'
import { saveChanges } from '#web/platform/save-edit.ts'
import { SavedSwitch, wasTaken } from '#web/platform/saved-switch.tsx'
import { practiceEditorMessages } from '../messages/practice.en.ts'
import { useContentWrite } from '../api/authoring.ts'
import './authoring.css'

interface Check {
  /** Of this dialog only. */
  key: number
  expression: string
  expected: string
}

interface Typed {
  kind: Practice['kind']
  prompt: string
  starter: string
  checks: readonly Check[]
}

function typedFrom(practice: Practice | undefined): Typed {
  const blank = { prompt: '', starter: '', checks: [] }
  if (practice?.kind !== 'exercise') return { kind: practice?.kind ?? 'default', ...blank }
  const { kind, prompt, starter, checks } = practice
  return { kind, prompt, starter, checks: checks.map((check, key) => ({ key, ...check })) }
}

function practiceFrom({ kind, prompt, starter, checks }: Typed): Practice {
  if (kind !== 'exercise') return { kind }
  const written = checks.filter(({ expression, expected }) => expression.trim() + expected.trim() !== '')
  return {
    ...{ kind, language: 'javascript', prompt, starter },
    checks: written.map(({ expression, expected }) => ({ expression, expected })),
  }
}

/** The practice below a lesson: the author's exercise, a scratchpad or none. */
export function PracticeDialog({
  resource,
  hasScratchpad,
  onClose,
}: {
  resource: CourseResource
  /** Of the whole course. */
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
        ...{ read: { practice: read.practice ?? { kind: 'default' } }, version: read.version },
        labels: { practice: text.kind },
        send: (body) => call('updateResource', { params: { id: read.id }, body }),
      }),
    ),
    failed: text.saveFailed,
    notice: () => text.saved,
    onClose,
  })
  const submit = () => {
    const given = safeParse(practiceForm, practiceFrom(typed))
    setProblems(given.success ? new Map() : problemsIn(practiceFrom(typed)))
    if (given.success) void send(given.data)
  }
  return (
    <FormDialog
      {...dialog}
      title={text.title(resource.title)}
      text={text.lead}
      width="lg"
      action={text.save}
      busyLabel={text.saving}
      onSubmit={submit}
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
        <ExerciseFields typed={typed} problems={problems} onChange={setTyped} />
      ) : (
        <CourseSwitch courseId={resource.courseId} hasScratchpad={hasScratchpad} />
      )}
    </FormDialog>
  )
}

/** By field: `prompt`, `checks.0.expected`. A union reports per branch, so the exercise is validated by itself. */
function problemsIn(practice: Practice): ReadonlyMap<string, string> {
  const parsed = safeParse(practiceExercise, practice)
  return new Map((parsed.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]))
}

function CourseSwitch({ courseId, hasScratchpad }: { courseId: number; hasScratchpad: boolean }) {
  const text = useText(practiceEditorMessages)
  const change = useContentWrite(
    courseId,
    (wish: boolean) => call('updateCourse', { params: { id: courseId }, body: { hasScratchpad: wish } }),
    text.courseFailed,
  )
  return (
    <SavedSwitch
      className="authoring-switch"
      label={text.courseSwitch}
      checked={hasScratchpad}
      save={(wish) => wasTaken(change.mutateAsync(wish))}
    >
      {(isOn) => (isOn ? text.courseSwitchOn : text.courseSwitchOff)}
    </SavedSwitch>
  )
}

function ExerciseFields({
  typed,
  problems,
  onChange,
}: {
  typed: Typed
  problems: ReadonlyMap<string, string>
  onChange: (typed: Typed) => void
}) {
  const text = useText(practiceEditorMessages)
  const fieldText = useFieldText()
  const { prompt, starter, checks } = typed
  const problemAt = (path: string) => fieldText(problems.get(path))
  const exercise = practiceFrom(typed)
  return (
    <>
      <TextArea
        label={text.prompt}
        hint={text.promptHint}
        rows={4}
        maxLength={practiceLimits.prompt}
        value={prompt}
        error={problemAt('prompt')}
        onChange={({ currentTarget }) => onChange({ ...typed, prompt: currentTarget.value })}
      />
      <TextArea
        label={text.starter}
        hint={text.starterHint}
        className="authoring-code"
        rows={5}
        maxLength={practiceLimits.starter}
        spellCheck={false}
        autoCapitalize="off"
        value={starter}
        error={problemAt('starter')}
        onChange={({ currentTarget }) => onChange({ ...typed, starter: currentTarget.value })}
      />
      <Checks
        checks={checks}
        problemAt={problemAt}
        onChange={(changed) => onChange({ ...typed, checks: changed })}
      />
      {exercise.kind === 'exercise' && prompt.trim() !== '' ? (
        <div>
          <p className="ap-field-label">{text.preview}</p>
          <p className="text-sm text-secondary">{text.previewHint}</p>
          <DraftPad key={starter} userId={0} place="preview" exercise={exercise} />
        </div>
      ) : null}
    </>
  )
}

function Checks({
  checks,
  problemAt,
  onChange,
}: {
  checks: readonly Check[]
  problemAt: (path: string) => string | undefined
  onChange: (checks: readonly Check[]) => void
}) {
  const text = useText(practiceEditorMessages)
  const put = (key: number, change: Partial<Check>) =>
    onChange(checks.map((check) => (check.key === key ? { ...check, ...change } : check)))
  const add = () =>
    onChange([
      ...checks,
      { key: Math.max(-1, ...checks.map(({ key }) => key)) + 1, expression: '', expected: '' },
    ])
  return (
    <fieldset className="grid gap-4">
      <legend className="ap-field-label">{text.checks}</legend>
      <p className="text-sm text-secondary">{text.checksHint}</p>
      {checks.map(({ key, expression, expected }, place) => (
        <div key={key} className="authoring-check" role="group" aria-label={text.check(place + 1)}>
          <TextField
            label={text.expression}
            value={expression}
            maxLength={practiceLimits.expression}
            spellCheck={false}
            autoCapitalize="off"
            error={problemAt(`checks.${place}.expression`)}
            onChange={({ currentTarget }) => put(key, { expression: currentTarget.value })}
          />
          <TextField
            label={text.expected}
            value={expected}
            maxLength={practiceLimits.expression}
            spellCheck={false}
            autoCapitalize="off"
            error={problemAt(`checks.${place}.expected`)}
            onChange={({ currentTarget }) => put(key, { expected: currentTarget.value })}
          />
          <IconButton
            icon="trash"
            size="sm"
            label={text.removeCheck(place + 1)}
            onClick={() => onChange(checks.filter((check) => check.key !== key))}
          />
        </div>
      ))}
      {checks.length < practiceLimits.checks ? (
        <div>
          <Button size="sm" variant="quiet" icon="plus" onClick={add}>
            {text.addCheck}
          </Button>
        </div>
      ) : null}
    </fieldset>
  )
}
