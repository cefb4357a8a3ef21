import { readSmallText, type SmallTextKind } from '@apogee/domain/text/small-text.ts'
import { DOMSerializer, Fragment, Slice, type Schema } from 'prosemirror-model'
import { expect, test } from 'vitest'
import { pasteParserOf } from '#web/shared/text/text-editor/paste-parser.ts'
import { canEdit, editorDocument, schemas, writtenText } from './editor-schema.ts'

test.each<[SmallTextKind, string]>([
  [
    'announcement',
    '## New\n\nA **bold _word_**,\n`code` and [link](https://a.test/x_y)\n\n- one\n- two\n\n1. first\n2. second',
  ],
  ['discussion', 'Why?\n\n```sql\nSELECT 1\n\nFROM x\n```\n\n**Thanks**'],
  ['description', '**For** beginners\n\n- one\n  line'],
  ['discussion', 'plain 2 * 3\nlines\n\nand C:\\_x'],
])('a %s comes back from the editor as it was stored: %j', (kind, text) => {
  expect(writtenText(editorDocument(text, kind), kind)).toBe(text)
})

test.each<[SmallTextKind, string, boolean]>([
  ['discussion', 'One\n\n\n\nTwo *stars*\n \nThree', true],
  ['discussion', 'Two\r\nlines', true],
  ['discussion', '  indented\n\tand a tab', true],
  ['discussion', 'Why?\n```js\na * b\n```\nThanks', false],
  ['discussion', '```js\na\n```\n\n\nThanks', false],
  ['discussion', '```js\na\n```\n\nThanks', true],
  ['description', 'Why?\n```js\na * b\n```', true],
])('an old %s is edited only if it comes back as it was: %j %j', (kind, text, expected) => {
  expect(canEdit(text, kind)).toBe(expected)
})

test('empty lines of an old text stay when other words change, and become paragraphs with a form', () => {
  const changed = (mark?: 'bold') => {
    const document = editorDocument('One\n\n\nTwo\n\nThree', 'discussion')
    const word = schemas.discussion.text('New', mark && [schemas.discussion.mark(mark)])
    return writtenText(
      document.replace(
        document.content.size - 6,
        document.content.size - 1,
        new Slice(Fragment.from(word), 0, 0),
      ),
      'discussion',
    )
  }
  expect(changed()).toBe('One\n\n\nTwo\n\nNew')
  expect(changed('bold')).toBe('One\n\nTwo\n\n**New**')
})

test('an old question with code gets the form that it was shown in', () => {
  const document = editorDocument('Why *this*?\n```js\na * b\n```\nThanks', 'discussion')
  const written = writtenText(document, 'discussion')
  expect(written).toBe('Why \\*this\\*?\n\n```\na * b\n```\n\nThanks')
  expect(readSmallText(written, 'discussion')).toHaveLength(3)
})

function pasted(html: string, kind: SmallTextKind): string {
  const dom = document.createElement('div')
  dom.innerHTML = html
  const schema: Schema = schemas[kind]
  const { content } = pasteParserOf(schema).parseSlice(dom)
  const rendered = document.createElement('div')
  rendered.append(DOMSerializer.fromSchema(schema).serializeFragment(content))
  return rendered.innerHTML
}

test('lists of Word become lists, and headings, tables and pictures keep their words', () => {
  const word = [
    '<h1>News</h1><p>A <b>bold</b> text <img src="x.png"></p>',
    `<p style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·</span>one</p>`,
    `<p style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·</span>two</p>`,
    '<table><tr><td><p>cell</p></td></tr></table>',
  ].join('')
  expect(pasted(word, 'announcement')).toBe(
    '<h4>News</h4><p>A <strong>bold</strong> text</p><ul><li><p>one</p></li><li><p>two</p></li></ul><p>cell</p>',
  )
  expect(pasted('<h1>News</h1><pre>code</pre>', 'description')).toBe('<p>News</p><p>code</p>')
})

test('a list in a list keeps its items, and an unsafe address loses its link', () => {
  expect(pasted('<ul><li>one<ul><li>two</li></ul></li><li>three</li></ul>', 'description')).toContain('two')
  expect(
    pasted('<p><a href="javascript:alert(1)">x</a> <a href="https://a@b.test/">y</a></p>', 'description'),
  ).toBe('<p>x y</p>')
})
