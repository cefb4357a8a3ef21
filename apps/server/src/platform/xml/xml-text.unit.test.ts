import fc from 'fast-check'
import { parseXml, XmlElement } from '@rgrove/parse-xml'
import { expect, test } from 'vitest'
import { xmlText } from '@apogee/domain/text/xml-text.ts'

test('every text is well-formed in an attribute and in an element, and only characters outside of XML are lost', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({
      unit: fc.constantFrom(
        '&',
        '<',
        '>',
        '"',
        "'",
        ']]>',
        '\0',
        '\u{B}',
        '\uFFFF',
        '\uD83D',
        '🚀',
        '\u202E',
        'ב',
      ),
    }),
  )
  fc.assert(
    fc.property(texts, (text) => {
      const { root } = parseXml(`<a b="${xmlText(text)}">${xmlText(text)}</a>`)
      const kept = text.replaceAll(/[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
      expect(root instanceof XmlElement && root.text).toBe(kept.replaceAll(/\r\n?/g, '\n'))
      expect(root?.attributes['b']).toBe(kept.replaceAll('\r\n', '\n').replaceAll(/[\t\n\r]/g, ' '))
    }),
  )
})
