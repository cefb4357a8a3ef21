/** Bundles the editor, which a field loads as one module. */
export { canEdit } from './editor-schema.ts'
export { SmallTextEditor } from './small-text-editor.tsx'
