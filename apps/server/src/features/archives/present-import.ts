import type { CourseImport, ImportedItemKind, ImportPreview } from '@apogee/contracts/archives/archives.ts'
import type { CoursePlan, ImportRow } from './archives.store.ts'
import type { CourseItem, CourseManifest } from './course-format.ts'

export function presentImport(row: ImportRow): CourseImport {
  const { id, name, state, problems, plan, courseId } = row
  const total = plan?.manifest.files.length ?? 0
  return {
    id,
    name,
    state,
    problems,
    courseId,
    createdAt: row.createdAt.toISOString(),
    preview: plan && previewOf(plan),
    progress: { done: Object.keys(row.stored).length, total },
  }
}

function previewOf({ form, manifest, leftOut, leftOutCount, samples = {} }: CoursePlan): ImportPreview {
  const types = new Map(manifest.files.map(({ path, type }) => [path, type]))
  const modules = manifest.modules.map(({ title, items }) => ({
    title,
    items: items.map((item) => {
      const path = pathOf(item)
      return { title: item.title, kind: kindOf(item, types), path, sample: samples[path] ?? null }
    }),
  }))
  const kinds = modules.flatMap(({ items }) => items).map(({ kind }) => kind)
  const count = (wanted: ImportedItemKind) => kinds.filter((kind) => kind === wanted).length
  return {
    form,
    modules,
    leftOut,
    leftOutCount: leftOutCount ?? leftOut.length,
    title: manifest.course.title,
    counts: {
      modules: modules.length,
      texts: count('text'),
      videos: count('video'),
      documents: count('document'),
      quizzes: count('quiz'),
      captions: sum(manifest.files, ({ captions }) => captions.length),
    },
    bytes: sum(manifest.files, ({ bytes }) => bytes),
  }
}

const sum = (files: CourseManifest['files'], of: (file: CourseManifest['files'][number]) => number): number =>
  files.reduce((total, file) => total + of(file), 0)

function kindOf(item: CourseItem, types: ReadonlyMap<string, string>): ImportedItemKind {
  if (item.kind !== 'file') return item.kind
  return types.get(item.file)?.startsWith('video/') ? 'video' : 'document'
}

/** Returns the path that names the item in the archive. */
export function pathOf(item: CourseItem): string {
  if (item.kind === 'text') return item.text
  return item.kind === 'file' ? item.file : (item.quiz ?? item.draft ?? '')
}
