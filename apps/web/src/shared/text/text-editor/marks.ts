/** Defines how editors parse and write text marks. */
import type { MarkSpec } from 'prosemirror-model'

export const bold: MarkSpec = {
  parseDOM: [
    { tag: 'strong' },
    // Google Docs wraps copied content in a <b> that is not bold.
    { tag: 'b', getAttrs: ({ style }) => (style.fontWeight === 'normal' ? false : null) },
    { style: 'font-weight', getAttrs: (weight) => /^(?:bold(?:er)?|[6-9]\d{2})$/.test(weight) && null },
  ],
  toDOM: () => ['strong', 0],
}

export const italic: MarkSpec = {
  parseDOM: [{ tag: 'i' }, { tag: 'em' }, { style: 'font-style=italic' }],
  toDOM: () => ['em', 0],
}

export const code: MarkSpec = { parseDOM: [{ tag: 'code' }], toDOM: () => ['code', { translate: 'no' }, 0] }

export const linkMark = (isLink: (href: string) => boolean): MarkSpec => ({
  attrs: { href: { validate: 'string' } },
  inclusive: false,
  parseDOM: [
    {
      tag: 'a[href]',
      getAttrs: (element) => {
        const href = element.getAttribute('href') ?? ''
        return isLink(href) ? { href } : false
      },
    },
  ],
  toDOM: ({ attrs }) => ['a', { href: String(attrs['href']), rel: 'noopener' }, 0],
})
