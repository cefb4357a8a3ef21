/**
 * Defines the schemas of the files in content/demo-school. Entries refer to each other by key. `daysAgo` and similar fields count
 * days (fractions allowed) before the moment of seeding. Money is in sen.
 */
import { emailField } from '@apogee/contracts/accounts/accounts.forms.ts'
import { invoiceBankForm, invoiceBuyerForm } from '@apogee/contracts/invoices/invoices.forms.ts'
import { courseCategories } from '@apogee/contracts/course-choices.ts'
import { courseLevels } from '@apogee/contracts/course-levels.ts'
import { invoiceLimits } from '@apogee/contracts/invoices/invoice-limits.ts'
import { priceMaxCents, roles } from '@apogee/contracts/limits.ts'
import { descriptionMaxLength, reviewMaxLength, titleMaxLength } from '@apogee/contracts/limits.ts'
import { messageStates, messageTopics } from '@apogee/contracts/messages/message-choices.ts'
import { chapters } from '@apogee/contracts/courses/chapters.ts'
import { practiceExercise } from '@apogee/contracts/courses/practice.ts'
import { quizFile } from '@apogee/contracts/assessments/quiz-file.ts'
import { defaultLanguage, languages } from '@apogee/domain/languages.ts'
import * as z from 'zod/mini'
import { limit } from '@apogee/contracts/texts.ts'

const text = z.string().check(z.minLength(1))
const key = z
  .string()
  .check(z.regex(/^[a-z0-9-]+$/, 'must be a key of lower-case letters, digits and hyphens'))
const title = text.check(limit(titleMaxLength))
const count = z.int().check(z.minimum(0))
const amount = z.number().check(z.minimum(0))
const priceCents = count.check(z.maximum(priceMaxCents))

export const sellers = z.array(
  z.strictObject({
    key,
    kind: z.enum(['business', 'instructor']),
    /** This is the registered name of a business, or the name of an instructor who sells alone. */
    name: text,
    /** The owner is the business's admin, or the instructor who sells alone. */
    owner: key,
    email: emailField,
    phone: text,
    address: text,
    /** If true, the seller is paid through a CHIP account of its own. Other sellers are paid through the platform's account. */
    hasOwnPaymentAccount: z.boolean(),
    joinedDaysAgo: amount,
  }),
)

export const people = z.array(
  z.strictObject({
    key,
    email: emailField,
    /** Null means that the person has no name. */
    name: z.nullable(text),
    role: z.enum(roles),
    /** The person is a member of this business's team. */
    business: z.nullable(key),
    joinedDaysAgo: amount,
    /** This file in `portraits` was made by scripts/demo-media/make-portraits.ts. */
    portrait: z.optional(text),
    headline: z.optional(text),
    bio: z.optional(text),
  }),
)

export const invitations = z.array(
  z.strictObject({
    email: emailField,
    role: z.enum(['instructor', 'admin']),
    business: key,
    invitedBy: key,
    daysAgo: amount,
    expiresInDays: amount,
  }),
)

const lessonFields = {
  /** The key is unique within the course. */
  key,
  title,
  /** If true, visitors can open the lesson on the sales page without enrolling. */
  isFreePreview: z.optional(z.boolean()),
  /** The exercise is shown below the lesson. If it is absent, the lesson has a scratchpad instead. */
  practice: z.optional(practiceExercise),
}

const resource = z.discriminatedUnion('fileType', [
  z.strictObject({
    ...lessonFields,
    fileType: z.enum(['video', 'pdf']),
    /** The media file has this key in media/catalogue.json. */
    media: key,
    /** The question that is asked after a video. */
    recall: z.optional(quizFile),
  }),
  /** The text of the lesson is in `texts/<key>.md` beside `course.json`. */
  z.strictObject({ ...lessonFields, fileType: z.literal('reading') }),
])

const module = z.strictObject({
  /** The key is unique within the course. */
  key,
  title,
  description: text,
  isPublished: z.boolean(),
  resources: z.array(resource),
})

export const course = z.strictObject({
  title,
  category: z.enum(courseCategories),
  /** The lessons are in this language. */
  language: z.optional(z.enum(languages)),
  level: z.optional(z.enum(courseLevels)),
  /** If true, learners may store the videos on their device. */
  allowsOfflineVideo: z.optional(z.boolean()),
  /** A price of 0 means free. */
  priceCents,
  isPrivate: z.boolean(),
  seller: key,
  instructor: key,
  createdBy: key,
  createdDaysAgo: amount,
  /** An empty outline means that the content is still being prepared. */
  outline: z.array(module),
  /** The sales page lists these outcomes under 'What you will learn'. */
  outcomes: z.array(text),
  faq: z.array(z.strictObject({ question: text, answer: text })),
})

