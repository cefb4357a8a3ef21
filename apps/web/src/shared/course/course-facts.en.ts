import { defineMessages } from '../../platform/language/messages.ts'

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
