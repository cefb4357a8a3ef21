import { expect, test } from 'vitest'
import { blocksOf, type TextItem } from './page-text.ts'

const item = (str: string, x: number, y: number, more: Partial<TextItem> = {}): TextItem => ({
  str,
  transform: [1, 0, 0, 1, x, y],
  width: str.length * 5,
  height: 11,
  hasEOL: true,
  fontName: 'serif',
  ...more,
})
const read = (...items: TextItem[]) => blocksOf(items, (font) => font === 'mono')

test('lines become paragraphs, larger ones headings, and a wider gap begins a paragraph', () => {
  expect(
    read(
      item('Why nothing falls', 70, 780, { height: 20 }),
      item('A body falls around another one, and it never', 70, 740),
      item('arrives.', 70, 726),
      item('The moon does the same, month after month.', 70, 704),
    ),
  ).toEqual([
    { kind: 'heading', text: 'Why nothing falls' },
    { kind: 'paragraph', text: 'A body falls around another one, and it never arrives.' },
    { kind: 'paragraph', text: 'The moon does the same, month after month.' },
  ])
})

test('items of lists begin on lines of their own, and a short line that ends a sentence ends its paragraph', () => {
  const long = 'A line that is as long as the block of text is wide'
  expect(
    read(
      item(long, 70, 700),
      item('and ends.', 70, 686),
      item('Another begins below it without a wider gap, too', 70, 672),
      item('1. First', 70, 658),
      item('• Second', 70, 644),
    ).map(({ text }) => text),
  ).toEqual([`${long} and ends.`, 'Another begins below it without a wider gap, too', '1. First', '• Second'])
})

test('pieces of a line are joined with the blanks that they show, and cells of a row are told apart', () => {
  const piece = { hasEOL: false }
  const [block] = read(
    item('Plan', 70, 700, { ...piece, width: 20 }),
    item('et', 90, 700, { ...piece, width: 10 }),
    item('days', 104, 700, { ...piece, width: 20 }),
    item('88', 200, 700),
  )
  expect(block?.text).toBe('Planet days · 88')
})

test('a head that was written last comes first, and columns stay in their order', () => {
  const words = (...items: TextItem[]) => read(...items).map(({ text }) => text)
  expect(words(item('Body of the page.', 70, 600), item('1 / 2', 300, 40), item('Head', 70, 800))).toEqual([
    'Head',
    'Body of the page.',
    '1 / 2',
  ])
  expect(
    words(item('Left', 70, 700), item('goes on', 70, 686), item('Right', 320, 700), item('ends', 320, 686)),
  ).toEqual(['Left goes on', 'Right ends'])
})

test('a hyphen at the end of a line stays, and a soft one goes', () => {
  expect(read(item('Untuk kanak-', 70, 700), item('kanak', 70, 686))[0]?.text).toBe('Untuk kanak-kanak')
  expect(read(item('Ellip\u00AD', 70, 700), item('ses', 70, 686))[0]?.text).toBe('Ellipses')
})

test('code keeps its lines and its indentation', () => {
  const code = { fontName: 'mono' }
  expect(
    read(
      item('Try this code in your own editor first', 70, 700),
      item('if x:', 70, 680, { ...code, width: 25 }),
      item('go()', 90, 666, { ...code, width: 20 }),
      item('end()', 90, 652, { ...code, width: 25 }),
    ),
  ).toEqual([
    { kind: 'paragraph', text: 'Try this code in your own editor first' },
    { kind: 'code', text: 'if x:\n    go()\n    end()' },
  ])
})

test('a page without text has no blocks', () => {
  expect(read(item(' ', 70, 700))).toEqual([])
})
