/** Contains the words that every mail uses: its greeting, and the button of an address without a label. */
export const mails = {
  hello: 'Hello',
  open: 'Open in Apogee',
}
