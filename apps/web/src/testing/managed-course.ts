/** Provides a course as its manager sees it, with its modules and their items. */
import type { CourseDetail } from '@apogee/contracts/catalogue/catalogue.ts'
import type { CourseContent, CourseResource } from '@apogee/contracts/courses/courses.ts'

import { answer } from './mock-api.ts'
import { aCourse } from './people.ts'

/** Answers with a course that the signed-in person manages: every page of its workspace asks for it. */
export const answerManagedCourse = (given: Partial<CourseDetail> = {}): void =>
  answer('readCourse', {
    success: true,
    data: { ...aCourse(), contents: [], permissions: { study: true, manage: true }, ...given },
  })

export const aResource = (given: Partial<CourseResource> = {}): CourseResource => ({
  id: 31,
  courseId: 5,
  courseContentId: 11,
  title: 'Welcome',
  filePath: '/media/welcome?u=8',
  fileType: 'video',
  seconds: 680,
  pages: null,
  order: 0,
  isPublished: true,
  isPreview: false,
  captions: [],
  ...given,
})

export const aModule = (given: Partial<CourseContent> = {}): CourseContent => ({
  id: 11,
  courseId: 5,
  title: 'First steps',
  description: '',
  order: 0,
  type: 'chapter',
  isPublished: true,
  resources: [],
  ...given,
})
