import type { announcements as english } from '../en/announcements.ts'

export const announcements: typeof english = {
  accessEnding: ({ hello, course, day, link, renewal, stopLink }) => ({
    subject: `Akses anda kepada ${course} tamat pada ${day}`,
    body: [
      hello,
      `Anda boleh mempelajari ${course} sehingga akhir ${day}. Selepas itu, nota, kemajuan dan sijil anda kekal.`,
      `Teruskan kursus:\n${link}`,
      renewal === null
        ? 'Untuk belajar lebih lama, hubungi pengajar kursus ini.'
        : renewal.kind === 'enroll'
          ? `Kursus ini percuma. Untuk terus belajar, daftar sekali lagi selepas hari itu:\n${renewal.link}`
          : `Jika anda beli kursus ini sekali lagi, tempoh baharu ditambah kepada tempoh yang masih ada. Beli kursus sekali lagi:\n${renewal.link}`,
      `Anda menerima e-mel ini kerana anda mendaftar kursus ini. Hentikan e-mel tentang pengumuman dan mesej kursus:\n${stopLink}`,
    ].join('\n\n'),
  }),
  courseOpened: ({ hello, course, link, stopLink }) => ({
    subject: `Anda boleh mulakan ${course} sekarang`,
    body: [
      hello,
      `${course} kini dibuka kepada anda. Tiada lagi yang perlu diselesaikan dahulu.`,
      `Mulakan kursus:\n${link}`,
      `Anda menerima e-mel ini kerana anda mendaftar kursus ini. Hentikan e-mel tentang pengumuman dan mesej kursus:\n${stopLink}`,
    ].join('\n\n'),
  }),
  cohortStarting: ({ hello, course, cohort, day, waits, link, stopLink }) => ({
    subject: `${course} bermula esok`,
    body: [
      hello,
      `${course} bermula untuk anda esok, ${day} (${cohort}).`,
      ...(waits
        ? [
            'Pelajaran dibuka kepada anda apabila anda menamatkan kursus yang perlu didahulukan. Halaman kursus menamakannya.',
          ]
        : []),
      `Pergi ke kursus:\n${link}`,
      `Anda menerima e-mel ini kerana anda mendaftar kursus ini. Hentikan e-mel tentang pengumuman dan mesej kursus:\n${stopLink}`,
    ].join('\n\n'),
  }),
  teacher: 'guru anda',
  learnerMessage: ({ hello, course, sender, text, ...links }) => ({
    subject: `${course}: mesej daripada ${sender}`,
    body: [
      hello,
      `Mesej daripada ${sender} kepada anda, tentang kursus ${course}:`,
      text,
      `Baca mesej penuh dalam pemberitahuan anda:\n${links.link}`,
      `Tiada sesiapa membaca balasan kepada e-mel ini. Untuk menjawab, tulis dalam perbincangan kursus:\n${links.discussionsLink}`,
      `Anda menerima e-mel ini kerana anda mendaftar kursus ini. Hentikan e-mel tentang pengumuman dan mesej kursus:\n${links.stopLink}`,
    ].join('\n\n'),
  }),

  announcement: ({ hello, course, title, text, link, stopLink }) => ({
    subject: `${course}: ${title}`,
    body: [
      hello,
      `Pengumuman untuk kursus anda ${course}: ${title}`,
      text,
      `Baca dalam kursus:\n${link}`,
      `Anda menerima e-mel ini kerana anda mendaftar kursus ini. Hentikan e-mel tentang pengumuman, tanpa log masuk:\n${stopLink}`,
    ].join('\n\n'),
  }),
}
