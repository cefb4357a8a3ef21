import type { CourseImport, ImportedItemKind, ImportPreview } from '@apogee/contracts/archives/archives.ts'
import type { CoursePlan, ImportRow } from './archives.store.ts'
import type { CourseItem, CourseManifest } from './course-format.ts'
import { pathOfItem } from './item-links.ts'

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
      const sample = samples[sampleKeyOf(item)] ?? null
      return { title: item.title, kind: kindOf(item, types), path: pathOfItem(item), sample }
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
      pictures: new Set(
        manifest.modules.flatMap(({ items }) =>
          items.flatMap((item) => picturesOfItem(item).map(({ path }) => path)),
        ),
      ).size,
    },
    bytes: sum(manifest.files, ({ bytes }) => bytes),
  }
}

const sum = (files: CourseManifest['files'], of: (file: CourseManifest['files'][number]) => number): number =>
  files.reduce((total, file) => total + of(file), 0)

const picturesOfItem = ({ pictures = [] }: CourseItem) => pictures

function kindOf(item: CourseItem, types: ReadonlyMap<string, string>): ImportedItemKind {
  if (item.kind !== 'file') return item.kind
  return types.get(item.file)?.startsWith('video/') ? 'video' : 'document'
}

/** All parts of a divided text have the path of the text, so the key also contains the index of the part. */
export const sampleKeyOf = (item: CourseItem): string =>
  item.kind === 'text' && item.part ? `${item.text}\n${item.part.at}` : pathOfItem(item)
