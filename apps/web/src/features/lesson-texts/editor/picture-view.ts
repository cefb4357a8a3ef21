/** Draws pictures in the editor. The URL of a picture expires after some hours. */
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

  /** A picture whose URL is not known yet is shown by its alternative text. */
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
