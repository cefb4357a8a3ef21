/** A form that is sent without our scripts must not put its input into the address. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { isNode, nameOf, nodesOf, parse, type Node } from './languages/syntax.ts'

const root = join(import.meta.dirname, '..')

const components = ['apps/web/src', 'packages/ui/src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(({ name }) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name))),
)

/** Attributes with a written value; true for all others. */
function attributesOf(element: Node): Map<string, string | true> {
  const attributes = Array.isArray(element['attributes']) ? element['attributes'].filter(isNode) : []
  return new Map(attributes.map((each) => [nameOf(each['name']) ?? '', nameOf(each['value']) ?? true]))
}

interface Form {
  at: string
  attributes: Map<string, string | true>
  /** Everything written between its tags. */
  code: string
}

const forms: Form[] = components.flatMap((path) => {
  const code = readFileSync(join(root, path), 'utf8')
  return [...nodesOf(parse({ path, code }).program)].flatMap((node) => {
    const opening = node['openingElement']
    if (node.type !== 'JSXElement' || !isNode(opening) || nameOf(opening['name']) !== 'form') return []
    const line = code.slice(0, node.start).split('\n').length
    return [
      { at: `${path}:${line}`, attributes: attributesOf(opening), code: code.slice(node.start, node.end) },
    ]
  })
})

/** A search whose result has an address of its own works without scripts. */
const isSearchByAddress = ({ attributes }: Form): boolean =>
  attributes.get('role') === 'search' && attributes.has('action') && !attributes.has('method')

test('every form is sent by POST, except a search whose result is an address', () => {
  expect(forms.length).toBeGreaterThan(25)
  const others = forms.filter((form) => form.attributes.get('method') !== 'post' && !isSearchByAddress(form))
  expect(others.map(({ at }) => at)).toEqual([])
})

test('no search by address asks for a password', () => {
  const searches = forms.filter(isSearchByAddress)
  expect(searches.map(({ at }) => at)).toEqual([
    expect.stringMatching(/catalogue\/components\/marketplace-search\.tsx:\d+$/),
  ])
  expect(searches.filter(({ code }) => /password/i.test(code))).toEqual([])
})
