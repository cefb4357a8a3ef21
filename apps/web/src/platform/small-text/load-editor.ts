import type { SmallTextEditor } from './small-text-editor.tsx'

/** Loads the editor, which is larger than a page. An object, so that tests of forms keep the plain field. */
export const editorCode = {
  load: async (): Promise<typeof SmallTextEditor> =>
    (await import('./small-text-editor.tsx')).SmallTextEditor,
}
