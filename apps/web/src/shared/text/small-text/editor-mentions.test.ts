import { toggleMark } from 'prosemirror-commands'
import { EditorState, TextSelection } from 'prosemirror-state'
import { DecorationSet } from 'prosemirror-view'
import { expect, test } from 'vitest'
import { mentionsPlugin, withNames } from './editor-mentions.ts'
import { editorDocument, schemas, writtenText } from './editor-schema.ts'

const names = ['Ali', 'Ali Hassan', 'Nur_ul']

const stateOf = (text: string): EditorState =>
  EditorState.create({ doc: editorDocument(text, 'discussion'), plugins: [mentionsPlugin(names)] })

/** Selects these words in a text of one paragraph, and applies the mark to them. */
function pressed(text: string, words: string, mark: 'bold' | 'italic' | 'code' = 'bold'): string {
  const state = stateOf(text)
  const from = 1 + state.doc.textContent.indexOf(words)
  const selected = state.apply(
    state.tr.setSelection(TextSelection.create(state.doc, from, from + words.length)),
  )
  let next = selected
  toggleMark(schemas.discussion.marks[mark])(selected, (transaction) => {
    next = selected.apply(transaction)
  })
  return writtenText(next.doc, 'discussion')
}

test.each([
  ['Thanks @Ali Hassan, both', 'Thanks @Ali', '**Thanks @Ali Hassan**, both'],
  ['Thanks @Ali Hassan, both', 'Hassan', 'Thanks **@Ali Hassan**, both'],
  ['**Thanks @Ali Hassan**', 'Hassan', '**Thanks&#32;**@Ali Hassan'],
  ['Thanks @Ali Hassan, both', 'Thanks', '**Thanks** @Ali Hassan, both'],
  ['Hi @Siti Hassan', '@Siti', 'Hi **@Siti** Hassan'],
])(
  'the text %j with bold for %j becomes %j: a mentioned name is formatted as a whole',
  (text, words, written) => {
    expect(pressed(text, words)).toBe(written)
  },
)

test('code in a part of a name becomes code of the whole name, which is no mention any more', () => {
  expect(pressed('Hi @Ali Hassan', 'Hassan', 'code')).toBe('Hi `@Ali Hassan`')
})

test('names are emphasised outside of code and links, and those of others once they can be mentioned', () => {
  const emphasised = (state: EditorState) => {
    const [plugin] = state.plugins
    const drawn = plugin?.props.decorations?.call(plugin, state)
    return drawn instanceof DecorationSet
      ? drawn.find().map(({ from, to }) => state.doc.textBetween(from, to))
      : null
  }
  const state = stateOf(
    'Hi @Ali Hassan and **@nur_ul**, `@Ali`, [@Ali](/courses), a@Ali, @Siti\n\n```\n@Ali\n```',
  )
  expect(emphasised(state)).toEqual(['@Ali Hassan', '@nur_ul'])
  expect(emphasised(state.apply(withNames(state, ['Siti'])))).toEqual(['@Siti'])
})
