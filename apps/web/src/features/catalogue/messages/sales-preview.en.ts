import { defineMessages } from '#web/platform/language/messages.ts'

export const salesPreviewMessages = defineMessages('salesPreview', {
  title: (course: string) => `Preview of ${course}`,
  loading: 'Preview of the sales page',
  loadFailed: 'The preview could not be loaded',
  notFound: 'Course not found',
  notFoundHint: 'It may have been deleted, or you do not manage it.',
  backToCourses: 'Back to your courses',
  endPreview: 'Back to editing',
  preview: 'Preview: this is the sales page as visitors see it. Its buttons do not buy or enroll.',
  draft:
    'Only the people who manage the course see it until you publish it. Unpublished contents are shown, too.',
  archived: 'The course is archived: nobody else can open this page.',
  private: 'The course is private: only people with access or an invitation see it.',
})
