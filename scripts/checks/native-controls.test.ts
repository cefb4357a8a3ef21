/**
 * Controls that work before scripts have loaded are native. A form that is sent then must not put its input into the address, and a
 * press on an element without a native action would be lost (docs/decisions/first-paint.md).
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { isNode, nameOf, nodesOf, parse, type Node } from '../languages/syntax.ts'

const root = join(import.meta.dirname, '../..')

const components = ['apps/web/src', 'packages/ui/src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(({ name }) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name))),
)

/** Returns the attributes of an element. A value that is not a literal counts as `true`. */
function attributesOf(element: Node): Map<string, string | true> {
  const attributes = Array.isArray(element['attributes']) ? element['attributes'].filter(isNode) : []
  return new Map(attributes.map((each) => [nameOf(each['name']) ?? '', nameOf(each['value']) ?? true]))
}

interface Element {
  at: string
  tag: string
  attributes: Map<string, string | true>
  /** Holds the text between the element's tags. */
  code: string
}

/** Lists the HTML elements of all components. The components themselves are left out. */
const elements: Element[] = components.flatMap((path) => {
  const code = readFileSync(join(root, path), 'utf8')
  return [...nodesOf(parse({ path, code }).program)].flatMap((node) => {
    const opening = node['openingElement']
    if (node.type !== 'JSXElement' || !isNode(opening)) return []
    const tag = nameOf(opening['name']) ?? ''
    if (!/^[a-z]/.test(tag)) return []
    const line = code.slice(0, node.start).split('\n').length
    const attributes = attributesOf(opening)
    return [{ at: `${path}:${line}`, tag, attributes, code: code.slice(node.start, node.end) }]
  })
})
const forms = elements.filter(({ tag }) => tag === 'form')

/** A search whose result has its own address works without scripts. */
const isSearchByAddress = ({ attributes }: Element): boolean =>
  attributes.get('role') === 'search' && attributes.has('action') && !attributes.has('method')

test('every form is sent by POST, except a search whose result is an address', () => {
  expect(forms.length).toBeGreaterThan(25)
  const others = forms.filter((form) => form.attributes.get('method') !== 'post' && !isSearchByAddress(form))
  expect(others.map(({ at }) => at)).toEqual([])
})

test('no search by address asks for a password', () => {
  const searches = forms.filter(isSearchByAddress)
  expect(searches.map(({ at }) => at)).toEqual([
    expect.stringMatching(/achievements\/components\/find-certificate\.tsx:\d+$/),
    expect.stringMatching(/catalogue\/components\/marketplace-search\.tsx:\d+$/),
  ])
  expect(searches.filter(({ code }) => /password/i.test(code))).toEqual([])
})

const native = ['a', 'button', 'dialog', 'form', 'input', 'select', 'summary', 'textarea']

const handlesPresses = ({ tag, attributes }: Element): boolean =>
  !native.includes(tag) &&
  ['onClick', 'onDoubleClick', 'onMouseDown', 'onPointerDown', 'onTouchStart'].some((name) =>
    attributes.has(name),
  )

/** These parts load together with their code, or contain the control that is pressed. */
const withControlsInside = [
  'apps/web/src/features/community/components/discussions/mention-field.tsx',
  'apps/web/src/features/courses/components/outline/resource-row.tsx',
  'apps/web/src/features/learning/components/transcript/transcript-lines.tsx',
  'packages/ui/src/navigation/menu.tsx',
  'packages/ui/src/player/player.tsx',
]

test('presses are handled by native controls, so that none is lost before the scripts have loaded', () => {
  const others = elements.filter(handlesPresses).map(({ at }) => at.replace(/:\d+$/, ''))
  expect([...new Set(others)]).toEqual(withControlsInside)
})

/** This component opens every modal dialog. It shows the notices in the newest one. */
const modalDialogs = 'packages/ui/src/feedback/dialog.tsx'

test('every modal dialog is that of the design system, so that notices are shown in it', () => {
  const opening = components.filter((path) => /\.showModal\b/.test(readFileSync(join(root, path), 'utf8')))
  expect(opening).toEqual([modalDialogs])
  const dialogs = elements.filter(({ tag }) => tag === 'dialog').map(({ at }) => at.replace(/:\d+$/, ''))
  expect(dialogs).toEqual([modalDialogs])
})
