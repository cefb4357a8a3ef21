import type { FeatureTables } from '#server/policy/personal-data/table-entry.ts'

export const tables: FeatureTables = {
  schools: {
    topics: ['teaching'],
    parent: { table: 'sellers', column: 'seller_id' },
    kept: ['owner', 'account'],
    export: { section: 'teaching', columns: ['intro', 'course_order'] },
  },
  school_names: {
    topics: ['teaching'],
    parent: { table: 'sellers', column: 'seller_id' },
    kept: ['owner', 'account'],
    export: { section: 'teaching', columns: ['name', 'is_current', 'created_at'] },
  },
}
