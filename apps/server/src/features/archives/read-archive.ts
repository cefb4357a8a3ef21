/** Reads an uploaded archive in a separate process, because its content is untrusted. */
import type { ImportProblem } from '@apogee/contracts/archives/archives.ts'
import type { LessonDocument } from '@apogee/contracts/courses/lesson-document.ts'
import { stat } from 'node:fs/promises'
import { readApart, type ApartLimits } from '#server/platform/apart/read-apart.ts'
import type { ArchivedQuiz } from '#server/features/assessments/quizzes/quiz-archives.ts'
import type { CoursePlan } from './archives.store.ts'

/** `path` is a local file. */
export type ArchiveRequest =
  | { kind: 'examine'; path: string; name: string }
  | { kind: 'items'; path: string; plan: CoursePlan }

export type Examined = { plan: CoursePlan } | { problems: ImportProblem[] }

/** The text or quiz of an item, or the question after a video, addressed by module and index within the module. */
export interface ReadItem {
  at: number
  place: number
  text?: { document: LessonDocument; draft: LessonDocument | null }
  quiz?: ArchivedQuiz
}

const reader = new URL('./archive-child.ts', import.meta.url)
/** Examining a course of 2,000 long texts takes some 20 CPU seconds. Each gigabyte is unpacked and hashed once. */
const basicCpuSeconds = 90
const cpuSecondsPerGigabyte = 60

async function limitsOf(path: string): Promise<ApartLimits> {
  const { size } = await stat(path)
  const cpuSeconds = Math.ceil(basicCpuSeconds + (size / 1024 ** 3) * cpuSecondsPerGigabyte)
  return { cpuSeconds, heapMegabytes: 768, memoryMegabytes: 1536 }
}

/** `name` is the file name of the archive without its extension. @throws TooComplex */
export async function examineApart(path: string, name: string, signal: AbortSignal): Promise<Examined> {
  const request: ArchiveRequest = { kind: 'examine', path, name }
  return readApart<Examined>({ reader, request, limits: await limitsOf(path), signal })
}

/** Returns the texts and quizzes of an examined archive, by module and index. @throws TooComplex */
export async function itemsApart(
  path: string,
  plan: CoursePlan,
  signal: AbortSignal,
): Promise<{ items: ReadonlyMap<string, ReadItem>; problems: ImportProblem[] }> {
  const items = new Map<string, ReadItem>()
  const request: ArchiveRequest = { kind: 'items', path, plan }
  const { problems } = await readApart<{ problems: ImportProblem[] }, ReadItem>({
    reader,
    request,
    limits: await limitsOf(path),
    signal,
    onPart: (part) => items.set(keyOf(part.at, part.place), part),
  })
  return { items, problems }
}

export const keyOf = (at: number, place: number): string => `${at}/${place}`
