import type { ExportLeftOutReason } from '@apogee/contracts/archives/archives.ts'
import type { CalloutKind } from '@apogee/contracts/courses/lesson-document.ts'

const reasons: Record<ExportLeftOutReason, string> = {
  'course-settings':
    'Cover, price, category, level, length of access, sales page and rule for certificates are left out',
  'not-published': 'This is not published, and is left out',
  'unpublished-changes': 'Changes that are not published are left out',
  'empty-module': 'This module has nothing that a Common Cartridge can hold, and is left out',
  'module-description': 'The description of the module is left out',
  'module-opening': 'The time when the module opens is left out',
  'free-preview': 'The mark as a free preview is left out',
  exercise: 'The exercise of the lesson is left out',
  recall: 'The question after the video is left out',
  chapters: 'The chapters of the video are left out',
  package: 'The SCORM package is left out',
  'own-link': 'A link to a page of this site is left out; its words stay',
  'missing-file': 'A file that the text names is missing',
  'question-kind': 'A question of this kind is left out',
  'no-question': 'The quiz has no question that a Common Cartridge can hold, and is left out',
  points: 'The question has 99 points, the most of a Common Cartridge',
  'partial-points': 'The question gives points for all right options together, and none for a part of them',
  'exact-spelling': 'The question asks for the exact accents and spaces of an answer',
  'grading-guide': 'The guide for grading is left out, because other programs may show it to learners',
  'answer-files': 'Answers have no files',
  'picture-options': 'The words of picture options are shown',
  'quiz-review': 'What learners see after the quiz may differ',
  'quiz-pass-mark': 'The pass mark of the quiz is left out',
  'quiz-attempts': 'The quiz allows 5 attempts, the most of a Common Cartridge',
  'quiz-order': 'The questions of the quiz keep their order',
  'quiz-draw': 'The quiz asks all questions, and draws none from its groups',
}

const calloutWords: Record<CalloutKind, string> = { note: 'Note', tip: 'Tip', warning: 'Warning' }

export const courseExports = {
  reasons,
  calloutWords,
  listTitle: (course: string) => `What the Common Cartridge of “${course}” leaves out or changes`,
}
