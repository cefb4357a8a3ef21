import { defineMessages } from '../language/messages.ts'

export const fileTextMessages = defineMessages('fileText', {
  encoding: 'Encoding of the file',
  sample: (line: string) => `The file does not name its encoding. This is how it reads: ${line}`,
  choose: 'The file does not name its encoding. Choose another.',
  refused: (encoding: string) => `This file cannot be read as ${encoding} text. Save it again as UTF-8.`,
  unreadable: 'The file could not be read',
})
