/** Pictures in the editor: what shows them is an address that lasts some hours. */
import type { ShownPicture } from '@apogee/contracts/courses/lesson-texts.ts'
import type { Node } from 'prosemirror-model'
import { UploadViews } from './upload-views.ts'

export class EditorPictures extends UploadViews<ShownPicture> {
  constructor() {
    super('lesson-picture')
  }

  addressOf(file: string): string | undefined {
    return this.known(file)?.url
  }

  /** A picture whose address is not known yet is shown by its words. */
  protected elementFor({ attrs }: Node, known: ShownPicture | undefined): HTMLElement {
    const alt = String(attrs['alt'])
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
