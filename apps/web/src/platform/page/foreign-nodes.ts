/**
 * Programs that translate a page replace text nodes by elements `font`, or put the nodes into such elements. React keeps the nodes that
 * it made: browsers refuse to remove them from their former parent or to insert before them, and the error ends the page; a text that
 * changes is written into a node that nobody sees (facebook/react#11538).
 */

type Patched = Pick<Node, 'removeChild' | 'insertBefore'>

/** Makes React's operations hold where another program has moved or replaced its nodes. Returns a function that ends it. */
export function tolerateForeignNodes(within: Node = document): () => void {
  const own: Patched = { removeChild: Node.prototype.removeChild, insertBefore: Node.prototype.insertBefore }
  /** Keys are text nodes that React made; values are the elements that replaced them. */
  const replacements = new WeakMap<Node, Element>()

  /** Returns the child of `parent` that stands where the node stood. */
  const placeIn = (parent: Node, node: Node): Node | null => {
    let at: Node | null = replacements.get(node) ?? node
    while (at && at.parentNode !== parent) at = at.parentNode
    return at
  }

  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode === this) return own.removeChild.call(this, child) as Child
    const place = placeIn(this, child)
    if (place) own.removeChild.call(this, place)
    return child
  }
  Node.prototype.insertBefore = function <Inserted extends Node>(
    this: Node,
    node: Inserted,
    before: Node | null,
  ): Inserted {
    const place = before === null || before.parentNode === this ? before : placeIn(this, before)
    return own.insertBefore.call(this, node, place) as Inserted
  }

  const observer = new MutationObserver((records) => {
    for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records)
      for (const text of removedNodes) {
        if (!(text instanceof Text) || text.parentNode) continue
        const font = [...addedNodes, previousSibling, nextSibling].find((node) => isTranslation(node))
        if (font) watch(text, font)
      }
  })

  /** A new text takes the place of the translation, which its program then translates again. */
  function watch(text: Text, font: Element): void {
    replacements.set(text, font)
    Object.defineProperty(text, 'nodeValue', {
      configurable: true,
      get: () => text.data,
      set(value: string) {
        Reflect.deleteProperty(text, 'nodeValue')
        text.data = value
        if (!text.parentNode && font.parentNode) font.replaceWith(text)
        replacements.delete(text)
      },
    })
  }

  observer.observe(within, { childList: true, subtree: true })
  return () => {
    observer.disconnect()
    Object.assign(Node.prototype, own)
  }
}

const isTranslation = (node: Node | null): node is Element =>
  node instanceof Element && node.tagName === 'FONT'
