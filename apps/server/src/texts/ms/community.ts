import type { community as english } from '../en/community.ts'

export const community: typeof english = {
  questions: ({ hello, course, count, lines, stopLink }) => ({
    subject: count === 1 ? `Soalan baharu dalam ${course}` : `${count} soalan baharu dalam ${course}`,
    body: [
      hello,
      count === 1
        ? `Seorang pelajar bertanya dalam ${course}:`
        : `Pelajar mengemukakan ${count} soalan dalam ${course}:`,
      lines,
      `Anda menerima e-mel ini kerana anda mengajar kursus ini, paling kerap sekali sejam. Hentikan e-mel tentang soalan, tanpa log masuk:\n${stopLink}`,
    ].join('\n\n'),
  }),

  teacherAnswer: ({ hello, course, question, isTeacher, link, moment, stopLink }) => ({
    subject: `${isTeacher ? 'Pengajar' : 'Pentadbir'} menjawab soalan anda dalam ${course}`,
    body: [
      hello,
      `${isTeacher ? 'Pengajar' : 'Pentadbir'} ${course} menjawab soalan anda: ${question}`,
      `Baca jawapannya:\n${link}`,
      ...(moment ? [`Buka video pada ${moment.time}:\n${moment.link}`] : []),
      `Anda menerima e-mel ini kerana anda bertanya. Hentikan e-mel tentang soalan, tanpa log masuk:\n${stopLink}`,
    ].join('\n\n'),
  }),

  mentioned: ({ hello, author, discussion, link, stopLink }) => ({
    subject: `${author} menyebut anda dalam perbincangan`,
    body: [
      hello,
      `${author} menyebut anda dalam perbincangan: ${discussion}`,
      `Baca balasannya:\n${link}`,
      `Anda menerima e-mel ini kerana satu balasan menyebut nama anda, paling kerap sekali sejam bagi satu perbincangan. Hentikan e-mel tentang soalan dan sebutan, tanpa log masuk:\n${stopLink}`,
    ].join('\n\n'),
  }),
}
