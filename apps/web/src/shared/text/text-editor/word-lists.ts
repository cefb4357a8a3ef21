/** Converts the paragraphs that Word pastes for a list into HTML lists. */

interface OpenList {
  level: number
  element: HTMLElement
}

/** Word writes list items as paragraphs, with the level in `mso-list: l0 level2 lfo1` and the bullet or number as text. */
export function makeListsOfWord(dom: HTMLElement): void {
  let open: OpenList[] = []
  for (const paragraph of dom.querySelectorAll<HTMLElement>('p')) {
    const level = Number(/mso-list:[^;]*level(\d+)/i.exec(styleOf(paragraph))?.[1] ?? 0)
    const isContinued = open[0]?.element.nextElementSibling === paragraph
    if (level === 0) continue
    if (!isContinued) open = []
    while (open.length > 0 && (open.at(-1)?.level ?? 0) > level) open.pop()
    const marker = removeMarker(paragraph)
    if (open.at(-1)?.level !== level) open.push(openList(paragraph, open.at(-1), level, marker))
    const item = dom.ownerDocument.createElement('li')
    open.at(-1)?.element.append(item)
    item.append(paragraph)
  }
}

const styleOf = (element: Element): string => element.getAttribute('style') ?? ''

/** Removes the bullet or number from the paragraph and returns it. */
function removeMarker(paragraph: HTMLElement): string {
  const marker = [...paragraph.querySelectorAll('span')].find((span) =>
    /mso-list:\s*ignore/i.test(styleOf(span)),
  )
  marker?.remove()
  return (marker?.textContent ?? '').trim()
}

function openList(
  paragraph: HTMLElement,
  parent: OpenList | undefined,
  level: number,
  marker: string,
): OpenList {
  const isNumbered = /^[\da-z]{1,4}[.)]$/i.test(marker)
  const element = paragraph.ownerDocument.createElement(isNumbered ? 'ol' : 'ul')
  const item = parent?.element.lastElementChild
  if (item) item.append(element)
  else paragraph.before(element)
  return { level, element }
}
