import { lazyDialog } from '#web/platform/lazy-dialog.tsx'

export const CourseDialog = lazyDialog(async () => (await import('./course-dialog.tsx')).CourseDialog)
export const ModuleDialog = lazyDialog(async () => (await import('./module-dialog.tsx')).ModuleDialog)
