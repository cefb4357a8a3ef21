/** The journeys of screens and of accessibility visit every screen of the route table (e2e/support/screens.ts). */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isNode, nameOf, nodesOf, parse, wordsIn, type Node, type Parsed } from '../languages/syntax.ts'

const read = (path: string): Parsed =>
  parse({ path, code: readFileSync(join(import.meta.dirname, '../..', path), 'utf8') })

const argumentsOf = (call: Node): Node[] =>
  (Array.isArray(call['arguments']) ? call['arguments'] : []).filter(isNode)

/** Matches `screen` and functions derived from it, such as `ownScreen`. */
const makesScreen = (node: Node): boolean => /^(?:screen|\w+Screen)$/.test(nameOf(node['callee']) ?? '')

/** Finds `screen('cart', …)` and `['about', 'roadmap'].map((path) => screen(path, …))`. */
function screensIn(file: Parsed): string[] {
  const calls = [...nodesOf(file.program)].filter((node) => node.type === 'CallExpression')
  return calls.flatMap((call) => {
    if (makesScreen(call)) {
      const [path] = argumentsOf(call)
      return path?.type === 'Literal' ? [nameOf(path) ?? ''] : []
    }
    const { callee } = call
    if (!isNode(callee) || nameOf(callee['property']) !== 'map' || !isNode(callee['object'])) return []
    const makesScreens = argumentsOf(call).some((made) => [...nodesOf(made)].some(makesScreen))
    return makesScreens ? wordsIn(callee['object']) : []
  })
}

/** Returns the addresses that the journeys visit; a parameter is written as `1`. */
function addressesIn(file: Parsed): string[] {
  return [...nodesOf(file.program)].flatMap((node) => {
    if (node.type === 'Literal') return nameOf(node)?.startsWith('/') ? [nameOf(node) ?? ''] : []
    if (node.type !== 'TemplateLiteral') return []
    const address = wordsIn({ ...node, expressions: [] }).join('1')
    return address.startsWith('/') ? [address] : []
  })
}

const pathOf = (address: string): string => address.replace(/\?.*$/, '').replace(/(.)\/$/, '$1')

test('every screen of the route table has a row', () => {
  const routes = ['front-routes.tsx', 'routes.tsx', 'staff-routes.tsx'].flatMap((name) =>
    screensIn(read(`apps/web/src/app/${name}`)),
  )
  const walked = ['screens', 'screen-addresses', 'school']
    .map((name) => `e2e/support/${name}.ts`)
    .flatMap((path) => addressesIn(read(path)))
  expect(routes.length).toBeGreaterThan(45)
  const patterns = routes.map((route) => ({
    route,
    // The route '/' is the landing page. A child route with an empty path has the address of its parent.
    pattern: new RegExp(`^/${route.replaceAll(/\/:\w+\?/g, '(?:/[^/]+)?').replaceAll(/:\w+/g, '[^/]+')}$`),
  }))
  const missing = patterns.filter(({ pattern }) => !walked.some((address) => pattern.test(pathOf(address))))
  expect(missing.map(({ route }) => route)).toEqual([])
})
