import { noName, secret, type FeatureTables } from '#server/policy/personal-data/table-entry.ts'

export const tables: FeatureTables = {
  gifts: {
    topics: ['orders'],
    people: { giver_id: 'stays' },
    addresses: { recipient_email: 'stays' },
    because: `${noName} The giver typed the address; it goes when the gift is taken, or mailed for an erased giver.`,
    staying: ['recipient_email', 'recipient_name', 'message'],
    kept: ['account'],
    export: {
      section: 'orders',
      by: ['giver_id'],
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
    withheld: { [secret]: ['code_digest', 'code_sealed', 'former_digest'] },
  },
}
