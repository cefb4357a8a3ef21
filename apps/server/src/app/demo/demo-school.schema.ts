/**
 * Defines the schemas of the files in content/demo-school. Entries refer to each other by key. `daysAgo` and similar fields count
 * days (fractions allowed) before the moment of seeding. Money is in sen.
 */
import { emailField } from '@apogee/contracts/accounts/accounts.forms.ts'
import { invoiceBankForm, invoiceBuyerForm } from '@apogee/contracts/invoices/invoices.forms.ts'
import { courseCategories } from '@apogee/contracts/course-choices.ts'
import { courseLevels } from '@apogee/contracts/course-levels.ts'
import { invoiceLimits, priceMaxCents, roles } from '@apogee/contracts/limits.ts'
import { descriptionMaxLength, reviewMaxLength, titleMaxLength } from '@apogee/contracts/limits.ts'
import { messageTopics } from '@apogee/contracts/messages/message-choices.ts'
import { messageStates } from '@apogee/contracts/messages/message-choices.ts'
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
    /** The value is the registered name of the business, or the name of the instructor who sells alone. */
    name: text,
    /** The owner is the business's admin, or the instructor who sells alone. */
    owner: key,
    email: emailField,
    phone: text,
    address: text,
    /** True means that the seller is paid through its own CHIP account. The others are paid through the platform's. */
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
    /** The person is in this business's team. */
    business: z.nullable(key),
    joinedDaysAgo: amount,
    /** The value is a file in `portraits`, made by scripts/demo-media/make-portraits.ts. */
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
  /** True makes the lesson available on the sales page without enrolment. */
  isFreePreview: z.optional(z.boolean()),
  /** The exercise is shown below the lesson. Without one, the lesson has a scratchpad. */
  practice: z.optional(practiceExercise),
}

const resource = z.discriminatedUnion('fileType', [
  z.strictObject({
    ...lessonFields,
    fileType: z.enum(['video', 'pdf']),
    /** The value is a key in media/catalogue.json. */
    media: key,
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
  /** The language applies to the lessons. */
  language: z.optional(z.enum(languages)),
  level: z.optional(z.enum(courseLevels)),
  /** True allows learners to store the videos on a device. */
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
  /** The sales page shows these under 'What you will learn'. */
  outcomes: z.array(text),
  faq: z.array(z.strictObject({ question: text, answer: text })),
})

/** The file `courses/<key>/texts/<lesson>.md` contains Markdown as authors import it (docs/decisions/texts.md). */
export const lessonText = text

/** The description is plain text. An empty line separates paragraphs. */
export const description = text.check(limit(descriptionMaxLength))

/**
 * Defines the order of the courses, which is the order of their ids. Every third course carries the Featured badge
 * (docs/specification.md#marketplace-marketplace). Also names courses that tests and the README refer to.
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
    /** A purchase gets a paid order at the price of the course. */
    source: z.enum(['free', 'purchase', 'granted']),
    daysAgo: amount,
    lastAccessedDaysAgo: amount,
    /** The resources are in the order in which the person completed them. */
    completed: z.array(key),
    /** The value is the position in a video that the person has not finished. */
    resumeAt: z.optional(z.strictObject({ resource: key, seconds: amount })),
  }),
)

/** The first assessment has the address /assessment/1 (docs/product-choices.md#demo-school). */
export const assessments = z.array(
  z.strictObject({
    key,
    /** Null means that the quiz belongs to no course. */
    course: z.nullable(key),
    /** The quiz is the last item of this published module of the course. Without a value, the last published module is used. */
    module: z.optional(key),
    quiz: quizFile,
    attempts: z.array(
      z.strictObject({
        person: key,
        daysAgo: amount,
        minutes: amount,
        /**
         * The index is the position of the question. The value is the position of the option, true or false, or code. Null means
         * not answered.
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
    /** Null means the learner from learners.json who has had the course longest and has not reviewed it. */
    by: z.nullable(key),
    daysAgo: amount,
    rating: z.int().check(z.minimum(1), z.maximum(5)),
    /** An empty text is a rating without words. */
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
      /** These addresses have a seat of the first line. */
      people: z.array(emailField),
    }),
  ),
})

/** The names belong to the many learners behind the statistics. These learners have no password. */
export const learners = z.strictObject({
  /** The domain is reserved for tests, so no mail leaves for it. */
  domain: text,
  names: z.record(key, z.array(text).check(z.minLength(1))),
  /** Kinds of names alternate. Each kind joins the next entries of two lists, from its own start position. */
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
  /** The value is the business's revenue in those months. */
  revenueCents: count,
  /** The value is the share of completed lessons in all of the business's enrolments, from 0 to 1. */
  completion: amount.check(z.maximum(1)),
  /** The values are the relative numbers of new enrolments per month. The last month counts for the part of it that has passed. */
  months: z.array(amount).check(z.minLength(1)),
  /** The values are the relative sales of paid courses. */
  paid: byCourse,
  /** The values are the enrolments in free courses. */
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
      /** The files are WebVTT. Some videos have no Malay captions. */
      captions: z.strictObject({ en: text, ms: z.nullable(text) }),
      /** The chapters are the slides of the lesson, if it has at least three. */
      chapters: z.optional(chapters),
    }),
    z.strictObject({ kind: z.literal('pdf'), ...made, pages: count }),
  ]),
)

/** Captions are by language. The caption in the language of the lesson is its narration. */
const sentence = z.strictObject({
  en: text,
  /** A video gets Malay captions when all of its sentences have one. */
  ms: z.optional(text),
  /** The voice speaks this text when the spelling of the narration misleads it. */
  spoken: z.optional(text),
})

/** The language is that of a video or a document. */
const language = z._default(z.enum(languages), defaultLanguage)

/** The file lessons/<medium>.json is the script of a video. */
export const lesson = z
  .strictObject({
    language,
    title,
    /** The text appears above every slide. */
    course: text,
    /** The voice is that of the instructor. */
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
  /** Each item has a box to tick. */
  z.strictObject({ checks: texts }),
  z.strictObject({ note: text }),
  /** The question is followed by empty lines to write on. */
  z.strictObject({ writing: text, lines: count }),
  z.strictObject({
    table: z.strictObject({
      head: z.array(z.string()),
      rows: z.array(z.array(z.string())),
      /** The empty rows come after the others, to be filled in. */
      emptyRows: z.optional(count),
      /** The listed columns contain numbers and are aligned to the right. */
      numeric: z.optional(z.array(count)),
      /** The values are the widths of the columns in per cent. */
      widths: z.optional(z.array(count)),
    }),
  }),
  /** `tinted: false` marks text that is not a program. */
  z.strictObject({ code: z.array(z.string()), tinted: z.optional(z.boolean()) }),
  /** The columns stand side by side. */
  z.strictObject({ compare: z.array(z.strictObject({ title: text, lines: texts })) }),
  /** The text is the caption of the next drawing of the handout. */
  z.strictObject({ picture: text }),
  z.strictObject({ pageBreak: z.literal(true) }),
])

/** The file handouts/<medium>.json is a printed document. `**bold**` is the only mark-up in its texts. */
export const handout = z.strictObject({
  language,
  title,
  /** The text appears above the title. */
  course: text,
  /** The text is one sentence under the title. */
  purpose: text,
  blocks: z.array(block),
})
