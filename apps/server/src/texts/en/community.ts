import type { MailText } from '../mail-text.ts'

interface CourseMailFacts {
  hello: string
  course: string
  stopLink: string
}

interface QuestionsFacts extends CourseMailFacts {
  count: number
  /** One line for each question contains its title and its address. */
  lines: string
}

interface AnswerFacts extends CourseMailFacts {
  question: string
  /** This is false if an admin, and not the instructor, has answered. */
  isTeacher: boolean
  link: string
  /** Leads to the second of the video that the question is about. Null means that it is about none. */
  moment: { time: string; link: string } | null
}

interface MentionFacts {
  hello: string
  author: string
  discussion: string
  link: string
  stopLink: string
}

export const community = {
  questions: ({ hello, course, count, lines, stopLink }: QuestionsFacts): MailText => ({
    subject: count === 1 ? `New question in ${course}` : `${count} new questions in ${course}`,
    body: [
      hello,
      count === 1
        ? `A learner asked a question in ${course}:`
        : `Learners asked ${count} questions in ${course}:`,
      lines,
      `You get this mail because you teach the course, at most once an hour. Stop mails about questions, without signing in:\n${stopLink}`,
    ].join('\n\n'),
  }),

  teacherAnswer: ({ hello, course, question, isTeacher, link, moment, stopLink }: AnswerFacts): MailText => ({
    subject: `${isTeacher ? 'The instructor' : 'An admin'} answered your question in ${course}`,
    body: [
      hello,
      `${isTeacher ? 'The instructor' : 'An admin'} of ${course} answered your question: ${question}`,
      `Read the answer:\n${link}`,
      ...(moment ? [`Open the video at ${moment.time}:\n${moment.link}`] : []),
      `You get this mail because you asked. Stop mails about questions, without signing in:\n${stopLink}`,
    ].join('\n\n'),
  }),

  mentioned: ({ hello, author, discussion, link, stopLink }: MentionFacts): MailText => ({
    subject: `${author} mentioned you in a discussion`,
    body: [
      hello,
      `${author} mentioned you in the discussion: ${discussion}`,
      `Read the reply:\n${link}`,
      `You get this mail because a reply names you, at most once an hour for one discussion. Stop mails about questions and mentions, without signing in:\n${stopLink}`,
    ].join('\n\n'),
  }),
}
