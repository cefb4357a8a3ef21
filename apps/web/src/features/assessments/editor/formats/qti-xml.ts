/**
 * Parses XML into a document node by node, because Trusted Types block the browser's own parser. It supports elements, attributes,
 * text, CDATA, the five entities and character references; document types are refused.
 */
const depthMost = 100
const nodesMost = 50_000
const token =
  /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\?[\s\S]*?\?>|<\/([^\s<>/]+)\s*>|<([^\s<>/!?]+)((?:\s+[^\s=<>/"']+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y
const attribute = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Returns the root element with local names, or null when the content is not XML or exceeds a limit. */
export function readXml(given: string): Element | null {
  const made = document.implementation.createDocument(null, null)
  const content = given.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const open: { name: string; element: Element }[] = []
  let root: Element | null = null
  token.lastIndex = 0
  for (let at = 0, count = 0; at < content.length; at = token.lastIndex, count += 1) {
    token.lastIndex = at
    const found = token.exec(content)
    if (!found || count > nodesMost) return null
    const [, cdata, closed, name, attributes = '', isEmpty, text] = found
    const parent = open.at(-1)?.element
    if (closed !== undefined) {
      if (open.pop()?.name !== closed) return null
    } else if (name !== undefined) {
      const element = elementOf(made, name, attributes)
      if (!element || (!parent && root) || open.length >= depthMost) return null
      root ??= element
      parent?.append(element)
      if (isEmpty !== '/') open.push({ name, element })
    } else if (cdata !== undefined || text !== undefined) {
      const plain = cdata ?? decoded(text ?? '')
      if (plain === null || (!parent && plain.trim() !== '')) return null
      parent?.append(made.createTextNode(plain))
    }
  }
  return open.length === 0 ? root : null
}

function elementOf(made: Document, name: string, attributes: string): Element | null {
  const local = name.split(':').at(-1) ?? ''
  if (!/^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(local)) return null
  const element = made.createElementNS(null, local)
  for (const [, key = '', double, single] of attributes.matchAll(attribute)) {
    const value = decoded(double ?? single ?? '')
    if (value === null) return null
    // The reader ignores namespaces and prefixed attributes.
    if (/^[A-Za-z_][\w.-]*$/.test(key) && key !== 'xmlns') element.setAttribute(key, value)
  }
  return element
}

/** Decodes entities and references; returns null for an unknown one. */
function decoded(text: string): string | null {
  let isKnown = true
  const plain = text.replace(/&([^;\s&]{0,10};)?/g, (_, reference: string | undefined) => {
    const name = reference?.slice(0, -1) ?? ''
    const digits = /^#(?:x([\da-f]+)|(\d+))$/i.exec(name)
    const code = digits ? Number.parseInt(digits[1] ?? digits[2] ?? '', digits[1] ? 16 : 10) : 0
    const character =
      entities[name] ?? (code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : undefined)
    if (character === undefined) isKnown = false
    return character ?? ''
  })
  return isKnown ? plain : null
}

/** Returns an item of QTI 3 with the names of QTI 2, such as `simpleChoice` for `qti-simple-choice`. */
export function asVersion2(root: Element): Element {
  if (!root.localName.startsWith('qti-')) return root
  const made = document.implementation.createDocument(null, null)
  const camel = (name: string) => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
  const renamed = (element: Element): Element => {
    const isOwn = element.localName.startsWith('qti-')
    const copy = made.createElementNS(null, isOwn ? camel(element.localName.slice(4)) : element.localName)
    for (const { name, value } of element.attributes) copy.setAttribute(isOwn ? camel(name) : name, value)
    for (const child of element.childNodes)
      copy.append(
        child.nodeType === 1 ? renamed(child as Element) : made.createTextNode(child.textContent ?? ''),
      )
    return copy
  }
  return renamed(root)
}
