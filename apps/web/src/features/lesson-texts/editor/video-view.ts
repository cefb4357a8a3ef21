/** Draws a video in the editor as a still picture with the title. Videos play in the preview. */
import type { ShownVideo } from '@apogee/contracts/courses/lesson-texts.ts'
import type { Node } from 'prosemirror-model'
import { UploadViews } from './upload-views.ts'

export class EditorVideos extends UploadViews<ShownVideo> {
  constructor() {
    super('lesson-video')
  }

  addressOf(file: string): string | undefined {
    return this.known(file)?.url
  }

  /** Returns the length in seconds, or null while it is unknown. */
  lengthOf(file: string): number | null {
    return this.known(file)?.seconds ?? null
  }

  protected elementFor({ attrs }: Node, known: ShownVideo | undefined): HTMLElement {
    const figure = document.createElement('figure')
    figure.append(known ? stillOf(known) : document.createElement('div'))
    figure.firstElementChild?.classList.add('lesson-video-room')
    const title = document.createElement('figcaption')
    title.textContent = String(attrs['title'])
    figure.append(title)
    return figure
  }
}

function stillOf({ url, stream }: ShownVideo): HTMLVideoElement {
  const still = document.createElement('video')
  still.preload = stream ? 'none' : 'metadata'
  still.muted = true
  still.playsInline = true
  // The video does not play in the editor, so it takes no focus.
  still.tabIndex = -1
  if (stream) still.poster = stream.poster
  else still.src = url
  return still
}
