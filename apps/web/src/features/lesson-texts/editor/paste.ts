/** Converts content pasted from word processors to the editor's own elements. */
import type { DOMParser } from 'prosemirror-model'
import { pasteParserOf } from '#web/shared/text/text-editor/paste-parser.ts'
import { schema } from './schema.ts'

export const pasteParser: DOMParser = pasteParserOf(schema)
