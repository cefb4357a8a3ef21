import { defineMessages } from './messages.ts'

/** The language and the level of a course: in its form, on its sales page and in filters. */
export const courseFactsMessages = defineMessages('courseFacts', {
  language: 'Language',
  level: 'Level',
  beginner: 'Beginner',
  intermediate: 'Intermediate',
  advanced: 'Advanced',
  all_levels: 'All levels',
  notStated: 'Not stated',
  languageHint: 'Optional. The language spoken in the lessons.',
  levelHint: 'Optional. Learners can filter the marketplace by it.',
})
