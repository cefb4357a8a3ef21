/** Files in the editor: cards that open nothing, with the name, kind and size where they are known. */
import type { ShownFile } from '@apogee/contracts/courses/lesson-texts.ts'
import type { NodeViewConstructor } from 'prosemirror-view'
import { kindAndSize } from '#web/platform/lesson-text/file-kind.ts'

export class EditorFiles {
  readonly #known = new Map<string, ShownFile>()
  readonly #drawn = new Set<() => void>()

  /** Draws those that were not known, too. */
  add(files: readonly ShownFile[]): void {
    for (const file of files) this.#known.set(file.file, file)
    for (const draw of this.#drawn) draw()
  }

  nameOf(file: string): string | undefined {
    return this.#known.get(file)?.name
  }

  readonly nodeView: NodeViewConstructor = (first) => {
    let node = first
    const dom = document.createElement('div')
    dom.className = 'lesson-file'
    const draw = () => {
      const known = this.#known.get(String(node.attrs['file']))
      const title = document.createElement('span')
      title.className = 'lesson-file-title'
      title.textContent = String(node.attrs['title']) || known?.name || '…'
      const details = document.createElement('small')
      details.textContent = known ? kindAndSize(known) : ''
      title.append(details)
      dom.replaceChildren(title)
    }
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
