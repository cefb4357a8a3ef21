/** Contains the words that every mail uses: its greeting, and the label of a button whose address has no label of its own. */
export const mails = {
  hello: 'Hello',
  open: 'Open in Apogee',
}
