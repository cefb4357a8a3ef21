import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import {
  practice as practiceForm,
  practiceExercise,
  practiceLimits,
  type Practice,
  type PracticeLanguage,
} from '@apogee/contracts/courses/practice.ts'
import { Button, IconButton } from '@apogee/ui/button.tsx'
import { Checkbox } from '@apogee/ui/checkbox.tsx'
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

/** The same in every language of the screens. */
const languageNames: Record<PracticeLanguage, string> = { javascript: 'JavaScript', sql: 'SQL' }

interface Check {
  /** Of this dialog only. */
  key: number
  expression: string
  expected: string
}

interface Typed {
  kind: Practice['kind']
  language: PracticeLanguage
  prompt: string
  starter: string
  /** Of JavaScript. */
  checks: readonly Check[]
  /** Of SQL. */
  setup: string
  solution: string
  isOrdered: boolean
}

function typedFrom(practice: Practice | undefined): Typed {
  const blank: Typed = {
    ...{ kind: practice?.kind ?? 'default', language: 'javascript', prompt: '', starter: '', checks: [] },
    ...{ setup: '', solution: '', isOrdered: false },
  }
  if (practice?.kind !== 'exercise') return blank
  if (practice.language === 'sql') return { ...blank, ...practice }
  return { ...blank, ...practice, checks: practice.checks.map((check, key) => ({ key, ...check })) }
}

function practiceFrom({ kind, language, prompt, starter, checks, ...sql }: Typed): Practice {
  if (kind !== 'exercise') return { kind }
  if (language === 'sql') {
    const { setup, solution, isOrdered } = sql
    return { kind, language, prompt, starter, setup, solution, isOrdered }
  }
  const written = checks.filter(({ expression, expected }) => expression.trim() + expected.trim() !== '')
  return {
    ...{ kind, language, prompt, starter },
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
  const submit = async () => {
    const given = safeParse(practiceForm, practiceFrom(typed))
    if (!given.success) return setProblems(problemsIn(practiceFrom(typed)))
    setProblems(new Map())
    const problem = await problemOfSql(given.data)
    if (problem === null) await send(given.data)
    else setProblems(new Map([[problem.field, text.sqlFails(problem.message)]]))
  }
  return (
    <FormDialog
      {...dialog}
      title={text.title(resource.title)}
      text={text.lead}
      width="lg"
      action={text.save}
      busyLabel={text.saving}
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
        <ExerciseFields typed={typed} problems={problems} onChange={setTyped} />
      ) : (
        <CourseSwitch courseId={resource.courseId} hasScratchpad={hasScratchpad} />
      )}
    </FormDialog>
  )
}

/** Runs the author's own SQL, so that no learner meets its faults. Null: it works, or the engine is out of reach. */
async function problemOfSql(
  practice: Practice,
): Promise<{ field: 'setup' | 'solution'; message: string } | null> {
  if (practice.kind !== 'exercise' || practice.language !== 'sql') return null
  const { runSqlInWorker } = await import('#web/platform/practice/run-sql-in-worker.ts')
  const { setup, solution, isOrdered } = practice
  try {
    // With a solution that cannot fail, what fails as a whole is the set-up.
    const { failure, verdict } = await runSqlInWorker({
      ...{ code: solution, setup, solution: 'SELECT 1', isOrdered },
    })
    if (failure) return { field: 'solution', message: failure.kind === 'threw' ? failure.message : '' }
    return verdict?.kind === 'no-result' ? { field: 'solution', message: '' } : null
  } catch (error) {
    const [, message] =
      /SQLite3Error: (?:SQLITE_\w+: )?(?:sqlite3 result code \d+: )?(.*)/.exec(String(error)) ?? []
    return message === undefined ? null : { field: 'setup', message }
  }
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
  const { language, prompt, starter, checks } = typed
  const isSql = language === 'sql'
  const problemAt = (path: string) => fieldText(problems.get(path))
  const exercise = practiceFrom(typed)
  return (
    <>
      <RadioGroup
        legend={text.language}
        options={[
          { value: 'javascript', label: languageNames.javascript },
          { value: 'sql', label: languageNames.sql, hint: text.sqlHint },
        ]}
        value={language}
        onChange={(chosen) => onChange({ ...typed, language: chosen })}
      />
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
        label={isSql ? text.starterSql : text.starter}
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
      {isSql ? (
        <SqlFields typed={typed} problemAt={problemAt} onChange={onChange} />
      ) : (
        <Checks
          checks={checks}
          problemAt={problemAt}
          onChange={(changed) => onChange({ ...typed, checks: changed })}
        />
      )}
      {exercise.kind === 'exercise' && prompt.trim() !== '' ? (
        <div>
          <p className="ap-field-label">{text.preview}</p>
          <p className="text-sm text-secondary">{text.previewHint}</p>
          <DraftPad key={`${language} ${starter}`} userId={0} place="preview" exercise={exercise} />
        </div>
      ) : null}
    </>
  )
}

/** Tables, the right query, and whether the order of its rows counts. */
function SqlFields({
  typed,
  problemAt,
  onChange,
}: {
  typed: Typed
  problemAt: (path: string) => string | undefined
  onChange: (typed: Typed) => void
}) {
  const text = useText(practiceEditorMessages)
  const code = { className: 'authoring-code', spellCheck: false, autoCapitalize: 'off' } as const
  return (
    <>
      <TextArea
        {...code}
        label={text.setup}
        hint={text.setupHint}
        rows={6}
        maxLength={practiceLimits.setup}
        value={typed.setup}
        error={problemAt('setup')}
        onChange={({ currentTarget }) => onChange({ ...typed, setup: currentTarget.value })}
      />
      <TextArea
        {...code}
        label={text.solution}
        hint={text.solutionHint}
        rows={4}
        maxLength={practiceLimits.starter}
        value={typed.solution}
        error={problemAt('solution')}
        onChange={({ currentTarget }) => onChange({ ...typed, solution: currentTarget.value })}
      />
      <Checkbox
        label={text.isOrdered}
        checked={typed.isOrdered}
        onChange={({ currentTarget }) => onChange({ ...typed, isOrdered: currentTarget.checked })}
      />
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
