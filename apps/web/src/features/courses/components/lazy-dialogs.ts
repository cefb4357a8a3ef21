import { lazyDialog } from '#web/platform/forms/lazy-dialog.tsx'

export const CourseDialog = lazyDialog(async () => (await import('./course-dialog.tsx')).CourseDialog)
export const ModuleDialog = lazyDialog(async () => (await import('./outline/module-dialog.tsx')).ModuleDialog)
