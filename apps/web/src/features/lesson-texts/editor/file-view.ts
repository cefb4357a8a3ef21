/** Draws files in the editor as inert cards with the name, kind and size where they are known. */
import type { ShownFile } from '@apogee/contracts/courses/lesson-texts.ts'
import type { Node } from 'prosemirror-model'
import { kindAndSize } from '#web/shared/lesson-text/file-kind.ts'
import { UploadViews } from './upload-views.ts'

export class EditorFiles extends UploadViews<ShownFile> {
  constructor() {
    super('lesson-file')
  }

  nameOf(file: string): string | undefined {
    return this.known(file)?.name
  }

  protected elementFor({ attrs }: Node, known: ShownFile | undefined): HTMLElement {
    const title = document.createElement('span')
    title.className = 'lesson-file-title'
    title.textContent = String(attrs['title']) || known?.name || '…'
    const details = document.createElement('small')
    details.textContent = known ? kindAndSize(known) : ''
    title.append(details)
    return title
  }
}
