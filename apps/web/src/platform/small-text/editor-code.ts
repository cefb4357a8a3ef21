/** What a field loads to have its editor. */
export { canEdit } from './editor-schema.ts'
export { SmallTextEditor } from './small-text-editor.tsx'
