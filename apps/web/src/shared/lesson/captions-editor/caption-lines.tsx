import { Button, IconButton } from '@apogee/ui/button.tsx'
import { TextArea, TextField } from '@apogee/ui/fields/text-field.tsx'
import { memo } from 'react'
import { clockLength } from '../../../platform/language/dates.ts'
import { useText } from '../../../platform/language/messages.ts'
import { problemsOf, rowAfter, type CaptionRow, type RowProblem } from './caption-rows.ts'
import { captionsEditorMessages } from './captions-messages.en.ts'
import './captions.css'

type Change = (to: (before: readonly CaptionRow[]) => readonly CaptionRow[]) => void

interface Props {
  rows: readonly CaptionRow[]
  change: Change
  /** False until the first attempt to save. Then problems are shown. */
  isChecked: boolean
  /** `seconds` is the length of the video; null means that it is unknown. */
  seconds: number | null
}

export function CaptionLines({ rows, change, isChecked, seconds }: Props) {
  const text = useText(captionsEditorMessages)
  return (
    <>
      <p className="text-sm text-secondary">{text.lines(rows.length)}</p>
      <ol className="captions-lines">
        {rows.map((row, index) => (
          <Line
            key={row.id}
            row={row}
            change={change}
            isChecked={isChecked}
            seconds={seconds}
            place={index + 1}
          />
        ))}
      </ol>
      <Button
        className="justify-self-start"
        icon="plus"
        size="sm"
        onClick={() => change((before) => [...before, rowAfter(before.at(-1))])}
      >
        {text.addLine}
      </Button>
    </>
  )
}

/** Memoisation renders only the edited line out of a thousand. */
const Line = memo(function Line({
  row,
  place,
  change,
  isChecked,
  seconds,
}: Omit<Props, 'rows'> & { row: CaptionRow; place: number }) {
  const text = useText(captionsEditorMessages)
  const problems = isChecked ? problemsOf(row, seconds) : {}
  const wordsOf = (problem: RowProblem | undefined) =>
    problem === 'afterVideo' ? text.afterVideo(clockLength(seconds ?? 0)) : problem && text[problem]
  const fieldOf = (name: 'start' | 'end' | 'text') => ({
    labelHidden: true,
    label: text[name](place),
    value: row[name],
    error: wordsOf(problems[name]),
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      change((before) => before.map((one) => (one.id === row.id ? { ...one, [name]: value } : one))),
  })
  return (
    <li>
      <TextField autoComplete="off" {...fieldOf('start')} />
      <TextField autoComplete="off" {...fieldOf('end')} />
      <TextArea rows={1} className="captions-text" {...fieldOf('text')} />
      <span className="captions-actions">
        <IconButton
          icon="plus"
          size="sm"
          label={text.insertAfter(place)}
          onClick={() => change((before) => before.toSpliced(place, 0, rowAfter(row)))}
        />
        <IconButton
          icon="trash"
          size="sm"
          label={text.delete(place)}
          onClick={() => change((before) => before.filter(({ id }) => id !== row.id))}
        />
      </span>
    </li>
  )
})
