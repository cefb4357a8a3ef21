import { practiceLimits } from '@apogee/contracts/courses/practice.ts'
import { Button, IconButton } from '@apogee/ui/button.tsx'
import { Checkbox } from '@apogee/ui/fields/checkbox.tsx'
import { RadioGroup } from '@apogee/ui/fields/radio-group.tsx'
import { TextArea, TextField } from '@apogee/ui/fields/text-field.tsx'
import { useFieldText, useText } from '#web/platform/language/messages.ts'
import { practiceLanguageNames } from '#web/shared/practice/pad-task.ts'
import { DraftPad } from '#web/shared/practice/practice-pad.tsx'
import { practiceEditorMessages } from '../../messages/practice.en.ts'
import { practiceFrom, type TypedCheck, type TypedPractice } from '../../practice-form.ts'
import '../authoring.css'

const codeField = { className: 'authoring-code', spellCheck: false, autoCapitalize: 'off' } as const

/** Edits an exercise in the order in which learners see its parts. `problems` are keyed by field. */
export function ExerciseFields({
  place,
  typed,
  problems,
  onChange,
}: {
  /** `place` identifies the draft of the trial. */
  place: string
  typed: TypedPractice
  problems: ReadonlyMap<string, string>
  onChange: (typed: TypedPractice) => void
}) {
  const text = useText(practiceEditorMessages)
  const fieldText = useFieldText()
  const { language, prompt, starter } = typed
  const isSql = language === 'sql'
  const problemAt = (path: string) => fieldText(problems.get(path))
  const exercise = practiceFrom(typed)
  return (
    <>
      <RadioGroup
        legend={text.language}
        options={[
          { value: 'javascript', label: practiceLanguageNames.javascript },
          { value: 'python', label: practiceLanguageNames.python, hint: text.pythonHint },
          { value: 'sql', label: practiceLanguageNames.sql, hint: text.sqlHint },
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
        label={text.starterIn(practiceLanguageNames[language])}
        hint={text.starterHint}
        {...codeField}
        rows={5}
        maxLength={practiceLimits.starter}
        value={starter}
        error={problemAt('starter')}
        onChange={({ currentTarget }) => onChange({ ...typed, starter: currentTarget.value })}
      />
      {isSql ? (
        <SqlFields typed={typed} problemAt={problemAt} onChange={onChange} />
      ) : (
        <CheckedFields typed={typed} problemAt={problemAt} onChange={onChange} />
      )}
      <Hints typed={typed} problemAt={problemAt} onChange={onChange} />
      {exercise.kind === 'exercise' && prompt.trim() !== '' ? (
        <div>
          <p className="ap-field-label">{text.preview}</p>
          <p className="text-sm text-secondary">{text.previewHint}</p>
          <DraftPad
            key={`${language} ${starter}`}
            userId={0}
            place={`${place} ${language}`}
            task={exercise}
          />
        </div>
      ) : null}
    </>
  )
}

interface FieldsProps {
  typed: TypedPractice
  problemAt: (path: string) => string | undefined
  onChange: (typed: TypedPractice) => void
}

/** Edits the hints, which learners open one by one. */
function Hints({ typed, problemAt, onChange }: FieldsProps) {
  const text = useText(practiceEditorMessages)
  const hints = Array.from({ length: practiceLimits.hints }, (_, index) => typed.hints[index] ?? '')
  return hints.map((hint, index) => (
    <TextArea
      key={index}
      label={text.hint(index + 1)}
      hint={index === 0 ? text.hintHint : undefined}
      rows={2}
      maxLength={practiceLimits.hint}
      value={hint}
      error={problemAt(`hints.${index}`)}
      onChange={({ currentTarget }) => onChange({ ...typed, hints: hints.with(index, currentTarget.value) })}
    />
  ))
}

/** Edits the checks of JavaScript and Python, and code that passes them. */
function CheckedFields({ typed, problemAt, onChange }: FieldsProps) {
  const text = useText(practiceEditorMessages)
  return (
    <>
      <Checks
        hint={typed.language === 'python' ? text.checksHintPython : text.checksHint}
        checks={typed.checks}
        problemAt={problemAt}
        onChange={(changed) => onChange({ ...typed, checks: changed })}
      />
      <TextArea
        {...codeField}
        label={text.modelSolution}
        hint={text.modelSolutionHint}
        rows={4}
        maxLength={practiceLimits.starter}
        value={typed.solution}
        error={problemAt('solution')}
        onChange={({ currentTarget }) => onChange({ ...typed, solution: currentTarget.value })}
      />
    </>
  )
}

/** Edits the tables, the right query, and whether the order of its rows counts. */
function SqlFields({ typed, problemAt, onChange }: FieldsProps) {
  const text = useText(practiceEditorMessages)
  return (
    <>
      <TextArea
        {...codeField}
        label={text.setup}
        hint={text.setupHint}
        rows={6}
        maxLength={practiceLimits.setup}
        value={typed.setup}
        error={problemAt('setup')}
        onChange={({ currentTarget }) => onChange({ ...typed, setup: currentTarget.value })}
      />
      <TextArea
        {...codeField}
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
  hint,
  checks,
  problemAt,
  onChange,
}: {
  hint: string
  checks: readonly TypedCheck[]
  problemAt: (path: string) => string | undefined
  onChange: (checks: readonly TypedCheck[]) => void
}) {
  const text = useText(practiceEditorMessages)
  const put = (key: number, change: Partial<TypedCheck>) =>
    onChange(checks.map((check) => (check.key === key ? { ...check, ...change } : check)))
  const add = () =>
    onChange([
      ...checks,
      { key: Math.max(-1, ...checks.map(({ key }) => key)) + 1, expression: '', expected: '' },
    ])
  return (
    <fieldset className="grid gap-4">
      <legend className="ap-field-label">{text.checks}</legend>
      <p className="text-sm text-secondary">{hint}</p>
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
