import { pressedKey } from '@apogee/ui/pressed-key.ts'
import '@apogee/ui/fields/input.css'
import { Field } from '@apogee/ui/fields/field.tsx'
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import './assessments.css'

const indent = '  '

/** Edits code in a plain textarea. Tab indents; after Esc it moves the focus. */
export function CodeEditor({
  label,
  hint,
  value,
  maxLength,
  onChange,
}: {
  label: string
  hint: string
  value: string
  maxLength: number
  onChange: (value: string) => void
}) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [leaves, setLeaves] = useState(false)
  const [caret, setCaret] = useState<number | null>(null)
  useLayoutEffect(() => {
    if (caret === null) return
    area.current?.setSelectionRange(caret, caret)
    setCaret(null)
  }, [caret])

  const insert = (written: string) => {
    const element = area.current
    if (!element) return
    // The browser's own editing preserves undo.
    if (document.execCommand?.('insertText', false, written)) return
    const { selectionStart, selectionEnd } = element
    onChange(value.slice(0, selectionStart) + written + value.slice(selectionEnd))
    setCaret(selectionStart + written.length)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const key = pressedKey(event)
    if (key === 'Escape') return setLeaves(true)
    if (key === 'Tab' && !event.shiftKey && !leaves) {
      event.preventDefault()
      return insert(indent)
    }
    if (key === 'Enter') {
      const { selectionStart } = event.currentTarget
      const line = value.slice(value.lastIndexOf('\n', selectionStart - 1) + 1, selectionStart)
      const margin = /^\s*/.exec(line)?.[0] ?? ''
      if (margin !== '') {
        event.preventDefault()
        insert(`\n${margin}`)
      }
    }
    if (key !== 'Shift') setLeaves(false)
  }
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <textarea
          {...control}
          ref={area}
          className="ap-input assess-code"
          rows={12}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          autoCorrect="off"
          wrap="off"
          maxLength={maxLength}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={() => setLeaves(false)}
        />
      )}
    </Field>
  )
}