/** `courses/<key>/texts/<lesson>.md` contains the lesson as Markdown that authors can import (docs/decisions/texts.md). */
export const lessonText = text

/** The description is plain text. An empty line separates paragraphs. */
export const description = text.check(limit(descriptionMaxLength))

/**
 * Lists the courses in the order of their ids. Every third course carries the Featured badge
 * (docs/specification.md#marketplace-marketplace). It also names courses that tests and the README refer to.
 */
export const school = z.strictObject({
  courses: z.array(key),
  highlights: z.strictObject({
    freeWithVideo: key,
    /** The demo student has started this course and not finished it. */
    paidInProgress: key,
    finished: key,
    withoutContents: key,
    pdfOnly: key,
    withDraftModule: key,
    private: z.array(key),
  }),
})

export const enrolments = z.array(
  z.strictObject({
    person: key,
    course: key,
    /** A purchase also creates a paid order at the price of the course. */
    source: z.enum(['free', 'purchase', 'granted']),
    daysAgo: amount,
    lastAccessedDaysAgo: amount,
    /** The person completed these resources, in this order. */
    completed: z.array(key),
    /** The person stopped watching this video at this second. */
    resumeAt: z.optional(z.strictObject({ resource: key, seconds: amount })),
  }),
)

/** The first assessment has the address /assessment/1 (docs/product-choices.md#demo-school). */
export const assessments = z.array(
  z.strictObject({
    key,
    /** Null means that the quiz belongs to no course. */
    course: z.nullable(key),
    /** The quiz is added at the end of this published module of the course. If it is absent, the last published module is used. */
    module: z.optional(key),
    quiz: quizFile,
    attempts: z.array(
      z.strictObject({
        person: key,
        daysAgo: amount,
        minutes: amount,
        /**
         * Each answer belongs to the question at the same position. It is the position of an option, true or false, or code. Null
         * means that the question was not answered.
         */
        answers: z.array(z.nullable(z.union([count, z.boolean(), z.string()]))),
      }),
    ),
  }),
)

export const groups = z.array(
  z.strictObject({
    key,
    name: text,
    description: text,
    category: z.nullable(z.enum(courseCategories)),
    /** The first member owns the group. */
    members: z.array(key).check(z.minLength(1)),
    begunDaysAgo: amount,
  }),
)

const post = { author: key, daysAgo: amount, body: text }
export const discussions = z.array(
  z.strictObject({
    title,
    group: z.optional(key),
    course: z.optional(key),
    ...post,
    replies: z.array(z.strictObject(post)),
  }),
)

export const reviews = z.array(
  z.strictObject({
    course: key,
    /** Null means the learner of learners.json who has had the course for the longest time and has not reviewed it. */
    by: z.nullable(key),
    daysAgo: amount,
    rating: z.int().check(z.minimum(1), z.maximum(5)),
    /** A review with an empty text is a rating without words. */
    text: z.string().check(limit(reviewMaxLength)),
    reply: z.optional(z.strictObject({ text, daysAgo: amount })),
  }),
)

export const messages = z.array(
  z.strictObject({
    from: key,
    topic: z.enum(messageTopics),
    state: z.enum(messageStates),
    daysAgo: amount,
    body: text,
  }),
)

export const invoices = z.strictObject({
  seller: key,
  createdBy: key,
  bank: invoiceBankForm,
  invoices: z.array(
    z.strictObject({
      buyer: z.omit(invoiceBuyerForm, { dueOn: true }),
      daysAgo: amount,
      dueInDays: amount,
      /** False means that the invoice is a draft. */
      isIssued: z.boolean(),
      lines: z
        .array(
          z.strictObject({
            course: key,
            seats: z.int().check(z.minimum(1), z.maximum(invoiceLimits.seatsPerLine)),
            unitPriceCents: priceCents,
          }),
        )
        .check(z.minLength(1)),
      /** People with these addresses have the seats of the first line. */
      people: z.array(emailField),
    }),
  ),
})

/** Contains names for the many learners behind the statistics. These learners have no password. */
export const learners = z.strictObject({
  /** The domain of the addresses is reserved for tests, so no mail reaches anybody. */
  domain: text,
  names: z.record(key, z.array(text).check(z.minLength(1))),
  /** Kinds of names take turns. Each kind joins the next entries of two lists, from a start position of its own. */
  kinds: z
    .array(
      z.strictObject({
        lists: z.tuple([key, key]),
        between: z.string(),
        from: z.optional(z.tuple([count, count])),
      }),
    )
    .check(z.minLength(1)),
})

