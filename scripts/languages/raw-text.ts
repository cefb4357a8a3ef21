/** Finds texts in code that belong into a dictionary. */
import { bare, childrenOf, isNode, nameOf, place, type Node, type Parsed } from './syntax.ts'

/** Matches the attributes whose text is shown or announced. */
const shown =
  /^(?:title|alt|placeholder|label|legend|hint|text|lead|caption|prompt|description|heading|summary|fallback|aria-(?:label|description|roledescription|valuetext|placeholder)|\w+Label|\w+Text)$/

/** Returns whether the text has two letters in a row. Numbers, signs and `%` need no translation. */
const holdsWords = (text: string): boolean => /\p{Letter}{2}/u.test(text)

/** Returns the possible texts of an expression, through conditions and templates but not through calls. */
function textsOf(expression: unknown): string[] {
  const node = bare(expression)
  if (!node) return []
  switch (node.type) {
    case 'Literal':
      return typeof node['value'] === 'string' ? [node['value']] : []
    case 'TemplateLiteral':
      return Array.isArray(node['quasis'])
        ? [
            node['quasis']
              .filter(isNode)
              .map((part) => String((part['value'] as { cooked?: string }).cooked ?? ''))
              .join(' '),
          ]
        : []
    case 'ConditionalExpression':
      return [...textsOf(node['consequent']), ...textsOf(node['alternate'])]
    case 'LogicalExpression':
      return [...textsOf(node['left']), ...textsOf(node['right'])]
    case 'BinaryExpression':
      return node['operator'] === '+' ? [...textsOf(node['left']), ...textsOf(node['right'])] : []
    case 'JSXExpressionContainer':
      return textsOf(node['expression'])
    default:
      return []
  }
}

const childrenTexts = (element: Node): [Node, string][] =>
  (Array.isArray(element['children']) ? element['children'] : []).filter(isNode).flatMap((child) => {
    const texts = child.type === 'JSXText' ? [String(child['value'])] : textsOf(child)
    return texts.map((text): [Node, string] => [child, text])
  })

/**
 * Returns the position and text of each finding. The site's own address is not a text; `allowed` are names and codes that are the
 * same in every language.
 */
export function rawTexts(sources: readonly Parsed[], allowed: ReadonlySet<string>): string[] {
  return sources.flatMap((file) => {
    const found: [Node, string][] = []
    for (const node of translatedNodes(file.program)) {
      if (node.type === 'JSXElement' || node.type === 'JSXFragment') found.push(...childrenTexts(node))
      if (node.type === 'JSXAttribute' && shown.test(attributeName(node))) {
        for (const text of textsOf(node['value'])) found.push([node, text])
      }
      // The value is a text of a notice or an option: `{ text: 'Saved' }`, `{ label: 'All' }`. Keys of dictionaries are camelCase
      // and do not match.
      if (node.type === 'Property' && shown.test(nameOf(node['key']) ?? '')) {
        for (const text of textsOf(node['value'])) if (/^\p{Lu}|\s/u.test(text)) found.push([node, text])
      }
    }
    return found
      .map(([node, text]): [Node, string] => [node, text.trim().replaceAll(/\s+/g, ' ')])
      .filter(([, text]) => holdsWords(text) && !text.startsWith('/') && !allowed.has(withoutSigns(text)))
      .map(([node, text]) => `${place(file, node)} ${text}`)
  })
}

/** Yields all nodes except elements with a `lang` of their own, whose text is the same for every reader: `<option lang="ms">`. */
function* translatedNodes(node: Node): Generator<Node> {
  if (node.type === 'JSXElement' && hasFixedLanguage(node)) return
  yield node
  for (const child of childrenOf(node)) yield* translatedNodes(child)
}

const hasFixedLanguage = ({ openingElement }: Node): boolean =>
  isNode(openingElement) &&
  childrenOf(openingElement).some(
    (part) =>
      part.type === 'JSXAttribute' &&
      attributeName(part) === 'lang' &&
      isNode(part['value']) &&
      part['value'].type === 'Literal',
  )

/** Removes signs around a text, as in `Apogee ·`. */
const withoutSigns = (text: string): string => text.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')

function attributeName(attribute: Node): string {
  return nameOf(attribute['name']) ?? ''
}
