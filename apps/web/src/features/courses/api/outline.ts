import type { CourseContent } from '@apogee/contracts/courses/courses.ts'
import { call } from '#web/platform/transfer/client.ts'
import { useText } from '#web/platform/language/messages.ts'
import { outlineMessages } from '../messages/outline.en.ts'
import { useContentWrite } from './authoring.ts'

export interface MoveForm {
  items: { id: number; version?: number }[]
  /** Resources move into the module with this id. It is absent when modules are moved. */
  moduleId?: number
  /** Null means the end of the list. */
  beforeId: number | null
}

export interface NamedItems {
  modules: number[]
  resources: number[]
}

export function useMove(courseId: number, failed?: string) {
  return useContentWrite(
    courseId,
    ({ items, moduleId, beforeId }: MoveForm) =>
      moduleId === undefined
        ? call('moveModules', { params: { id: courseId }, body: { items, beforeId } })
        : call('moveResources', { params: { id: courseId }, body: { items, moduleId, beforeId } }),
    failed,
  )
}

export function usePublishItems(courseId: number) {
  return useContentWrite(
    courseId,
    (body: NamedItems & { isPublished: boolean }) => call('publishItems', { params: { id: courseId }, body }),
    useText(outlineMessages).saveFailed,
  )
}

export function useRemoveItems(courseId: number) {
  return useContentWrite(
    courseId,
    (body: NamedItems) => call('removeItems', { params: { id: courseId }, body }),
    useText(outlineMessages).removeFailed,
  )
}

export function useRestoreItems(courseId: number) {
  return useContentWrite(
    courseId,
    (body: NamedItems) => call('restoreItems', { params: { id: courseId }, body }),
    useText(outlineMessages).restoreFailed,
  )
}

export function useCopyItem(courseId: number) {
  return useContentWrite(
    courseId,
    async ({ kind, id }: { kind: 'module' | 'resource'; id: number }) =>
      (kind === 'module'
        ? await call('copyContent', { params: { id }, body: {} })
        : await call('copyResource', { params: { id }, body: {} })
      ).data,
    useText(outlineMessages).duplicateFailed,
  )
}

/** Returns the moved item with its version, if the server's answer contains one. */
export const movedItem = ({
  id,
  version,
}: Pick<CourseContent, 'id' | 'version'>): MoveForm['items'][number] =>
  version === undefined ? { id } : { id, version }
