import { Button, IconButton } from '@apogee/ui/button.tsx'
import { FieldError } from '@apogee/ui/fields/field.tsx'
import type { ReactNode } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { quizEditorMessages } from '../messages/quiz-editor.en.ts'
import './quiz-editor.css'

/** Edits a group of rows that can be added and removed. */
export function Rows<Item>({
  legend,
  error,
  list,
  least,
  most,
  add,
  isFixed = false,
  onAdd,
  onRemove,
  children,
}: {
  legend: string
  error: string | undefined
  list: readonly Item[]
  least: number
  most: number
  add: string
  /** While true, rows cannot be moved or removed. */
  isFixed?: boolean
  onAdd: () => void
  onRemove: (index: number) => void
  children: (item: Item, index: number) => ReactNode
}) {
  const text = useText(quizEditorMessages)
  return (
    <fieldset className="quiz-edit-group">
      <legend className="ap-field-label">{legend}</legend>
      {list.map((item, index) => (
        // Rows have no identity of their own: their index controls their fields.
        <div key={index} className="quiz-edit-item">
          <div className="quiz-edit-item-fields">{children(item, index)}</div>
          <IconButton
            icon="trash"
            size="sm"
            label={text.removeItem(index + 1)}
            disabled={isFixed || list.length <= least}
            onClick={() => onRemove(index)}
          />
        </div>
      ))}
      {error ? <FieldError>{error}</FieldError> : null}
      <div>
        <Button size="sm" icon="plus" disabled={list.length >= most} onClick={onAdd}>
          {add}
        </Button>
      </div>
    </fieldset>
  )
}
