/** Defines the documents that the editor accepts. They must match packages/contracts/src/courses/lesson-document.ts. */
import { cutText } from '@apogee/domain/text/cut-text.ts'
import { visibleOrEmpty } from '@apogee/domain/text/visible-text.ts'
import {
  calloutKinds,
  codeLanguages,
  isLessonLink,
  textFileLimits,
  textVideoTitleLength,
  type CalloutKind,
  type CodeLanguage,
} from '@apogee/contracts/courses/lesson-document.ts'
import { formulaSource } from '@apogee/contracts/courses/markdown/formula-source.ts'
import { textPictureLimits } from '@apogee/contracts/limits.ts'
import { bold, code, italic, linkMark } from '#web/shared/text/text-editor/marks.ts'
import { Schema, type AttributeSpec, type DOMOutputSpec, type NodeSpec } from 'prosemirror-model'

const paragraph: NodeSpec = {
  content: 'inline*',
  group: 'block',
  parseDOM: [{ tag: 'p' }],
  toDOM: (): DOMOutputSpec => ['p', 0],
}

/** The lesson's title above the text is a heading of the second level. */
const heading: NodeSpec = {
  attrs: { level: { default: 2, validate: 'number' } },
  content: 'inline*',
  group: 'block',
  defining: true,
  parseDOM: [
    ...['h1', 'h2'].map((tag) => ({ tag, attrs: { level: 2 } })),
    ...['h3', 'h4', 'h5', 'h6'].map((tag) => ({ tag, attrs: { level: 3 } })),
  ],
  toDOM: ({ attrs }): DOMOutputSpec => [attrs['level'] === 2 ? 'h3' : 'h4', 0],
}

const languageOf = (element: HTMLElement): CodeLanguage => {
  const named = /(?:^|\s)lang(?:uage)?-(\w+)/.exec(
    `${element.className} ${element.firstElementChild?.className ?? ''}`,
  )?.[1]
  return codeLanguages.find((language) => language === named) ?? ''
}

const codeBlock: NodeSpec = {
  attrs: { language: { default: '', validate: 'string' } },
  content: 'text*',
  marks: '',
  group: 'block',
  code: true,
  defining: true,
  parseDOM: [
    { tag: 'pre', preserveWhitespace: 'full', getAttrs: (element) => ({ language: languageOf(element) }) },
  ],
  toDOM: (): DOMOutputSpec => ['pre', { translate: 'no' }, ['code', 0]],
}

const callout: NodeSpec = {
  attrs: { kind: { default: 'note', validate: 'string' } },
  content: 'block+',
  group: 'block',
  defining: true,
  parseDOM: [
    {
      tag: 'aside[data-kind]',
      getAttrs: ({ dataset }) => ({
        kind: calloutKinds.find((kind) => kind === dataset['kind']) ?? ('note' satisfies CalloutKind),
      }),
    },
  ],
  toDOM: ({ attrs }): DOMOutputSpec => ['aside', { 'data-kind': String(attrs['kind']) }, 0],
}

/** The table commands read these attributes; a stored cell has none of them. */
const cellAttributes: Record<string, AttributeSpec> = {
  colspan: { default: 1 },
  rowspan: { default: 1 },
  colwidth: { default: null },
}
const cell = (role: 'cell' | 'header_cell', tag: 'td' | 'th'): NodeSpec => ({
  attrs: cellAttributes,
  content: '(paragraph | bulletList | orderedList | codeBlock)+',
  tableRole: role,
  isolating: true,
  parseDOM: [{ tag }],
  toDOM: (): DOMOutputSpec => [tag, 0],
})

