import { blankPair } from '@apogee/contracts/assessments/draft-parts.ts'
import type { DraftQuestion, QuizDraft } from '@apogee/contracts/assessments/quiz-draft.ts'
import { handInLimits } from '@apogee/contracts/limits.ts'
import { quizLimits } from '@apogee/contracts/assessments/quiz-limits.ts'
import type { QuizProblem } from '@apogee/contracts/assessments/quiz-file.ts'
import { Checkbox } from '@apogee/ui/fields/checkbox.tsx'
import { RadioGroup } from '@apogee/ui/fields/radio-group.tsx'
import { Select } from '@apogee/ui/fields/select.tsx'
import { TextArea, TextField } from '@apogee/ui/fields/text-field.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { replaced, useProblemAt, withPicture, without, type PartProps } from './draft-fields.ts'
import { GroupField } from './groups-fields.tsx'
import { OptionsField } from './options-field.tsx'
import { PictureField, PictureTarget } from './picture-field.tsx'
import { placeOf } from './picture-uploads.ts'
import { Rows } from './rows-field.tsx'
import { quizEditorMessages } from '../messages/quiz-editor.en.ts'
import './quiz-editor.css'

interface EditorProps {
  question: DraftQuestion
  index: number
  groups: QuizDraft['settings']['groups']
  problems: readonly QuizProblem[]
  /** False means that nothing is counted from the question, so it has no points. */
  hasPoints?: boolean
  onChange: (question: DraftQuestion) => void
}

export function QuestionEditor({
  question,
  index,
  groups,
  problems,
  hasPoints = true,
  onChange,
}: EditorProps) {
  const text = useText(quizEditorMessages)
  const at = useProblemAt(problems)
  const problemAt = (path: string) => at(`questions.${index}.${path}`)
  const set = (changes: Partial<DraftQuestion>) => onChange({ ...question, ...changes })
  const part = { question, hasPoints, set, problemAt }
  return (
    <div className="quiz-edit-fields">
      <PictureTarget place={placeOf(question.key)}>
        <TextArea
          label={text.text}
          rows={2}
          maxLength={2000}
          value={question.question}
          error={problemAt('question')}
          onChange={({ target }) => set({ question: target.value })}
        />
        <PictureField
          place={placeOf(question.key)}
          picture={question.picture}
          onChange={(picture) => onChange(withPicture(question, picture))}
          problem={problemAt('picture.alt')}
          refusal={problemAt('picture')}
        />
      </PictureTarget>
      {hasPoints ? (
        <TextField
          className="quiz-edit-short"
          label={text.points}
          inputMode="numeric"
          maxLength={20}
          value={question.points}
          error={problemAt('points')}
          onChange={({ target }) => set({ points: target.value })}
        />
      ) : null}
      <GroupField groups={groups} question={question} onChange={onChange} error={problemAt('group')} />
      <KindFields {...part} />
      <TextArea
        label={text.explanation}
        hint={hasPoints ? text.explanationHint : text.explanationAfter}
        rows={2}
        maxLength={2000}
        value={question.explanation}
        error={problemAt('explanation')}
        onChange={({ target }) => set({ explanation: target.value })}
      />
    </div>
  )
}

function KindFields(props: PartProps) {
  const text = useText(quizEditorMessages)
  const { question, set } = props
  switch (question.type) {
    case 'multiple-choice':
      return <OptionsField {...props} />
    case 'multiple-answers':
      return (
        <>
          <OptionsField {...props} />
          <Partial {...props} hint={text.partialAnswers} />
        </>
      )
    case 'true-false':
      return (
        <RadioGroup
          legend={text.isTrue}
          options={[
            { value: 'true', label: text.true },
            { value: 'false', label: text.false },
          ]}
          value={String(question.isTrue)}
          onChange={(value) => set({ isTrue: value === 'true' })}
        />
      )
    case 'short-answer':
      return <Spellings {...props} />
    case 'numeric':
      return <NumberFields {...props} />
    case 'matching':
      return <Matching {...props} />
    case 'ordering':
      return (
        <>
          <TextList
            {...props}
            field="items"
            legend={text.items}
            label={text.item}
            add={text.addItem}
            least={2}
            most={quizLimits.options}
          />
          <Partial {...props} hint={text.partialItems} />
        </>
      )
    case 'coding':
      return <Coding {...props} />
    case 'hand-in':
      return <HandInFields {...props} />
  }
}

function Partial({ question, hasPoints, set, hint }: PartProps & { hint: string }) {
  const text = useText(quizEditorMessages)
  if (!hasPoints) return null
  return (
    <Checkbox
      label={text.partial}
      hint={hint}
      checked={question.isPartial}
      onChange={({ target }) => set({ isPartial: target.checked })}
    />
  )
}

function TextList({
  question,
  set,
  problemAt,
  field,
  legend,
  label,
  add,
  least,
  most,
}: PartProps & {
  field: 'accepted' | 'distractors' | 'items'
  legend: string
  label: (place: number) => string
  add: string
  least: number
  most: number
}) {
  const list = question[field]
  return (
    <Rows
      legend={legend}
      error={problemAt(field)}
      list={list}
      least={least}
      most={most}
      add={add}
      onAdd={() => set({ [field]: [...list, ''] })}
      onRemove={(index) => set({ [field]: without(list, index) })}
    >
      {(value, index) => (
        <TextField
          label={label(index + 1)}
          labelHidden
          placeholder={label(index + 1)}
          maxLength={500}
          value={value}
          error={problemAt(`${field}.${index}`)}
          onChange={({ target }) => set({ [field]: replaced(list, index, target.value) })}
        />
      )}
    </Rows>
  )
}

