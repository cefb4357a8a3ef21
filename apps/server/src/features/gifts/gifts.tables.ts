import { noName, secret, type FeatureTables } from '#server/policy/personal-data/table-entry.ts'

export const tables: FeatureTables = {
  gifts: {
    topics: ['orders'],
    people: { passed_on_by: 'stays' },
    addresses: { recipient_email: 'stays' },
    parent: { table: 'orders', column: 'order_id' },
    because: `${noName} The buyer typed the address; it goes when the gift is taken or the buyer's account is erased.`,
    staying: ['recipient_email', 'recipient_name', 'message'],
    kept: ['account'],
    export: {
      section: 'orders',
      columns: [
        'order_id',
        'recipient_name',
        'recipient_email',
        'message',
        'language',
        'send_on',
        'mailed_at',
        'taken_at',
      ],
    },
    withheld: { [secret]: ['code_digest', 'code_sealed'] },
  },
}
