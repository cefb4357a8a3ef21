import { defineMessages } from '#web/platform/language/messages.ts'

export const smallTextMessages = defineMessages('smallText', {
  toolbar: 'Format',
  bold: 'Bold',
  italic: 'Italic',
  code: 'Code in the line',
  link: 'Link',
  bulletList: 'Bulleted list',
  orderedList: 'Numbered list',
  heading: 'Heading',
  subheading: 'Subheading',
  codeBlock: 'Code block',
  undo: 'Undo',
  redo: 'Redo',
  linkAddress: 'Address of the link',
  linkHint: 'https://example.com, a mail address, or a page of this site such as /courses',
  linkWrong: 'Enter a web address, a mail address, or a page of this site',
  saveLink: 'Save link',
  removeLink: 'Remove link',
  closeLink: 'Close',
  keptPlain: 'This text is edited as it was typed: formatting would change other parts of it.',
  unavailable: 'Formatting is not available now. Your text is kept: write on, or press a tool to try again.',
})
