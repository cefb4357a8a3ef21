import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'

export const CourseDialog = lazyOnPress(async () => (await import('./course-dialog.tsx')).CourseDialog)
export const ModuleDialog = lazyOnPress(
  async () => (await import('./outline/module-dialog.tsx')).ModuleDialog,
)
