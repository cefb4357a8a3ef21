import { internal, type FeatureTables } from '#server/policy/personal-data/table-entry.ts'

export const tables: FeatureTables = {
  person_notes: {
    topics: ['teamNotes'],
    people: { person_id: 'deleted', author_id: 'stays' },
    wrote: { author_id: ['body'] },
    staying: ['body'],
    because:
      'It belongs to the seller for whom it was written; the number of the author leads to an account without a name.',
    kept: ['owner', 'account'],
    export: {
      section: 'messages',
      columns: ['person_id', 'body', 'created_at'],
      inTeam: { by: 'author_id', seller: 'seller_id' },
    },
    withheld: { [internal]: ['client_key'] },
  },
}