function Spellings(props: PartProps) {
  const text = useText(quizEditorMessages)
  const { question, set } = props
  return (
    <>
      <TextList
        {...props}
        field="accepted"
        legend={text.accepted}
        label={text.spelling}
        add={text.addSpelling}
        least={1}
        most={quizLimits.spellings}
      />
      {(['matchCase', 'matchAccents', 'matchBlanks'] as const).map((field) => (
        <Checkbox
          key={field}
          label={text[field]}
          checked={question[field]}
          onChange={({ target }) => set({ [field]: target.checked })}
        />
      ))}
    </>
  )
}

function NumberFields({ question, set, problemAt }: PartProps) {
  const text = useText(quizEditorMessages)
  return (
    <div className="quiz-edit-row">
      <TextField
        label={text.value}
        inputMode="decimal"
        maxLength={60}
        value={question.value}
        error={problemAt('value')}
        onChange={({ target }) => set({ value: target.value })}
      />
      <TextField
        label={text.tolerance}
        hint={text.toleranceHint}
        inputMode="decimal"
        maxLength={60}
        value={question.tolerance}
        error={problemAt('tolerance')}
        onChange={({ target }) => set({ tolerance: target.value })}
      />
    </div>
  )
}

function Matching(props: PartProps) {
  const text = useText(quizEditorMessages)
  const { question, set, problemAt } = props
  const { pairs } = question
  const field = (index: number, name: 'prompt' | 'match') => ({
    labelHidden: true,
    maxLength: 500,
    value: pairs[index]?.[name] ?? '',
    label: text[name](index + 1),
    placeholder: text[name](index + 1),
    error: problemAt(`pairs.${index}.${name}`),
    onChange: ({ target }: { target: { value: string } }) =>
      set({ pairs: replaced(pairs, index, { ...(pairs[index] ?? blankPair), [name]: target.value }) }),
  })
  return (
    <>
      <Rows
        legend={text.pairs}
        error={problemAt('pairs')}
        list={pairs}
        add={text.addPair}
        least={2}
        most={quizLimits.options}
        onAdd={() => set({ pairs: [...pairs, blankPair] })}
        onRemove={(index) => set({ pairs: without(pairs, index) })}
      >
        {(_, index) => (
          <div className="quiz-edit-pair">
            <TextField {...field(index, 'prompt')} />
            <TextField {...field(index, 'match')} />
          </div>
        )}
      </Rows>
      <TextList
        {...props}
        field="distractors"
        legend={text.distractors}
        label={text.distractor}
        add={text.addDistractor}
        least={0}
        most={quizLimits.options}
      />
      <Partial {...props} hint={text.partialPairs} />
    </>
  )
}

function HandInFields({ question, set, problemAt }: PartProps) {
  const text = useText(quizEditorMessages)
  return (
    <>
      <Select
        className="quiz-edit-short"
        label={text.files}
        options={Array.from({ length: handInLimits.files + 1 }, (_, count) => ({
          value: String(count),
          label: count === 0 ? text.noFiles : text.upToFiles(count),
        }))}
        value={question.files ?? '0'}
        error={problemAt('files')}
        onChange={({ target }) => set({ files: target.value })}
      />
      <TextArea
        label={text.guide}
        hint={text.guideHint}
        rows={3}
        maxLength={2000}
        value={question.guide ?? ''}
        error={problemAt('guide')}
        onChange={({ target }) => set({ guide: target.value })}
      />
    </>
  )
}

function Coding({ question, set, problemAt }: PartProps) {
  const text = useText(quizEditorMessages)
  const { tests } = question
  const field = (index: number, name: 'arguments' | 'expected') => ({
    label: text[name](index + 1),
    maxLength: 20_000,
    value: tests[index]?.[name] ?? '',
    error: problemAt(`tests.${index}.${name}`),
    spellCheck: false,
    onChange: ({ target }: { target: { value: string } }) => {
      const test = tests[index] ?? { arguments: '[]', expected: '' }
      set({ tests: replaced(tests, index, { ...test, [name]: target.value }) })
    },
  })
  return (
    <>
      <TextField
        className="quiz-edit-short"
        label={text.functionName}
        maxLength={60}
        spellCheck={false}
        value={question.functionName}
        error={problemAt('functionName')}
        onChange={({ target }) => set({ functionName: target.value })}
      />
      <TextArea
        className="quiz-edit-code"
        label={text.starterCode}
        maxLength={4000}
        spellCheck={false}
        value={question.starterCode}
        error={problemAt('starterCode')}
        onChange={({ target }) => set({ starterCode: target.value })}
      />
      <Rows
        legend={text.tests}
        error={problemAt('tests')}
        list={tests}
        add={text.addTest}
        least={1}
        most={quizLimits.tests}
        onAdd={() => set({ tests: [...tests, { arguments: '[]', expected: '' }] })}
        onRemove={(index) => set({ tests: without(tests, index) })}
      >
        {(_, index) => (
          <div className="quiz-edit-pair">
            <TextField {...field(index, 'arguments')} />
            <TextField {...field(index, 'expected')} />
          </div>
        )}
      </Rows>
    </>
  )
}
