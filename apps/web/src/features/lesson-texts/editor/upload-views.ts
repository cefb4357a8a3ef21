/** Draws uploads in the editor. A document holds their names; their details arrive with the text or after the upload. */
import type { Node } from 'prosemirror-model'
import type { NodeViewConstructor } from 'prosemirror-view'

export abstract class UploadViews<Known extends { file: string }> {
  readonly #known = new Map<string, Known>()
  readonly #drawn = new Set<() => void>()
  readonly #className: string

  constructor(className: string) {
    this.#className = className
  }

  /** Adds known uploads, and draws those again that were unknown before. */
  add(uploads: readonly Known[]): void {
    for (const upload of uploads) this.#known.set(upload.file, upload)
    for (const draw of this.#drawn) draw()
  }

  protected known(file: string): Known | undefined {
    return this.#known.get(file)
  }

  protected abstract elementFor(node: Node, known: Known | undefined): HTMLElement

  readonly nodeView: NodeViewConstructor = (first) => {
    let node = first
    const dom = document.createElement('div')
    dom.className = this.#className
    const draw = () => dom.replaceChildren(this.elementFor(node, this.known(String(node.attrs['file']))))
    draw()
    this.#drawn.add(draw)
    return {
      dom,
      update: (next) => {
        if (next.type !== node.type) return false
        node = next
        draw()
        return true
      },
      destroy: () => this.#drawn.delete(draw),
    }
  }
}
