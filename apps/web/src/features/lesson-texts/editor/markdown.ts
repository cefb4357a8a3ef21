/** Inserts Markdown into the editor and detects pasted Markdown. The Markdown reader is loaded on first use. */
import type { LessonDocument } from '@apogee/contracts/courses/lesson-document.ts'
import { closeHistory } from 'prosemirror-history'
import { Slice } from 'prosemirror-model'
import type { Command } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { editorDocument } from './document.ts'

export async function readMarkdown(markdown: string): Promise<LessonDocument> {
  const { readMarkdown: read } = await import('@apogee/contracts/courses/markdown/read.ts')
  return read(markdown)
}

interface Range {
  from: number
  to: number
}

/** Inserts the document at the range, or in place of the selection. One Undo reverts it. */
export function insertDocument(document: LessonDocument, range?: Range): Command {
  return ({ tr, selection }, dispatch) => {
    const { from, to } = range ?? selection
    tr.replaceRange(from, to, Slice.maxOpen(editorDocument(document).content))
    dispatch?.(closeHistory(tr).scrollIntoView())
    return true
  }
}

const signs: readonly RegExp[] = [
  /^#{1,6} \S/m,
  /^(?:```|~~~)/m,
  /^[ \t]*[-*+] \S.*\n+[ \t]*[-*+] \S/m,
  /^[ \t]*\d{1,3}[.)] \S.*\n+[ \t]*\d{1,3}[.)] \S/m,
  /^\|.*\|[ \t]*\n\|[ \t:-]+\|/m,
  /^> \S/m,
  /^\$\$[^$]+\$\$[ \t]*$/m,
  /(?:^|[\s(])\$(?=[^$\n]*[\\^_{])[^\s$](?:[^$\n]*[^\s$\\])?\$(?!\d)/m,
  /\*\*[^\s*](?:[^*\n]*[^\s*])?\*\*/,
  /\[[^\]\n]+\]\((?:https?:|mailto:|\/)[^)\s]+\)/,
]
export const looksLikeMarkdown = (text: string): boolean => {
  const lines = text.replaceAll(/\r\n?/g, '\n')
  return signs.some((sign) => sign.test(lines))
}

/**
 * Pastes plain text that is Markdown: first as plain text, then formatted, so that Undo restores the plain text. The plain text
 * stays if the reader cannot be loaded or the user has typed meanwhile. Returns false for any other text.
 */
export function pasteMarkdown(view: EditorView, { clipboardData }: ClipboardEvent): boolean {
  const text = clipboardData?.getData('text/plain') ?? ''
  const hasForm = clipboardData?.types.includes('text/html') === true
  const { $from, from } = view.state.selection
  if (hasForm || $from.parent.type.spec.code || !looksLikeMarkdown(text)) return false
  view.pasteText(text)
  const pasted = view.state
  const giveForm = async () => {
    const document = await readMarkdown(text)
    if (view.isDestroyed || view.state.doc !== pasted.doc) return
    insertDocument(document, { from, to: pasted.selection.to })(view.state, view.dispatch)
  }
  giveForm().catch((error: unknown) => console.warn('pasted Markdown stays plain text', error))
  return true
}
