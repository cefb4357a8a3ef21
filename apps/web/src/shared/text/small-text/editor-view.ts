/** Creates the editor's view with its events, and handles text that programs insert. */
import { pressedKey } from '@apogee/ui/pressed-key.ts'
import type { SmallTextKind } from '@apogee/domain/text/small-text.ts'
import { keydownHandler } from 'prosemirror-keymap'
import { Slice } from 'prosemirror-model'
import { Selection, type EditorState } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { pasteParserOf } from '#web/shared/text/text-editor/paste-parser.ts'
import { rememberTyped } from '#web/platform/forms/typed-input.ts'
import { caretOfEditor } from './editor-caret.ts'
import { editorDocument, schemas, writtenText } from './editor-schema.ts'
import type { Suggestions } from './suggestions.ts'

interface Listeners extends Pick<Suggestions, 'onCaret' | 'onKey'> {
  onState: (state: EditorState) => void
  onText: (text: string) => void
  /** Runs on Ctrl+K. */
  onLink: () => true
}

const literally = 'written literally'

export function createView(
  place: HTMLElement,
  { kind, state, on }: { kind: SmallTextKind; state: EditorState; on: Listeners },
): EditorView {
  const view = new EditorView(place, {
    state,
    clipboardParser: pasteParserOf(schemas[kind]),
    clipboardTextParser: (pasted) => Slice.maxOpen(editorDocument(pasted, kind).content),
    handleKeyDown: keydownHandler({ 'Mod-k': on.onLink }),
    handleDOMEvents: {
      keydown(_view, event) {
        const key = pressedKey(event)
        const isSuggestions = on.onKey(key)
        if (isSuggestions) {
          event.preventDefault()
          event.stopPropagation()
        }
        // The editor would swallow Escape, which closes the dialog around the field.
        return isSuggestions || key === 'Escape'
      },
      beforeinput: (_view, event) => writeLiterally(view, kind, event),
      blur() {
        on.onCaret(null)
      },
    },
    dispatchTransaction(transaction) {
      const next = view.state.applyTransaction(transaction)
      view.updateState(next.state)
      on.onState(next.state)
      if (next.transactions.some(({ docChanged }) => docChanged)) {
        rememberTyped(view.dom)
        const given: unknown = transaction.getMeta(literally)
        on.onText(typeof given === 'string' ? given : writtenText(next.state.doc, kind))
      }
      on.onCaret(view.hasFocus() ? caretOfEditor(view) : null)
    },
  })
  return view
}

/**
 * Inserts text from a program or from dictation, which arrives in one piece. It is inserted literally: no character in it acts as a
 * shortcut, and its line breaks stay. If it replaces the whole document, it is stored unchanged.
 */
function writeLiterally(view: EditorView, kind: SmallTextKind, event: InputEvent): boolean {
  const { inputType, data, isComposing } = event
  const { selection, tr } = view.state
  if (inputType !== 'insertText' || isComposing || data === null || data.length < 2) return false
  const isWhole = isAllChosen(view.state)
  const isPlain = selection.empty && !/[*_`#\n-]|^1\./.test(data)
  if (isPlain || (!isWhole && selection.$from.parent.type.spec.code)) return false
  event.preventDefault()
  const { content } = editorDocument(data, kind)
  if (isWhole) {
    tr.replaceWith(0, tr.doc.content.size, content).setMeta(literally, data)
    tr.setSelection(Selection.atEnd(tr.doc))
  } else tr.replaceSelection(Slice.maxOpen(content))
  view.dispatch(tr.scrollIntoView())
  return true
}

/** Returns whether the whole document is selected, or the document is one empty line. */
function isAllChosen({ doc, selection: { empty, from, to } }: EditorState): boolean {
  const { firstChild } = doc
  if (empty)
    return doc.childCount === 1 && firstChild?.type.name === 'paragraph' && firstChild.childCount === 0
  return from <= Selection.atStart(doc).from && to >= Selection.atEnd(doc).to
}
