import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import type { courseDialogForm } from '@apogee/contracts/courses/courses.forms.ts'
import { courseLevels, type CourseLevel } from '@apogee/contracts/course-levels.ts'
import type { Course } from '@apogee/contracts/courses/courses.ts'
import { isLanguage, languageNames } from '@apogee/domain/languages.ts'
import { formatPlainRinggit } from '@apogee/domain/money.ts'
import { parseRinggit } from '@apogee/domain/typed-ringgit.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { output } from 'zod/mini'
import { call } from '#web/platform/client.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { courseFactsMessages } from '#web/platform/course-facts.en.ts'
import { useText } from '#web/platform/messages.ts'
import { saveChanges } from '#web/platform/save-edit.ts'
import { uploadFile } from '#web/platform/upload.ts'
import type { CourseImage } from './components/course-image-field.tsx'
import type { SaleChange } from './components/sale-fields.tsx'
import { administrationMessages } from './messages/administration.en.ts'
import { useCourseRefresh } from './api/managed-courses.ts'

type Details = output<typeof courseDialogForm>

interface TypedCourse {
  details: Details
  image: CourseImage
  sale: SaleChange
  draft: boolean
}

/** The picture did not arrive; `message` is for the person. */
export class ImageFailure extends Error {}

/** A price, or what a sale has for one. */
function priceInWords(value: unknown): string | undefined {
  if (typeof value === 'number') return formatPlainRinggit(value)
  const sale = typeof value === 'object' && value !== null && 'price' in value ? value.price : undefined
  return typeof sale === 'number' ? formatPlainRinggit(sale) : undefined
}

/** A language or a level; undefined for any other value. */
function factInWords(value: unknown, names: Record<CourseLevel, string>): string | undefined {
  if (isLanguage(value)) return languageNames[value]
  const level = courseLevels.find((known) => known === value)
  return level && names[level]
}

/** Uploads a picture once, however often the course is sent. `progress` is in percent. */
function useImageUpload() {
  const text = useText(administrationMessages)
  const failureText = useFailureText()
  const [uploaded, setUploaded] = useState<{ file: File; url: string } | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  /** Undefined: the picture stays as it is; empty: the course has none. */
  const urlOf = async ({ file, isRemoved }: CourseImage): Promise<string | undefined> => {
    if (!file) return isRemoved ? '' : undefined
    if (uploaded?.file === file) return uploaded.url
    setProgress(0)
    try {
      const url = await uploadFile(file, {
        purpose: 'cover',
        onProgress: (share) => setProgress(Math.round(share * 100)),
      })
      setUploaded({ file, url })
      return url
    } catch (error) {
      throw new ImageFailure(failureText(error, text.imageFailed))
    } finally {
      setProgress(null)
    }
  }
  return { urlOf, progress }
}

/** Sends the picture once, then writes the course. */
export function useSaveCourse(user: CurrentUser, course: Course | null) {
  const text = useText(administrationMessages)
  const facts = useText(courseFactsMessages)
  const refresh = useCourseRefresh()
  const { urlOf, progress } = useImageUpload()
  const save = useMutation({
    mutationFn: async ({ details, image, sale, draft }: TypedCourse) => {
      const url = await urlOf(image)
      const body = {
        title: details.title,
        description: details.description,
        ...(url !== undefined && { image: url }),
        isPrivate: details.isPrivate,
        price: parseRinggit(details.price) ?? 0,
        category: details.category || null,
        instructorId: Number(details.instructorId),
      }
      const { language = '', level = '', allowsOfflineVideo = false } = details
      const { data }: { data?: Course } = course
        ? await saveChanges({
            fields: { ...body, language: language || null, level: level || null, allowsOfflineVideo, sale },
            read: {
              ...course,
              sale: undefined,
              language: course.language ?? null,
              level: course.level ?? null,
              allowsOfflineVideo: course.allowsOfflineVideo ?? false,
            },
            version: course.version,
            smallTexts: { description: 'description' },
            labels: {
              title: text.courseTitle,
              description: text.description,
              image: text.image,
              isPrivate: text.privateCourse,
              price: text.price,
              category: text.category,
              language: facts.language,
              level: facts.level,
              instructorId: text.instructor,
              allowsOfflineVideo: text.offlineVideo,
              sale: text.sale,
            },
            show: (field, value) =>
              field === 'price' || field === 'sale' ? priceInWords(value) : factInWords(value, facts),
            send: (changes) => call('updateCourse', { params: { id: course.id }, body: changes }),
          })
        : await call('createCourse', {
            body: {
              ...body,
              createdBy: user.id,
              businessId: user.businessId,
              ...(language && { language }),
              ...(level && { level }),
              ...(draft && { draft }),
            },
          })
      await refresh(data?.id ?? course?.id)
      return data ?? null
    },
  })
  return { save, progress }
}