const byCourse = z.array(z.strictObject({ course: key, count }))
/** Defines half a year of sales of one business. */
export const pastSales = z.strictObject({
  seller: key,
  /** The business earned this revenue in those months. */
  revenueCents: count,
  /** Enrolments in the business's courses have completed this share of their lessons, between 0 and 1. */
  completion: amount.check(z.maximum(1)),
  /**
   * The numbers are the relative sizes of the months by new enrolments. The last month counts for the part of it that has passed.
   */
  months: z.array(amount).check(z.minLength(1)),
  /** The numbers are the relative sales of paid courses. */
  paid: byCourse,
  /** The numbers are the enrolments in free courses. */
  free: byCourse,
  /** The business itself enrolled these people, who bought nothing. */
  granted: byCourse,
})

/** scripts/demo-media/make-media.ts writes media/catalogue.json together with the files. */
const made = { file: text, bytes: count, source: text }
export const catalogue = z.record(
  key,
  z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('video'),
      ...made,
      seconds: amount,
      /** The captions are WebVTT files. Some videos have no Malay captions. */
      captions: z.strictObject({ en: text, ms: z.nullable(text) }),
      /** The chapters are the slides of the lesson, if it has at least three. */
      chapters: z.optional(chapters),
    }),
    z.strictObject({ kind: z.literal('pdf'), ...made, pages: count }),
  ]),
)

/** A sentence has captions by language. The caption in the language of the lesson is also what the narrator speaks. */
const sentence = z.strictObject({
  en: text,
  /** A video gets Malay captions only if all of its sentences have a Malay text. */
  ms: z.optional(text),
  /** The voice speaks this text where the spelling of the caption would mislead it. */
  spoken: z.optional(text),
})

/** This is the language of a video or of a document. */
const language = z._default(z.enum(languages), defaultLanguage)

/** `lessons/<medium>.json` is the script of a video. */
export const lesson = z
  .strictObject({
    language,
    title,
    /** The name of the course appears above every slide. */
    course: text,
    /** The video is spoken with the voice of this instructor. */
    voice: z.enum(['wei-jian', 'farid', 'daniel', 'priya', 'kavitha', 'mei-ling', 'jia-hui', 'nurul-huda']),
    /** The sentence is spoken over the opening slide. */
    opening: sentence,
    slides: z.array(z.strictObject({ heading: text, says: z.array(sentence).check(z.minLength(1)) })),
  })
  .check(
    z.refine(
      ({ language, opening, slides }) =>
        [opening, ...slides.flatMap(({ says }) => says)].every((each) => each[language] !== undefined),
      'each sentence needs its text in the language of the lesson',
    ),
  )

const texts = z.array(text).check(z.minLength(1))
const block = z.union([
  z.strictObject({ heading: text }),
  z.strictObject({ text: texts }),
  z.strictObject({ list: texts }),
  z.strictObject({ steps: texts }),
  /** Each of the checks has a box to tick. */
  z.strictObject({ checks: texts }),
  z.strictObject({ note: text }),
  /** The question is followed by this many empty lines to write on. */
  z.strictObject({ writing: text, lines: count }),
  z.strictObject({
    table: z.strictObject({
      head: z.array(z.string()),
      rows: z.array(z.array(z.string())),
      /** This many empty rows follow the filled ones, for readers to fill in. */
      emptyRows: z.optional(count),
      /** The columns at these positions contain numbers and are aligned to the right. */
      numeric: z.optional(z.array(count)),
      /** The columns have these widths in per cent. */
      widths: z.optional(z.array(count)),
    }),
  }),
  /** `tinted: false` marks text that is not a program. */
  z.strictObject({ code: z.array(z.string()), tinted: z.optional(z.boolean()) }),
  /** The two texts stand side by side in columns. */
  z.strictObject({ compare: z.array(z.strictObject({ title: text, lines: texts })) }),
  /** The text is the caption of the handout's next drawing. */
  z.strictObject({ picture: text }),
  z.strictObject({ pageBreak: z.literal(true) }),
])

/** `handouts/<medium>.json` is a printed document. `**bold**` is the only mark-up in its texts. */
export const handout = z.strictObject({
  language,
  title,
  /** The name of the course appears above the title. */
  course: text,
  /** The purpose is one sentence under the title. */
  purpose: text,
  blocks: z.array(block),
})
