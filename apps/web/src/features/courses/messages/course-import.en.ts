import type {
  ImportProblemKind,
  ImportedItemKind,
  LeftOutReason,
} from '@apogee/contracts/archives/archives.ts'
import { defineMessages } from '#web/platform/language/messages.ts'
import { counted } from '#web/platform/language/numbers.ts'

const problems: Record<ImportProblemKind, string> = {
  'not-a-zip': 'This file is not a zip archive.',
  damaged: 'The archive is damaged here. Please make it again.',
  'too-many-entries': 'The archive has more than 10,000 files.',
  'entry-too-large': 'This file is larger than it may be.',
  'archive-too-large': 'The archive unpacks to more than 16 GB.',
  'ratio-too-high': 'This file unpacks to far more than it should.',
  'unsafe-name': 'This name leaves its folder or cannot be shown.',
  'duplicate-name': 'This name is in the archive twice.',
  encrypted: 'This is encrypted. Please make the archive without a password.',
  'not-a-file': 'This is a link or a device, not a file.',
  'unknown-compression': 'This is compressed in a way that is not supported.',
  'overlapping-entries': 'Files of the archive overlap. Please make it again.',
  'nothing-found':
    'There is nothing here that a course can hold: lessons (.md), videos, PDF documents or quizzes.',
  'not-json': 'This is not valid JSON.',
  'other-format': 'This is not the course.json of a course.',
  'newer-version': 'This was exported by a newer version.',
  'missing-file': 'This file is named, but missing.',
  'wrong-hash': 'This file is not the one that was exported.',
  'wrong-type': 'This file is of another kind than it says.',
  invalid: 'Something here is not as it should be.',
  'too-many-items': 'A course holds at most 500 modules and 2,000 items.',
  unreadable: 'This file cannot be read.',
  'too-complex':
    'This archive is too complex to read. Please divide the course, or export it again with fewer parts.',
  'no-room': 'You have no room left for these files.',
  'not-allowed': 'You may no longer create courses.',
  failed: 'The import failed. Please try again later.',
}

const reasons: Record<LeftOutReason, string> = {
  'unknown-field': 'This setting is not known here',
  'unused-file': 'Nothing in the course uses this file',
  'hidden-file': 'A file of the system',
  'unknown-kind': 'A course cannot hold this kind of file',
  pictures: 'Pictures in the text are left out',
  'captions-alone': 'There is no video with this name',
  'caption-language': 'Captions in this language, or a second file in the same one',
  'missing-file': 'The archive names this file, but does not have it',
  'external-tool': 'A tool on another site',
  'discussion-topic': 'A discussion: begin it in the course',
  assignment: 'An assignment',
  'question-kind': 'A question that quizzes here cannot ask',
  'question-changed': 'A question that differs from the file',
  embedded: 'Embedded content in the text is left out',
  'too-long': 'This text is too long for one lesson: divide it',
  'unreadable-text': 'This file cannot be read as text',
}

const kinds: Record<ImportedItemKind, string> = {
  text: 'Text',
  video: 'Video',
  document: 'Document',
  quiz: 'Quiz',
}

export const courseImportMessages = defineMessages('courseImport', {
  import: 'Import a course',
  importLead:
    'From a course that was exported here, or from folders with lessons, videos and documents as a zip.',
  courses: 'Courses',
  file: 'Zip archive',
  prompt: 'Drop a .zip here or',
  browse: 'choose one',
  hint: 'At most 8 GB. You see what it creates before anything is created.',
  uploading: (name: string) => `Uploading ${name}`,
  waiting: 'Waiting for the connection. The upload continues by itself.',
  uploadFailed: 'The archive could not be uploaded. Please try again.',
  rulesTitle: 'How folders are read',
  ruleFolders: 'Each folder becomes a module, in the order of the names: 01 Introduction, 02 Orbits.',
  ruleKinds: 'Lessons are Markdown (.md), videos are MP4 or WebM, documents are PDF.',
  ruleCaptions: 'Captions (.vtt, .srt) have the name of their video.',
  ruleCartridge:
    'A Common Cartridge (.imscc) becomes modules, texts, quizzes and files; what is left out is named.',
  ruleCover: 'A picture called cover.png or cover.jpg becomes the course image.',
  loadFailed: 'Your import could not be loaded',

  examining: (name: string) => `Checking ${name}`,
  examiningHint: 'Every file is read once. You can leave this page and come back.',
  refused: 'This archive cannot be imported',
  refusedHint: 'Nothing has been created. Correct this, then upload it again:',
  whole: 'The archive',
  another: 'Choose another file',
  problem: (kind: ImportProblemKind) => problems[kind],

  ready: (title: string) => `Ready to import: ${title}`,
  creates: 'This creates a draft that only you and your team see:',
  modules: (n: number) => counted(n, 'module', 'modules'),
  texts: (n: number) => counted(n, 'text', 'texts'),
  videos: (n: number) => counted(n, 'video', 'videos'),
  documents: (n: number) => counted(n, 'document', 'documents'),
  quizzes: (n: number) => counted(n, 'quiz', 'quizzes'),
  captions: (n: number) => counted(n, 'caption file', 'caption files'),
  size: (megabytes: string) => `${megabytes} MB of files`,
  kind: (kind: ImportedItemKind) => kinds[kind],
  leftOut: (n: number) => `Left out (${n})`,
  reason: (reason: LeftOutReason) => reasons[reason],
  create: 'Create course',
  creating: 'Starting…',
  discard: 'Discard',
  changeFailed: 'That did not work. Please try again.',

  importing: (title: string) => `Creating ${title}`,
  importingHint: 'You can leave this page: the import continues.',
  filesStored: (done: number, total: number) => `${done} of ${total} files stored`,
  done: (title: string) => `${title} is here as a draft`,
  doneHint: 'Check it, then publish it. Videos are prepared in the background.',
  open: 'Open course',
  importAnother: 'Import another',
})
