/**
 * Reads untrusted XML. The parser expands no entities of a document type and fetches nothing. Files choose their own prefixes, so
 * only local names are compared.
 */
import { requireText } from '@apogee/domain/read-text.ts'
import { parseXml, XmlElement, XmlError } from '@rgrove/parse-xml'

export { XmlElement }

/** Returns the root element of a document in the encoding that it declares. Throws as `readXml` does, and for broken bytes. */
export const readXmlBytes = async (bytes: Uint8Array): Promise<XmlElement> =>
  readXml(await requireText(bytes, { format: 'xml' }))

/**
 * Returns the root element. Throws for broken XML, an entity that only a document type declares, and too deep
 * nesting.
 */
export function readXml(text: string): XmlElement {
  const { root } = parseXml(text)
  if (!root) throw new Error('there is no root element')
  refuseDepth(root)
  return root
}

/** Returns the place at which XML is broken, as `line:column`. Returns '' when the error names no place. */
export const placeOfFault = (error: unknown): string =>
  error instanceof XmlError ? `${error.line}:${error.column}` : ''

/** Elements may be nested at most this deep. The text of an element includes that of all its descendants, so depth costs time. */
const deepest = 200

function refuseDepth(root: XmlElement): void {
  let level = [root]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) throw new Error('elements are nested too deeply')
    level = level.flatMap((element) => element.children.filter((child) => child instanceof XmlElement))
  }
}

export const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

export function children(parent: XmlElement, name: string): XmlElement[] {
  return parent.children.filter(
    (child): child is XmlElement => child instanceof XmlElement && localName(child.name) === name,
  )
}

/** Returns an attribute by its name in any letter case: `scormtype` in SCORM 1.2 is `scormType` in 2004. */
export function attribute(element: XmlElement, name: string): string | undefined {
  const wanted = name.toLowerCase()
  return Object.entries(element.attributes).find(([key]) => localName(key).toLowerCase() === wanted)?.[1]
}

/** Returns the text of the first child with this name, or '' if there is none. */
export const textOf = (parent: XmlElement, name: string): string =>
  children(parent, name)[0]?.text.trim() ?? ''

/**
 * Returns the outermost elements of this name below `parent`, in document order. Matches inside a match are omitted, so that
 * reading all results visits every element once. Elements named `except` are not entered.
 */
export function descendants(parent: XmlElement, name: string, except?: string): XmlElement[] {
  const found: XmlElement[] = []
  const open = [parent]
  for (let element = open.pop(); element; element = open.pop()) {
    const own = localName(element.name)
    if (element !== parent && own === name) found.push(element)
    else if (own !== except)
      for (const child of element.children.toReversed()) if (child instanceof XmlElement) open.push(child)
  }
  return found
}
