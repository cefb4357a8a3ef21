import { pressedKey } from '@apogee/ui/pressed-key.ts'
import type { SmallTextKind } from '@apogee/domain/text/small-text.ts'
import { classNames } from '@apogee/ui/class-names.ts'
import { Field } from '@apogee/ui/fields/field.tsx'
import type { TextAreaProps } from '@apogee/ui/fields/text-field.tsx'
import { useImperativeHandle, useRef, useState, type ComponentType, type Ref, type RefObject } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { editorCode } from './load-editor.ts'
import type { EditorHandle, SmallTextEditorProps } from './small-text-editor.tsx'
import { smallTextMessages } from './small-text-messages.en.ts'
import { SmallTextToolbar, type ToolName } from './small-text-toolbar.tsx'
import { caretOfArea, type Suggestions } from './suggestions.ts'
import '@apogee/ui/fields/input.css'
import './small-text-field.css'

export interface SmallTextFieldProps extends Omit<TextAreaProps, 'id' | 'className' | 'ref' | 'label'> {
  kind: SmallTextKind
  label: string
  text: string
  onText: (text: string) => void
  suggestions?: Suggestions | undefined
  /** `names` are names of people whom the text may mention. The editor emphasises them. */
  names?: readonly string[] | undefined
  ref?: Ref<HTMLTextAreaElement | null> | undefined
}

type Editor = ComponentType<SmallTextEditorProps>

/**
 * Renders a text area for formatted text. Its editor loads on focus and takes over text and cursor. The area stays in the form,
 * holds the value, and remains usable when the editor cannot be loaded.
 */
export function SmallTextField({
  kind,
  label,
  labelHidden,
  hint,
  error,
  text,
  onText,
  suggestions,
  names,
  ref,
  rows = 4,
  ...area
}: SmallTextFieldProps) {
  const element = useRef<HTMLTextAreaElement>(null)
  const handle = useRef<EditorHandle>(null)
  const messages = useText(smallTextMessages)
  const { editor: Editor, load, firstTool, notice, setIsComposing } = useEditorCode(kind, element)
  // The callback must be stable, because the editor needs the area while it replaces it.
  useImperativeHandle<HTMLTextAreaElement | null, HTMLTextAreaElement | null>(ref, () => element.current)
  return (
    <Field label={label} labelHidden={labelHidden} hint={hint} error={error}>
      {(control) => (
        <div className="small-text-frame" data-invalid={control['aria-invalid']}>
          {Editor ? (
            <Editor
              kind={kind}
              text={text}
              onText={onText}
              label={label}
              control={control}
              firstTool={firstTool}
              suggestions={suggestions}
              names={names}
              ref={handle}
              area={element}
              isReadOnly={area.readOnly === true}
              isRequired={area.required === true}
            />
          ) : notice === 'keptPlain' ? null : (
            <SmallTextToolbar
              kind={kind}
              onPress={(tool) => {
                element.current?.focus()
                load(tool)
              }}
            />
          )}
          <p className="small-text-status" role="status">
            {notice ? messages[notice] : ''}
          </p>
          <textarea
            {...area}
            {...(Editor
              ? { 'aria-hidden': true, tabIndex: -1 }
              : { ...control, ...suggestions?.attributes, ...suggesting(suggestions, area, onText) })}
            ref={element}
            rows={rows}
            className={Editor ? 'vh' : classNames('ap-input', 'ap-textarea', 'small-text-area')}
            onFocus={(event) => {
              area.onFocus?.(event)
              // A form focuses this area when its text is refused, and the focus then moves to the editor. The delay lets programs
              // that fill in fields focus the area first.
              if (Editor) setTimeout(() => handle.current?.focus())
              else load(null)
            }}
            onCompositionStart={() => setIsComposing(true)}
            onCompositionEnd={() => setIsComposing(false)}
          />
        </div>
      )}
    </Field>
  )
}

/** Reports the caret and the keys of a plain area, which has no editor yet, to the suggestions. */
function suggesting(
  suggestions: Suggestions | undefined,
  { onChange, onBlur }: Pick<TextAreaProps, 'onChange' | 'onBlur'>,
  onText: (text: string) => void,
): Pick<TextAreaProps, 'onChange' | 'onBlur' | 'onSelect' | 'onKeyDown'> {
  if (!suggestions) return {}
  const tell = (area: HTMLTextAreaElement) => suggestions.onCaret(caretOfArea(area, onText))
  return {
    onChange: (event) => {
      tell(event.currentTarget)
      return onChange?.(event)
    },
    onSelect: (event) => tell(event.currentTarget),
    onBlur: (event) => {
      suggestions.onCaret(null)
      return onBlur?.(event)
    },
    onKeyDown: (event) => {
      if (!suggestions.onKey(pressedKey(event))) return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

/**
 * Loads the editor, but does not replace the area while a character is being composed, or for a text that the editor would change
 * beyond the edit.
 */
function useEditorCode(kind: SmallTextKind, area: RefObject<HTMLTextAreaElement | null>) {
  const [loaded, setLoaded] = useState<{ editor: Editor } | null>(null)
  const [isComposing, setIsComposing] = useState(false)
  const [firstTool, setFirstTool] = useState<ToolName | null>(null)
  const [notice, setNotice] = useState<'unavailable' | 'keptPlain' | null>(null)
  const load = (tool: ToolName | null) => {
    setFirstTool(tool)
    if (notice === 'unavailable') setNotice(null)
    editorCode
      .load()
      .then(({ SmallTextEditor, canEdit }) => {
        const isKept = !canEdit(area.current?.value ?? '', kind)
        setNotice(isKept ? 'keptPlain' : null)
        if (!isKept) setLoaded({ editor: SmallTextEditor })
      })
      .catch((error: unknown) => {
        console.warn('the editor could not be loaded', error)
        // A person who only types does not need the editor and so needs no notice about it.
        if (tool) setNotice('unavailable')
      })
  }
  const editor = isComposing ? null : (loaded?.editor ?? null)
  return { editor, load, firstTool, notice, setIsComposing }
}
