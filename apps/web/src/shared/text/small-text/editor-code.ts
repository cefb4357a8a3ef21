/** A field loads this module to get its editor. */
export { canEdit } from './editor-schema.ts'
export { SmallTextEditor } from './small-text-editor.tsx'
