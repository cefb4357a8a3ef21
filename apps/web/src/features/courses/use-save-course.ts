import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import type { courseDialogForm } from '@apogee/contracts/courses/courses.forms.ts'
import { courseLevels, type CourseLevel } from '@apogee/contracts/course-levels.ts'
import type { Course } from '@apogee/contracts/courses/courses.ts'
import { isLanguage, languageNames } from '@apogee/domain/languages.ts'
import { formatPlainRinggit } from '@apogee/domain/money/money.ts'
import { parseRinggit } from '@apogee/domain/money/typed-ringgit.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { output } from 'zod/mini'
import { call } from '#web/platform/transfer/client.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { courseFactsMessages } from '#web/shared/course/course-facts.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { saveChanges } from '#web/platform/edit-conflicts/save-edit.ts'
import { uploadFile } from '#web/platform/transfer/upload.ts'
import type { CourseImage } from './components/course-image-field.tsx'
import type { SaleChange } from './components/sale/sale-fields.tsx'
import { administrationMessages } from './messages/selling/administration.en.ts'
import { useCourseRefresh } from './api/managed-courses.ts'

type Details = output<typeof courseDialogForm>

interface TypedCourse {
  details: Details
  image: CourseImage
  sale: SaleChange
  draft: boolean
}

/** Reports a failed upload of the picture; `message` is shown to the user. */
export class ImageFailure extends Error {}

/** Formats a price, or the price of a sale. */
function priceInWords(value: unknown): string | undefined {
  if (typeof value === 'number') return formatPlainRinggit(value)
  const sale = typeof value === 'object' && value !== null && 'price' in value ? value.price : undefined
  return typeof sale === 'number' ? formatPlainRinggit(sale) : undefined
}

/** Formats a language or a level; returns undefined for any other value. */
function factInWords(value: unknown, names: Record<CourseLevel, string>): string | undefined {
  if (isLanguage(value)) return languageNames[value]
  const level = courseLevels.find((known) => known === value)
  return level && names[level]
}

/** Uploads a picture once, even when the course is sent repeatedly. `progress` is in percent. */
function useImageUpload() {
  const text = useText(administrationMessages)
  const failureText = useFailureText()
  const [uploaded, setUploaded] = useState<{ file: File; url: string } | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  /** Returns undefined when the picture is unchanged, and an empty text when the course has none. */
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
