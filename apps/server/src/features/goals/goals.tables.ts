import { secret, type FeatureTables } from '#server/policy/personal-data/table-entry.ts'

export const tables: FeatureTables = {
  learning_goals: {
    topics: ['activity'],
    people: { user_id: 'deleted' },
    kept: ['owner', 'account'],
    export: {
      section: 'learning',
      columns: ['days_per_week', 'weekdays', 'hour', 'time_zone', 'planned_at', 'reminds', 'reminded_at'],
    },
    withheld: { [secret]: ['calendar_id'] },
  },
}
