import { wordsOf, type DraftQuestion } from '@apogee/contracts/assessments/quiz-draft.ts'
import type { QuizProblem } from '@apogee/contracts/assessments/quiz-file.ts'
import { Disclosure } from '@apogee/ui/feedback/disclosure.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { Select } from '@apogee/ui/fields/select.tsx'
import { useState } from 'react'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { importPreviewMessages } from '../../messages/import-preview.en.ts'
import { quizEditorMessages } from '../../messages/quiz-editor.en.ts'
import { csvColumns, missingColumns, type CsvColumn, type CsvColumns } from './csv-columns.ts'
import { useImportSentence } from '#web/platform/language/import-sentence.ts'
import { ProblemList } from './import-problems.tsx'
import { kindTexts } from '../kind-texts.ts'
import type { ReadChoices, ParsedQuestions } from './quiz-formats.ts'
import '../quiz-editor.css'

/** Shows the questions of a file before they are added: their keys, what is left out, and what was guessed. */
export function ImportPreview({
  name,
  read,
  problems,
  onAgain,
  onAdd,
  onClose,
}: {
  name: string
  read: ParsedQuestions
  /**
   * These problems prevented the last choice of encoding, separator or columns. The shown questions are those of the last valid
   * choice.
   */
  problems: readonly QuizProblem[]
  /** Reads the file again with other choices. */
  onAgain: (choices: ReadChoices) => void
  onAdd: () => Promise<unknown>
  onClose: () => void
}) {
  const text = useText(importPreviewMessages)
  const [isBusy, setIsBusy] = useState(false)
  const { questions, leftOut, origins, guesses } = read
  const changed = origins.filter(({ changes }) => changes.length > 0).length
  return (
    <FormDialog
      title={text.title(name)}
      text={text.summary(questions.length, changed, leftOut.length)}
      action={text.add(questions.length)}
      busy={isBusy}
      disabled={questions.length === 0}
      error={problems.length > 0 ? <ProblemList problems={problems} /> : null}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        setIsBusy(true)
        void onAdd().finally(() => setIsBusy(false))
      }}
    >
      {guesses.encoding === undefined ? null : (
        <Select
          label={text.encoding}
          hint={text.encodingHint}
          value={guesses.encoding}
          options={guesses.encodings.map((value) => ({ value, label: value }))}
          onChange={({ target }) => onAgain(ofFile({ ...guesses.chosen, encoding: target.value }))}
        />
      )}
      {guesses.separator === undefined ? null : (
        <Select
          label={text.separator}
          value={guesses.separator}
          options={[
            { value: ',', label: text.comma },
            { value: ';', label: text.semicolon },
            { value: '\t', label: text.tab },
          ]}
          onChange={({ target }) => onAgain(ofFile({ ...guesses.chosen, separator: target.value }))}
        />
      )}
      {guesses.table ? (
        <Columns {...guesses.table} onChoose={(columns) => onAgain({ ...guesses.chosen, columns })} />
      ) : null}
      {leftOut.length > 0 ? (
        <Notice tone="warning">
          {text.leftOut(leftOut.length)}
          <ProblemList problems={leftOut} />
        </Notice>
      ) : null}
      <ol className="quiz-import-list" aria-label={text.questions}>
        {questions.map((question, index) => (
          <Imported
            key={question.key}
            question={question}
            title={origins[index]?.title ?? ''}
            changes={origins[index]?.changes ?? []}
            pictures={read.pictures.filter((picture) => picture.question === index).length}
          />
        ))}
      </ol>
    </FormDialog>
  )
}

/** Drops the choice of columns, because another encoding or separator leads to other columns. */
const ofFile = ({ columns: _, ...choices }: ReadChoices): ReadChoices => choices

const columnTexts = {
  type: 'columnType',
  question: 'columnQuestion',
  points: 'columnPoints',
  right: 'columnRight',
  wrong: 'columnOptions',
  explanation: 'columnExplanation',
} as const satisfies Record<CsvColumn, string>

function Columns({
  headings,
  columns,
  onChoose,
}: NonNullable<ParsedQuestions['guesses']['table']> & { onChoose: (columns: CsvColumns) => void }) {
  const text = useText(importPreviewMessages)
  const [isOpenAtFirst] = useState(missingColumns(columns).length > 0)
  const options = [
    { value: '', label: text.columnNotRead },
    ...csvColumns.map((value) => ({ value, label: text[columnTexts[value]] })),
  ]
  const chosen = (at: number, value: string) =>
    headings.map((_, place) =>
      place === at ? (csvColumns.find((name) => name === value) ?? null) : (columns[place] ?? null),
    )
  return (
    <Disclosure title={text.columns} open={isOpenAtFirst}>
      <div className="quiz-import-columns">
        {headings.map((heading, at) => (
          <Select
            key={`${at} ${heading}`}
            label={heading === '' ? text.columnNumber(at + 1) : heading}
            value={columns[at] ?? ''}
            options={options}
            onChange={({ target }) => onChoose(chosen(at, target.value))}
          />
        ))}
      </div>
    </Disclosure>
  )
}

function Imported({
  question,
  title,
  changes,
  pictures,
}: {
  question: DraftQuestion
  title: string
  changes: readonly string[]
  pictures: number
}) {
  const text = useText(importPreviewMessages)
  const editor = useText(quizEditorMessages)
  const sentence = useImportSentence()
  const facts = [
    editor[kindTexts[question.type]],
    text.points(Number(question.points)),
    ...(pictures > 0 ? [text.pictures(pictures)] : []),
  ]
  const said = question.options.filter(({ feedback }) => feedback !== '').length
  if (said > 0) facts.push(text.feedback(said))
  return (
    <li>
      {title === '' ? null : <strong className="quiz-import-title">{title}</strong>}
      <span className="quiz-import-text">{question.question}</span>
      <span className="quiz-edit-kind">{facts.join(' · ')}</span>
      <Keys question={question} />
      {question.explanation === '' ? null : (
        <span className="quiz-edit-kind">
          {editor.explanation}: {question.explanation}
        </span>
      )}
      {changes.map((change) => (
        <strong key={change} className="quiz-import-change">
          {sentence(change)}
        </strong>
      ))}
    </li>
  )
}

function Keys({ question }: { question: DraftQuestion }) {
  const text = useText(importPreviewMessages)
  const editor = useText(quizEditorMessages)
  const { type, options, pairs, items, accepted, value, tolerance } = question
  if (type === 'multiple-choice' || type === 'multiple-answers')
    return (
      <ul className="quiz-import-options">
        {options.map((option) => (
          <li key={wordsOf(option)} data-right={option.isRight}>
            {wordsOf(option)}
            {option.isRight ? <strong> – {text.right}</strong> : null}
          </li>
        ))}
      </ul>
    )
  const keys: Partial<Record<DraftQuestion['type'], readonly string[]>> = {
    'true-false': [question.isTrue ? editor.true : editor.false],
    'short-answer': accepted,
    numeric: [tolerance === '' ? value : `${value} ± ${tolerance}`],
    matching: pairs.map(({ prompt, match }) => `${prompt} → ${match}`),
    ordering: items,
  }
  const key = keys[type]
  return key ? (
    <span>
      {text.right}: {key.join(type === 'short-answer' ? ' / ' : ', ')}
    </span>
  ) : null
}
