import type * as EditorCode from './editor-code.ts'

/** Loads the editor, which is larger than a page. The object lets tests of forms keep the plain field. */
export const editorCode = {
  load: (): Promise<typeof EditorCode> => import('./editor-code.ts'),
}