export const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph,
    heading,
    bulletList: {
      content: 'listItem+',
      group: 'block',
      parseDOM: [{ tag: 'ul' }],
      toDOM: () => ['ul', 0],
    },
    orderedList: {
      attrs: { start: { default: 1, validate: 'number' } },
      content: 'listItem+',
      group: 'block',
      parseDOM: [
        {
          tag: 'ol',
          getAttrs: (element) => ({ start: startOf(element.getAttribute('start')) }),
        },
      ],
      toDOM: ({ attrs }) => (attrs['start'] === 1 ? ['ol', 0] : ['ol', { start: Number(attrs['start']) }, 0]),
    },
    listItem: {
      content: 'paragraph block*',
      defining: true,
      parseDOM: [{ tag: 'li' }],
      toDOM: () => ['li', 0],
    },
    blockquote: {
      content: 'block+',
      group: 'block',
      defining: true,
      parseDOM: [{ tag: 'blockquote' }],
      toDOM: () => ['blockquote', 0],
    },
    callout,
    codeBlock,
    picture: {
      attrs: { file: { validate: 'string' }, alt: { default: '', validate: 'string' } },
      group: 'block',
      draggable: true,
      parseDOM: [
        {
          tag: 'img[data-file]',
          getAttrs: pictureOf,
        },
      ],
      toDOM: ({ attrs }) => ['img', { 'data-file': String(attrs['file']), alt: String(attrs['alt']) }],
    },
    attachment: {
      attrs: { file: { validate: 'string' }, title: { default: '', validate: 'string' } },
      group: 'block',
      draggable: true,
      parseDOM: [{ tag: 'p[data-attachment]', priority: 60, getAttrs: attachmentOf }],
      toDOM: ({ attrs }) => ['p', { 'data-attachment': String(attrs['file']) }, String(attrs['title'])],
    },
    video: {
      attrs: { file: { validate: 'string' }, title: { validate: 'string' } },
      group: 'block',
      draggable: true,
      parseDOM: [{ tag: 'p[data-video]', priority: 60, getAttrs: videoOf }],
      toDOM: ({ attrs }) => ['p', { 'data-video': String(attrs['file']) }, String(attrs['title'])],
    },
    formulaBlock: {
      attrs: { tex: { validate: 'string' } },
      group: 'block',
      draggable: true,
      parseDOM: [
        { tag: 'div[data-tex]', getAttrs: (element) => formulaOf(element, 'block') },
        { tag: 'math[display=block], .katex-display', getAttrs: (element) => formulaOf(element, 'block') },
      ],
      toDOM: ({ attrs }) => ['div', { 'data-tex': String(attrs['tex']) }, String(attrs['tex'])],
    },
    horizontalRule: { group: 'block', parseDOM: [{ tag: 'hr' }], toDOM: () => ['hr'] },
    table: {
      content: 'tableRow+',
      group: 'block',
      tableRole: 'table',
      isolating: true,
      parseDOM: [{ tag: 'table' }],
      toDOM: () => ['table', ['tbody', 0]],
    },
    tableRow: {
      content: '(tableCell | tableHeader)+',
      tableRole: 'row',
      parseDOM: [{ tag: 'tr' }],
      toDOM: () => ['tr', 0],
    },
    tableCell: cell('cell', 'td'),
    tableHeader: cell('header_cell', 'th'),
    text: { group: 'inline' },
    formula: {
      attrs: { tex: { validate: 'string' } },
      inline: true,
      group: 'inline',
      parseDOM: [
        { tag: 'span[data-tex]', getAttrs: (element) => formulaOf(element, 'line') },
        { tag: 'math, .katex', getAttrs: (element) => formulaOf(element, 'line') },
      ],
      toDOM: ({ attrs }) => ['span', { 'data-tex': String(attrs['tex']) }, String(attrs['tex'])],
    },
    hardBreak: {
      inline: true,
      group: 'inline',
      selectable: false,
      parseDOM: [{ tag: 'br' }],
      toDOM: () => ['br'],
    },
  },
  marks: {
    link: linkMark(isLessonLink),
    bold,
    italic,
    strike: {
      parseDOM: [{ tag: 's' }, { tag: 'del' }, { style: 'text-decoration=line-through' }],
      toDOM: () => ['s', 0],
    },
    code,
  },
})

/** Returns false for a picture that the contract would refuse. */
function pictureOf(element: HTMLElement): { file: string; alt: string } | false {
  const file = element.dataset['file'] ?? ''
  const alt = lineOf(element.getAttribute('alt'), textPictureLimits.altLength)
  return /^[\w-]{22}$/.test(file) && { file, alt }
}

function attachmentOf(element: HTMLElement): { file: string; title: string } | false {
  const file = element.dataset['attachment'] ?? ''
  return /^[\w-]{22}$/.test(file) && { file, title: lineOf(element.textContent, textFileLimits.titleLength) }
}

function videoOf(element: HTMLElement): { file: string; title: string } | false {
  const file = element.dataset['video'] ?? ''
  const title = lineOf(element.textContent, textVideoTitleLength)
  return /^[\w-]{22}$/.test(file) && title !== '' && { file, title }
}

const lineOf = (text: string | null, most: number): string =>
  visibleOrEmpty(
    cutText(
      (text ?? '')
        .toWellFormed()
        .replaceAll(/[\s\p{Cc}]+/gu, ' ')
        .trim(),
      most,
    ).trim(),
  )

/** Other pages include the source in the formula for copying. Returns false for a formula without a source that a text may hold. */
function formulaOf(element: HTMLElement, place: 'line' | 'block'): { tex: string } | false {
  const given =
    element.dataset['tex'] ??
    element.querySelector('annotation[encoding="application/x-tex"]')?.textContent ??
    element.getAttribute('alttext') ??
    ''
  const tex = formulaSource(given, place)
  return tex !== null && { tex }
}

const startOf = (text: string | null): number => {
  const start = Number(text ?? 1)
  return Number.isInteger(start) && start >= 0 && start <= 100_000 ? start : 1
}
