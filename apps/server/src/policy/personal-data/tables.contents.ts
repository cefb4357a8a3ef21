/** Lists the tables of teaching content: courses, lessons, quizzes, files. */
import { internal, noName, ofOthers, type PersonalTables } from './table-entry.ts'

export const contentTables: PersonalTables = {
  courses: {
    topics: ['teaching'],
    people: { created_by: 'stays', instructor_id: 'stays' },
    staying: [
      'title',
      'subtitle',
      'description',
      'outcomes',
      'requirements',
      'audience',
      'faq',
      'plan_lines',
    ],
    because:
      'Learners hold it: a course of somebody who sold alone is archived, one made for a business stays with it.',
    kept: ['course'],
    export: {
      section: 'teaching',
      columns: [
        'id',
        'title',
        'subtitle',
        'description',
        'category',
        'language',
        'level',
        'price_cents',
        'is_private',
        'is_draft',
        'outcomes',
        'requirements',
        'audience',
        'faq',
        'plan_lines',
        'created_at',
        'updated_at',
        'archived_at',
      ],
      afterCourse: { course: 'id', columns: ['id', 'title', 'created_at', 'archived_at'] },
    },
  },
  certificate_rules: {
    topics: ['teaching'],
    people: { changed_by: 'stays' },
    staying: ['signer_name', 'signer_role'],
    because: 'The name and role of the signer are part of the course’s certificates.',
    kept: ['course'],
    export: {
      section: 'teaching',
      columns: ['course_id', 'is_on', 'changed_at'],
    },
    withheld: { [ofOthers]: ['signer_name', 'signer_role'] },
  },
  course_invites: {
    topics: ['teaching'],
    people: { created_by: 'stays' },
    because: noName,
    kept: ['course'],
    export: { section: 'teaching', columns: ['course_id', 'expires_at', 'max_uses', 'uses', 'created_at'] },
  },
  course_imports: {
    topics: ['files'],
    people: { user_id: 'deleted' },
    kept: ['imports.unused', 'account'],
    export: { section: 'files', columns: ['name', 'state', 'created_at'] },
    withheld: { [internal]: ['problems', 'plan', 'stored'] },
  },
  media: {
    topics: ['files'],
    people: { owner_id: 'stays' },
    staying: ['original_name'],
    because:
      'A file of a course stays as long as the course uses it. Others go with the next sweep of unused files.',
    kept: ['owner', 'course', 'account'],
    export: {
      section: 'files',
      columns: ['id', 'purpose', 'content_type', 'size_bytes', 'original_name', 'created_at'],
    },
    withheld: { [internal]: ['public_id', 'sha256', 'storage_key'] },
  },
}

/**
 * Lists the tables without personal data by reason. `impersonalColumns` explains their columns that are named like personal data.
 */
export const impersonalTables: Readonly<Record<string, readonly string[]>> = {
  'Contents of a course, which name nobody.': [
    'answer_keys',
    'assessment_questions',
    'assessments',
    'bank_questions',
    'cohort_options',
    'cohorts',
    'course_contents',
    'course_prerequisites',
    'course_resources',
    'course_search',
    'course_words',
    'lesson_text_pictures',
    'lesson_texts',
    'media_captions',
    'media_copies',
    'media_stream_files',
    'media_streams',
    'module_opening_rules',
    'package_files',
    'packages',
    'question_pictures',
  ],
  'Sums in which nobody is named.': [
    'course_figures',
    'course_invitation_days',
    'course_months',
    'course_ratings',
    'day_changes',
    'day_figures',
    'ledger_months',
    'platform_figures',
    'public_course_counts',
    'source_changes',
    'source_figures',
    'source_months',
    'unsummed_postings',
  ],
  'Books and numbers of a seller; its rows name no buyer.': [
    'invoice_lines',
    'invoice_mails',
    'invoice_series',
    'ledger_entries',
    'payment_accounts',
    'posting_lines',
    'receipt_series',
    'reconciliation_differences',
  ],
  'Work and proofs of the platform itself.': [
    'blocked_contents',
    'event_deliveries',
    'schema_migrations',
    'second_factor_requirement',
    'security_log_blocks',
    'security_log_checks',
    'security_log_keys',
    'security_log_sweeps',
    'server_facts',
    'spent_sign_in_states',
    'waiting_question_mails',
  ],
  'The simulator of the payment provider, which stands in for another company and holds test data.': [
    'simulator_deliveries',
    'simulator_keys',
    'simulator_purchases',
    'simulator_webhooks',
  ],
}

/** These columns of `impersonalTables` are named like personal data but hold none. The text says what they hold. */
export const impersonalColumns: Readonly<Record<string, string>> = {
  'cohorts.name': 'the name of a group of learners, as the teacher calls it',
  'assessment_questions.function_name': 'of a function in code',
  'media_stream_files.name': 'of a file',
  'schema_migrations.name': 'of a migration',
  'security_log_blocks.address_hash':
    'a digest that proves addresses unchanged, and needs the salt to be of use',
  'security_log_blocks.address_salt': 'deleted with the addresses',
}
