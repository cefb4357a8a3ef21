/** Contains the texts of the exported file of a learner's private notes. */
export const notes = {
  heading: (courseTitle: string) => `Notes on ${courseTitle}`,
  /** The name has no extension. */
  fileName: (courseTitle: string) => `Notes ${courseTitle}`,
  page: (page: number) => `Page ${page}`,
  bookmark: 'Bookmark',
  removedLesson: (title: string) => `${title} (removed lesson)`,
  none: 'No notes yet.',
}
