/** Saves a text while it is written. */
import type { LessonDocument } from '@apogee/contracts/courses/lesson-document.ts'
import type { LessonTextEdit } from '@apogee/contracts/courses/lesson-texts.ts'
import { DraftSaver } from '#web/platform/draft-saver.ts'

export { pauses, type SaveState } from '#web/platform/draft-saver.ts'

export class TextSaver extends DraftSaver<LessonDocument, LessonTextEdit> {}
