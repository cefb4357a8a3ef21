/** Parses pasted content as the elements of an editor. */
import { DOMParser, type ParseOptions, type Schema, type Slice } from 'prosemirror-model'
import { makeListsOfWord } from './word-lists.ts'

class PasteParser extends DOMParser {
  override parseSlice(dom: HTMLElement, options?: ParseOptions): Slice {
    makeListsOfWord(dom)
    return super.parseSlice(dom, options)
  }
}

export const pasteParserOf = (schema: Schema): DOMParser =>
  new PasteParser(schema, DOMParser.fromSchema(schema).rules)
