import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LessonBlock, LessonInline, LessonMark } from '../lesson-document.ts'
import { readHtml } from './read-html.ts'
import { htmlOf, type HtmlParts } from './write-html.ts'

const text = (value: string, ...marks: LessonMark[]): LessonInline => ({
  type: 'text',
  text: value,
  ...(marks.length > 0 && { marks }),
})
const paragraph = (...content: LessonInline[]): LessonBlock => ({ type: 'paragraph', content })

const parts: HtmlParts = {
  uploadOf: (file) =>
    file === 'known'
      ? { href: '../files/a b.png', name: 'A', captions: [{ language: 'ms', href: 'a.vtt' }] }
      : null,
  linkOf: (href) => (href.startsWith('/') ? null : href),
  calloutWords: { note: 'Note', tip: 'Tip', warning: 'Warning' },
}

test('a text with every kind of block is written and read again', () => {
  const blocks: LessonBlock[] = [
    { type: 'heading', attrs: { level: 2 }, content: [text('Tom & "Ann" <b>')] },
    { type: 'heading', attrs: { level: 3 }, content: [text('‮שלום 🚀')] },
    paragraph(
      text('plain '),
      text('both', { type: 'bold' }, { type: 'italic' }),
      text(' '),
      text('a link', { type: 'link', attrs: { href: 'https://a.test/?a=1&b="2"' } }),
      { type: 'hardBreak' },
      { type: 'formula', attrs: { tex: 'a < b \\frac{1}{2}' } },
      text(' is no \\(formula\\), and $$5 is none'),
    ),
    { type: 'formulaBlock', attrs: { tex: 'T^2 \\propto \\text{a \\] b}' } },
    {
      type: 'codeBlock',
      attrs: { language: 'python' },
      content: [{ type: 'text', text: '\n  if a < b:\n\n    c()\n' }],
    },
    { type: 'horizontalRule' },
    {
      type: 'orderedList',
      attrs: { start: 3 },
      content: [
        {
          type: 'listItem',
          content: [
            paragraph(text('one')),
            { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(text('deep'))] }] },
          ],
        },
      ],
    },
    { type: 'blockquote', content: [paragraph(text('said'))] },
    { type: 'callout', attrs: { kind: 'tip' }, content: [paragraph(text('look'))] },
    {
      type: 'table',
      content: [
        { type: 'tableRow', content: [{ type: 'tableHeader', content: [paragraph(text('H'))] }] },
        { type: 'tableRow', content: [{ type: 'tableCell', content: [paragraph(text('C'))] }] },
      ],
    },
  ]
  expect(readHtml(htmlOf({ content: blocks }, parts)).blocks).toEqual(blocks)
})

test('uploads have their addresses, and what is left out keeps its words', () => {
  const html = htmlOf(
    {
      content: [
        { type: 'picture', attrs: { file: 'known', alt: 'A "sky"' } },
        { type: 'picture', attrs: { file: 'lost', alt: 'The moon' } },
        { type: 'attachment', attrs: { file: 'known', title: '' } },
        { type: 'video', attrs: { file: 'known', title: 'Film' } },
        paragraph(text('inside', { type: 'link', attrs: { href: '/course/1' } })),
      ],
    },
    parts,
  )
  expect(html.split('\n')).toEqual([
    '<p><img src="../files/a b.png" alt="A &quot;sky&quot;"/></p>',
    '<p>The moon</p>',
    '<p><a href="../files/a b.png">A</a></p>',
    '<p><video controls="controls" src="../files/a b.png"><track kind="captions" srclang="ms" src="a.vtt"/></video></p><p>Film</p>',
    '<p>inside</p>',
  ])
})

test('words of any signs stay words', () => {
  const sign = fc.constantFrom(
    ...'$\\()[]<>&;#"\'{}`*_abé🎉‮'.split(/(?:)/u),
    '&amp;',
    '$$',
    '\\(',
    '\\)',
    '\\[',
    '<b>',
  )
  const words = fc.array(sign, { minLength: 1, maxLength: 12 }).map((signs) => signs.join(''))
  fc.assert(
    fc.property(words, (value) => {
      const content = [paragraph(text(value))]
      expect(readHtml(htmlOf({ content }, parts)).blocks).toEqual(content)
    }),
  )
})
