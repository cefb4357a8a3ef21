/** What people write for others: the community and reviews. */
import { noName, ofOthers, type PersonalTables } from './table-entry.ts'

export const communityTables: PersonalTables = {
  discussions: {
    topics: ['writing'],
    people: { author_id: 'stays', hidden_by: 'stays' },
    because: 'A discussion with answers of others goes on without its text; without answers it is deleted.',
    kept: ['owner', 'account'],
    export: {
      section: 'community',
      by: ['author_id'],
      columns: [
        'id',
        'course_id',
        'group_id',
        'resource_id',
        'title',
        'body',
        'created_at',
        'edited_at',
        'hidden_at',
        'removed_at',
      ],
    },
  },
  discussion_posts: {
    topics: ['writing'],
    people: { author_id: 'stays', hidden_by: 'stays' },
    because: noName,
    kept: ['owner', 'account'],
    export: {
      section: 'community',
      by: ['author_id'],
      columns: [
        'id',
        'discussion_id',
        'body',
        'created_at',
        'edited_at',
        'accepted_at',
        'hidden_at',
        'removed_at',
      ],
    },
  },
  post_mentions: {
    topics: ['writing'],
    people: { user_id: 'deleted' },
    kept: ['account'],
    export: { section: 'community', columns: ['post_id'] },
  },
  post_pictures: {
    topics: ['postPictures'],
    parent: { table: 'discussions', column: 'discussion_id' },
    kept: ['owner', 'account'],
    export: { not: 'The pictures are among the files of the export.' },
    withheld: { [ofOthers]: ['alt'] },
  },
  post_reports: {
    topics: ['reports'],
    people: { reporter_id: 'deleted', resolved_by: 'stays' },
    because: noName,
    kept: ['account'],
    export: {
      section: 'community',
      by: ['reporter_id'],
      columns: ['discussion_id', 'post_id', 'reason', 'created_at', 'resolved_at'],
    },
  },
  helpful_votes: {
    topics: ['writing'],
    people: { user_id: 'deleted' },
    kept: ['owner', 'account'],
    export: { section: 'community', columns: ['discussion_id', 'post_id', 'created_at'] },
  },
  study_groups: {
    topics: ['writing'],
    people: { created_by: 'stays' },
    staying: ['name', 'description'],
    because:
      'A group with other members goes on and keeps its name. Its description is emptied, unless its founder had left the group before.',
    kept: ['owner', 'account'],
    export: {
      section: 'community',
      columns: ['id', 'name', 'description', 'category', 'created_at'],
    },
  },
  group_members: {
    topics: ['writing'],
    people: { user_id: 'deleted' },
    kept: ['owner', 'account'],
    export: { section: 'community', columns: ['group_id', 'role', 'joined_at'] },
  },
  reviews: {
    topics: ['writing'],
    people: { user_id: 'deleted', hidden_by: 'stays', replied_by: 'cleared' },
    wrote: { replied_by: ['reply'] },
    because: noName,
    kept: ['owner', 'account'],
    export: {
      section: 'community',
      by: ['user_id'],
      columns: ['course_id', 'rating', 'body', 'created_at', 'edited_at', 'hidden_at', 'removed_at'],
    },
    withheld: { [ofOthers]: ['reply'] },
  },
  review_reports: {
    topics: ['reports'],
    people: { reporter_id: 'deleted', resolved_by: 'stays' },
    because: noName,
    kept: ['account'],
    export: {
      section: 'community',
      by: ['reporter_id'],
      columns: ['review_id', 'reason', 'created_at', 'resolved_at'],
    },
  },
  course_announcements: {
    topics: ['teaching'],
    people: { author_id: 'stays' },
    staying: ['title', 'body'],
    because: 'It is a message of the course to its learners.',
    kept: ['course', 'announcements.removed'],
    export: {
      section: 'teaching',
      columns: ['course_id', 'title', 'body', 'is_mailed', 'created_at', 'edited_at', 'removed_at'],
    },
  },
  planned_sessions: {
    topics: ['teaching', 'sessionsLive'],
    people: { created_by: 'stays' },
    staying: ['title', 'link', 'notes'],
    because: 'It is a date of the course for its learners.',
    kept: ['course', 'live-sessions.removed'],
    export: {
      section: 'teaching',
      columns: ['course_id', 'title', 'starts_at', 'minutes', 'link', 'notes'],
      afterCourse: { course: 'course_id', columns: ['course_id', 'title', 'starts_at', 'minutes'] },
    },
  },
}
