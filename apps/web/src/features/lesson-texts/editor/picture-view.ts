/** Pictures in the editor. A document names their uploads; what shows them is an address that lasts some hours. */
import type { ShownPicture } from '@apogee/contracts/courses/lesson-texts.ts'
import type { Node } from 'prosemirror-model'
import type { NodeViewConstructor } from 'prosemirror-view'

export class EditorPictures {
  readonly #known = new Map<string, ShownPicture>()
  readonly #drawn = new Set<() => void>()

  /** Draws those that were not known, too. */
  add(pictures: readonly ShownPicture[]): void {
    for (const picture of pictures) this.#known.set(picture.file, picture)
    for (const draw of this.#drawn) draw()
  }

  addressOf(file: string): string | undefined {
    return this.#known.get(file)?.url
  }

  readonly nodeView: NodeViewConstructor = (first) => {
    let node = first
    const dom = document.createElement('div')
    dom.className = 'lesson-picture'
    const draw = () => dom.replaceChildren(this.#elementFor(node))
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

  /** A picture whose address is not known yet is shown by its words. */
  #elementFor({ attrs }: Node): HTMLElement {
    const alt = String(attrs['alt'])
    const known = this.#known.get(String(attrs['file']))
    if (!known) {
      const words = document.createElement('p')
      words.className = 'lesson-picture-words'
      words.textContent = alt || '…'
      return words
    }
    const image = document.createElement('img')
    image.src = known.url
    image.alt = alt
    image.width = known.width
    image.height = known.height
    return image
  }
}
