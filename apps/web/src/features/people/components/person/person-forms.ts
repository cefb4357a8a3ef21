/** Loads the parts with forms in one request, because the page shows its facts without the code of forms. */
export { AddToCourseDialog } from './add-to-course-dialog.tsx'
export { EndAccessDialog } from './end-access-dialog.tsx'
export { PersonNotes } from './person-notes.tsx'
