import { defineMessages } from '#web/platform/language/messages.ts'
import { counted } from '#web/platform/language/numbers.ts'

export const peopleColumnsMessages = defineMessages('peopleColumns', {
  address: 'Column with the email address',
  name: 'Column with the name',
  column: (number: number) => `Column ${number}`,
  anyColumn: 'Whichever has an address',
  noName: 'None',
  cellBeside: 'The one cell beside the address',
  first: 'First people of the file',
  empty: 'No address',
  more: (count: number) => `and ${counted(count, 'more line', 'more lines')}`,
})
