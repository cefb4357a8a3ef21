/**
 * Browsers' translators and extensions change the nodes of a page. React remembers the node of a text. When another program has
 * wrapped, replaced or removed that node, React's `insertBefore` and `removeChild` throw and the page is lost, and a replaced text
 * never changes again (https://github.com/facebook/react/issues/11538). These changes of the prototypes find the node's current
 * position instead.
 */
export function tolerateForeignNodes(): () => void {
  const { insertBefore, removeChild } = Node.prototype
  const replacements = new Replacements()

  Node.prototype.insertBefore = function <T extends Node>(node: T, reference: Node | null): T {
    return insertBefore.call(this, node, placeIn(this, reference, replacements)) as T
  }

  Node.prototype.removeChild = function <T extends Node>(child: T): T {
    if (child.parentNode === this) return removeChild.call(this, child) as T
    const wrapper = childAround(this, child)
    for (const each of replacements.take(child)) each.parentNode?.removeChild(each)
    child.parentNode?.removeChild(child)
    if (wrapper?.parentNode === this && !wrapper.textContent) removeChild.call(this, wrapper)
    return child
  }

  // React writes changed texts to `nodeValue`. A property of Text.prototype takes precedence over the browser's own, which belongs
  // to Node.prototype.
  Object.defineProperty(Text.prototype, 'nodeValue', {
    configurable: true,
    get(this: Text) {
      return this.data
    },
    set(this: Text, value: string | null) {
      if (!this.parentNode) restore(this, replacements)
      this.data = value ?? ''
    },
  })

  return () => {
    Object.assign(Node.prototype, { insertBefore, removeChild })
    Reflect.deleteProperty(Text.prototype, 'nodeValue')
    replacements.stop()
  }
}

/** Returns the child of `parent` at the position of `reference`; null means the end. */
function placeIn(parent: Node, reference: Node | null, replacements: Replacements): Node | null {
  if (!reference || reference.parentNode === parent) return reference
  const replacement = replacements.of(reference).find((each) => parent.contains(each))
  return childAround(parent, reference) ?? (replacement ? childAround(parent, replacement) : null)
}

/** Returns the child of `parent` that is the node or contains it. */
function childAround(parent: Node, node: Node): Node | null {
  let child: Node | null = node
  while (child && child.parentNode !== parent) child = child.parentNode
  return child
}

/** Puts a text node back in place of the nodes that have replaced it, so that translators see and translate its next value. */
function restore(text: Text, replacements: Replacements): void {
  const [first, ...others] = replacements.take(text)
  if (!first?.parentNode) return
  first.parentNode.replaceChild(text, first)
  for (const each of others) each.parentNode?.removeChild(each)
}

/** Remembers which nodes have replaced a text. Texts that React itself has removed need no such record. */
class Replacements {
  readonly #nodes = new WeakMap<Node, readonly Node[]>()
  readonly #observer = new MutationObserver((changes) => this.#remember(changes))

  constructor() {
    this.#observer.observe(document, { childList: true, subtree: true })
  }

  of(text: Node): readonly Node[] {
    this.#remember(this.#observer.takeRecords())
    return this.#nodes.get(text) ?? []
  }

  take(text: Node): readonly Node[] {
    const nodes = this.of(text)
    this.#nodes.delete(text)
    return nodes
  }

  stop(): void {
    this.#observer.disconnect()
  }

  /** A program either replaces a text in one change, or first inserts nodes beside the text and then removes it. */
  #remember(changes: readonly MutationRecord[]): void {
    const inserted = new Set<Node>()
    for (const { addedNodes, removedNodes, previousSibling, nextSibling } of changes) {
      for (const removed of removedNodes) {
        const beside = [previousSibling, nextSibling].find((each) => each && inserted.delete(each))
        const nodes = addedNodes.length > 0 ? [...addedNodes] : beside ? [beside] : []
        if (removed instanceof Text && nodes.length > 0) this.#nodes.set(removed, nodes)
      }
      for (const added of addedNodes) inserted.add(added)
    }
  }
}
