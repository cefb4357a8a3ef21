export { CourseImportPage as Component } from '#web/features/courses/components/course-import.tsx'
