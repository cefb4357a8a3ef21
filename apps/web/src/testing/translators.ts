/**
 * Simulates the translators of browsers. They put each text into two `font` elements: the same text node, or a new one in its
 * place.
 */
export function textsIn(root: Node): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node instanceof Text && node.data.trim()) texts.push(node)
  return texts
}

const untranslated = (root: Node) =>
  textsIn(root).filter((text) => !text.parentElement?.closest('font, style, script'))

function fonts(text: Node): HTMLElement {
  const outer = document.createElement('font')
  outer.appendChild(document.createElement('font')).appendChild(text)
  return outer
}

export const translators = {
  wraps(root: Node) {
    for (const text of untranslated(root)) {
      const place = document.createComment('')
      text.replaceWith(place)
      place.replaceWith(fonts(text))
    }
  },
  replaces(root: Node) {
    for (const text of untranslated(root)) text.replaceWith(fonts(document.createTextNode(text.data)))
  },
  'inserts before and removes'(root: Node) {
    for (const text of untranslated(root)) {
      text.before(fonts(document.createTextNode(text.data)))
      text.remove()
    }
  },
} satisfies Record<string, (root: Node) => void>
