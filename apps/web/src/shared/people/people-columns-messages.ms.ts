import type { Translation } from '#web/platform/language/messages.ts'
import type { peopleColumnsMessages } from './people-columns-messages.en.ts'

export const peopleColumns = {
  address: 'Lajur alamat e-mel',
  name: 'Lajur nama',
  column: (number) => `Lajur ${number}`,
  anyColumn: 'Mana-mana yang ada alamat',
  noName: 'Tiada',
  cellBeside: 'Satu sel di sebelah alamat',
  first: 'Orang pertama dalam fail',
  empty: 'Tiada alamat',
  more: (count) => `dan ${count} baris lagi`,
} satisfies Translation<typeof peopleColumnsMessages>
