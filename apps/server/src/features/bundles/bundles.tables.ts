import type { FeatureTables } from '#server/policy/personal-data/table-entry.ts'

export const tables: FeatureTables = {
  bundles: {
    topics: ['teaching'],
    people: { created_by: 'stays' },
    staying: ['title', 'description'],
    because: 'Orders refer to it; it describes courses and names nobody.',
    kept: ['books'],
    export: {
      section: 'teaching',
      columns: ['id', 'title', 'description', 'price_cents', 'state', 'created_at'],
    },
  },
  bundle_courses: { impersonal: 'Says which courses a bundle holds.', kept: ['course'] },
}
