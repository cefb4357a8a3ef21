import { readAuthorText } from '@apogee/contracts/courses/markdown/author-text.ts'
import { expect, test } from 'vitest'
import { sampleOfText } from './item-samples.ts'

const sampleOf = (markdown: string) => sampleOfText(readAuthorText(markdown, (href) => href).document).text

test('a sample keeps words of neighbours apart and shows formulas', () => {
  expect(
    sampleOf(
      '# Energy\n\nHeat  \nwith **a** [lid](https://a.my), $E = mc^2$ and\n\n$$a^2 + b^2$$\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |',
    ),
  ).toBe('Energy Heat with a lid, E = mc^2 and a^2 + b^2 one two a b 1 2')
  expect(sampleOf('word '.repeat(100))).toMatch(/^(?:word )+word…$/)
})
